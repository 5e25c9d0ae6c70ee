import { CALLS } from '@pasar/api';
import type { CurrencyRate, ShopId } from '@pasar/domain';
import { callApi } from '../../base/call-api.ts';

export const bankAccounts = (shopId: ShopId, password: string) =>
  callApi(CALLS.statistics.bankAccounts, { shopId, password });

export const saveRates = (base: string, rates: readonly CurrencyRate[]) =>
  callApi(CALLS.statistics.saveRates, { base, rates: [...rates] });
