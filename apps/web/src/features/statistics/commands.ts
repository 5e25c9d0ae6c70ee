import { CALLS } from '@pasar/api';
import type { CurrencyRate } from '@pasar/domain';
import { callApi } from '../../base/call-api.ts';

export const saveRates = (base: string, rates: readonly CurrencyRate[]) =>
  callApi(CALLS.statistics.saveRates, { base, rates: [...rates] });
