/** The shop's profile and settings: vacation, addresses, ratings (facts 1.7). */
import type { Outcome, Page, WireAnswer } from '@pasar/connector-kit';
import { asBuyerId, asPlatformShopId, type PlatformShopId, type Review, type ShopAddress } from '@pasar/domain';
import { z } from 'zod';
import { pictureUrl, type ShopeeCall } from '../../wire/scope.ts';
import { toWireInteger, wireId } from '../../wire/wire-json.ts';
import { toGet, toPost } from '../definition.ts';
import { readData, readDone } from './envelope.ts';
import { pageInfo, readPage, wireTime } from './fields.ts';

export interface SellerShopInfo {
  readonly platformShopId: PlatformShopId;
  readonly name: string;
  readonly region: string;
}
/** The inner fields of these two were not captured. */
export const getShop: ShopeeCall<null, SellerShopInfo> = {
  key: 'shopee-seller GET general/get_shop',
  tag: 'ours',
  repeat: 'read',
  toWire: () => toGet('/api/v3/general/get_shop/'),
  fromWire(answer) {
    const data = readData(answer, z.object({ shop_id: wireId, name: z.string(), region: z.string() }));
    if (!data.ok) return data;
    const { shop_id: shopId, name, region } = data.value;
    return { ok: true, value: { platformShopId: asPlatformShopId(shopId), name, region } };
  },
};

export interface SellerShopState {
  readonly platformShopId: PlatformShopId;
  readonly name: string;
  readonly isOnVacation: boolean;
}
/** `holiday_mode_on` was seen. */
export const getShopInfo: ShopeeCall<null, SellerShopState> = {
  key: 'shopee-seller GET general/get_shop_info',
  tag: 'seen',
  repeat: 'read',
  toWire: () => toGet('/api/v3/general/get_shop_info/'),
  fromWire(answer) {
    const data = readData(answer, z.object({ shop_id: wireId, name: z.string(), holiday_mode_on: z.boolean() }));
    if (!data.ok) return data;
    const { shop_id: shopId, name, holiday_mode_on: isOnVacation } = data.value;
    return { ok: true, value: { platformShopId: asPlatformShopId(shopId), name, isOnVacation } };
  },
};

/** The answer to a second change within three hours (facts 1.7). */
const TOO_SOON = 'Errors within expectations';
export const setShopSettings: ShopeeCall<{ readonly isOnVacation: boolean }, null> = {
  key: 'shopee-seller POST sellermisc/set_shop_settings',
  tag: 'seen',
  repeat: 'idempotent',
  toWire: ({ isOnVacation }) =>
    toPost('/api/sellermisc/sc_conf/set_shop_settings/', { enable_vacation_mode: isOnVacation }),
  fromWire(answer) {
    const done = readDone(answer);
    if (done.ok || !done.refusal.detail?.includes(TOO_SOON)) return done;
    return { ...done, refusal: { reason: 'vacation_too_soon', detail: done.refusal.detail } };
  },
};
export const getShopSettings: ShopeeCall<null, { readonly isOnVacation: boolean }> = {
  key: 'shopee-seller GET sellermisc/get_shop_settings',
  tag: 'seen',
  repeat: 'read',
  toWire: () => toGet('/api/sellermisc/sc_conf/get_shop_settings/'),
  fromWire(answer) {
    const data = readData(answer, z.object({ holiday_mode_on: z.boolean() }));
    return data.ok ? { ok: true, value: { isOnVacation: data.value.holiday_mode_on } } : data;
  },
};

const wireAddress = z.object({
  address_id: wireId,
  name: z.string(),
  phone: z.string(),
  district: z.string().default(''),
  town: z.string().default(''),
  full_address: z.string(),
});
/** The list was seen; most fields of a row are those that are written (spec 2 §3). */
export const getAddresses: ShopeeCall<null, readonly ShopAddress[]> = {
  key: 'shopee-seller GET settings/get_address',
  tag: 'seen',
  repeat: 'read',
  toWire: () => toGet('/api/v3/settings/get_address'),
  fromWire(answer) {
    const data = readData(answer, z.object({ list: z.array(wireAddress) }));
    if (!data.ok) return data;
    const addresses = data.value.list.map((address) => ({
      addressId: address.address_id,
      receiver: address.name,
      phone: address.phone,
      district: address.district,
      town: address.town,
      fullAddress: address.full_address,
    }));
    return { ok: true, value: addresses };
  },
};

