import { CALLS, type ShopView } from '@pasar/api';
import { callApi } from '../../base/call-api.ts';

/** Asks the marketplace when the person presses the button. The answer is shown once and not stored. */
export const checkStatus = ({ shopId }: ShopView) => callApi(CALLS.shops.checkStatus, { shopId });
