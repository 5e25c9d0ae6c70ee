import { asPlatformShopId } from '@pasar/domain';
import type { ShopAccess } from '../auth/shop-access.ts';

/** The shop of every sample. */
export const SHOP: ShopAccess = {
  facts: {
    platformShopId: asPlatformShopId('7490000000000000123'),
    userId: null,
    name: 'Kedai Contoh',
    country: 'MY',
    isCb: false,
    merchantId: null,
    accountId: null,
  },
  region: 'MY',
  pigeonShopId: '7000000000000000456',
  pigeonCid: '7000000000000000001',
};
