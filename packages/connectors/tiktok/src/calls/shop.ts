/** The shops of a login, and each shop's own data. */
import { asPlatformShopId, COUNTRIES, type Country, type ShopStatus } from '@pasar/domain';
import { z } from 'zod';
import { fromEnvelope } from '../wire/envelope.ts';
import { id } from '../wire/fields.ts';
import { type SiteCall, type TiktokCall, wireGet } from '../wire/scope.ts';

/** The site writes UK where ISO writes GB. */
export const countryOf = (region: string, fallback: Country): Country => {
  const word = region.toUpperCase() === 'UK' ? 'GB' : region.toUpperCase();
  return COUNTRIES.find((country) => country === word) ?? fallback;
};

const shopListData = z.object({
  shop_infos: z.array(
    z.object({
      outer_shop_id: id,
      im_shop_id: id,
      shop_region: z.string(),
      // Ours: the seller who has the shops of a cross-border login.
      global_seller_id: id.nullish(),
    }),
  ),
});
/** Every shop of the login (facts 3.2, newer generation). */
export const shopListCall: SiteCall<null, z.infer<typeof shopListData>['shop_infos']> = {
  tag: 'seen',
  repeat: 'read',
  toWire: () => wireGet('/api/v1/shop_im/multi_shop/user/get_info_list'),
  fromWire: fromEnvelope(
    shopListData.transform(({ shop_infos: shops }) => shops),
    'account_info_failed',
  ),
};

const shopAndCsData = z.object({
  shopName: z.string(),
  pigeonShopId: id,
  shopRegion: z.string(),
  outerShopId: id,
  customerServiceInfo: z.object({ pigeonCid: id }),
});
export type ShopAndCs = z.infer<typeof shopAndCsData>;
/** The shop in the chat, and its customer-service person (facts 3.2). */
export const shopAndCsCall: SiteCall<null, ShopAndCs> = {
  tag: 'seen',
  repeat: 'read',
  toWire: () => wireGet('/chat/api/seller/getShopAndCsInfo'),
  fromWire: fromEnvelope(shopAndCsData, 'account_info_failed'),
};

/** Seen: 3 means that the shop was closed for good; every other number is an open shop. */
const TAKEN_DOWN = 3;
const sellerData = z.object({
  seller: z.object({
    seller_id: id,
    shop_name: z.string(),
    shop_region: z.string(),
    shop_status: z.int(),
    // Ours: it is not public which of these the real page returns.
    product_count: z.int().nonnegative().nullish(),
    follower_count: z.int().nonnegative().nullish(),
    shop_rating: z.number().min(0).max(5).nullish(),
    is_on_vacation: z.boolean().nullish(),
  }),
});
export interface SellerProfile {
  readonly platformShopId: ReturnType<typeof asPlatformShopId>;
  readonly name: string;
  readonly region: string;
  readonly status: ShopStatus;
  readonly productCount: number | null;
  readonly followerCount: number | null;
  readonly rating: number | null;
  readonly isOnVacation: boolean;
}
export const sellerCommonCall: TiktokCall<null, SellerProfile> = {
  key: 'tiktok-seller GET seller/common/get',
  tag: 'seen',
  repeat: 'read',
  toWire: () => wireGet('/api/v1/seller/common/get', { need_verify_account: 'true' }),
  fromWire: fromEnvelope(
    sellerData.transform(
      ({ seller }): SellerProfile => ({
        platformShopId: asPlatformShopId(seller.seller_id),
        name: seller.shop_name,
        region: seller.shop_region,
        status: seller.shop_status === TAKEN_DOWN ? 'frozen' : 'normal',
        productCount: seller.product_count ?? null,
        followerCount: seller.follower_count ?? null,
        rating: seller.shop_rating ?? null,
        isOnVacation: seller.is_on_vacation ?? false,
      }),
    ),
    'account_info_failed',
  ),
};
