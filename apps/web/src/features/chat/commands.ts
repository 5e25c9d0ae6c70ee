import { CALLS, type ShopView } from '@pasar/api';
import { callApi } from '../../base/call-api.ts';

/** Replaces the favourite products of a shop. */
export const saveFavorites = ({ platformShopId, marketplace }: ShopView, productIds: readonly string[]) =>
  callApi(CALLS.chat.saveUserCollectProductIds, {
    userId: platformShopId,
    platform: marketplace,
    productIds: [...productIds],
  });
