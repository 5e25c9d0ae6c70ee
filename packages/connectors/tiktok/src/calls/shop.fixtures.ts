/** Seen: the seller's id, code, region and status; the other fields are ours. Values invented. */
import { asPlatformShopId } from '@pasar/domain';
import { type AnyFixture, among, asksGet, SCOPE, said } from './scene.fixture.ts';
import { sellerCommonCall } from './shop.ts';

export const SELLER_FIXTURES: readonly AnyFixture[] = [
  among({
    call: sellerCommonCall,
    params: null,
    scope: SCOPE,
    request: asksGet('/api/v1/seller/common/get', { need_verify_account: 'true' }),
    answer: said({
      seller: {
        seller_id: '7490000000000000123',
        shop_name: 'Kedai Contoh',
        shop_code: 'MYLC1',
        shop_region: 'MY',
        shop_status: 3,
        product_count: 41,
        shop_rating: 4.7,
      },
    }),
    result: {
      platformShopId: asPlatformShopId('7490000000000000123'),
      name: 'Kedai Contoh',
      region: 'MY',
      status: 'frozen',
      productCount: 41,
      followerCount: null,
      rating: 4.7,
      isOnVacation: false,
    },
  }),
];