export type NewAddress = Omit<ShopAddress, 'addressId'>;
const toWireAddress = ({ receiver, phone, district, town, fullAddress }: NewAddress) => ({
  name: receiver,
  phone,
  district,
  town,
  full_address: fullAddress,
  // The page computes the place on the map itself; it may be empty.
  geo_info: '',
});
function readAddressId(answer: WireAnswer): Outcome<string> {
  const reading = { refusedAs: 'address_change_failed', at: 'data' } as const;
  const data = readData(answer, z.object({ address_id: wireId }), reading);
  return data.ok ? { ok: true, value: data.value.address_id } : data;
}
/** The id of the address (spec 2 §3). */
export const addAddress: ShopeeCall<NewAddress, string> = {
  key: 'shopee-seller POST settings/add_address',
  tag: 'seen',
  repeat: 'once',
  toWire: (address) => toPost('/api/v3/settings/add_address', toWireAddress(address)),
  fromWire: readAddressId,
};
export const updateAddress: ShopeeCall<ShopAddress, string> = {
  key: 'shopee-seller POST settings/update_address',
  tag: 'ours',
  repeat: 'idempotent',
  toWire: (address) =>
    toPost('/api/v3/settings/update_address', {
      address_id: toWireInteger(address.addressId),
      ...toWireAddress(address),
    }),
  fromWire: readAddressId,
};

/** The page size of the site itself. */
const RATINGS = 20;
export interface RatingPage {
  readonly page: number;
  /** The last rating of the previous page, "0" for the first page. */
  readonly after: string;
}
const wireRating = z.object({
  comment_id: wireId,
  rating_star: z.int().min(0).max(5),
  comment: z.string().nullish(),
  ctime: wireTime,
  user_name: z.string(),
  product_id: wireId.nullish(),
  order_sn: z.string().nullish(),
  user_id: wireId.nullish(),
  images: z.array(z.string()).nullish(),
  // Ours: the product's name.
  product_name: z.string().nullish(),
  // Ours: the shape of a reply.
  reply: z.object({ comment: z.string() }).nullish(),
});
/** The catalogue has the older name. Today's page uses `_new` and a final slash, without which the answer is a 404. */
export const searchReviews: ShopeeCall<RatingPage, Page<Review>> = {
  key: 'shopee-seller GET settings/search_shop_rating_comments',
  tag: 'seen',
  repeat: 'read',
  toWire: ({ page, after }) =>
    toGet('/api/v3/settings/search_shop_rating_comments_new/', {
      rating_star: '5,4,3,2,1',
      page_number: String(page),
      page_size: String(RATINGS),
      cursor: after,
      from_page_number: String(Math.max(1, page - 1)),
    }),
  fromWire(answer, scope) {
    const data = readData(answer, z.object({ page_info: pageInfo, list: z.array(z.unknown()) }));
    if (!data.ok) return data;
    const { list } = data.value;
    const page = readPage(
      list,
      wireRating,
      (row): Review => ({
        reviewId: row.comment_id,
        orderNumber: row.order_sn || null,
        buyerId: row.user_id ? asBuyerId(row.user_id) : null,
        buyerName: row.user_name,
        stars: row.rating_star,
        comment: row.comment ?? '',
        reply: row.reply?.comment || null,
        productId: row.product_id ?? null,
        productName: row.product_name || null,
        pictureUrls: (row.images ?? []).map((named) => pictureUrl(scope, named)).filter((url) => url !== null),
        createdAt: row.ctime,
      }),
      null,
    );
    // A page that is not full is the last. The answer names neither its own page nor the next.
    const last = page.items.at(-1);
    return { ok: true, value: { ...page, next: list.length < RATINGS || !last ? null : last.reviewId } };
  },
};
