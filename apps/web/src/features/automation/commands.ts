import { CALLS } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import { callApi } from '../../base/call-api.ts';

/** `shopId`: null for the whole account. */
export const stopAutomatic = (shopId: ShopId | null) =>
  callApi(CALLS.automation.stopAutomatic, shopId === null ? {} : { shopId });
export const resumeAutomatic = (shopId: ShopId | null) =>
  callApi(CALLS.automation.resumeAutomatic, shopId === null ? {} : { shopId });
