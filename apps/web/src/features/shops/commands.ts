import { CALLS, type ShopView } from '@pasar/api';
import { callApi } from '../../base/call-api.ts';

/** Asks the marketplace at the person's press; what it says is told once and kept nowhere. */
export const checkStatus = ({ shopId }: ShopView) => callApi(CALLS.shops.checkStatus, { shopId });
