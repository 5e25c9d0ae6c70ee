/** The shop front, as buyers see a shop: /api/v4 of the mall, not of the seller centre (facts 1.7). */
import type { Outcome, Page, WireAnswer } from '@pasar/connector-kit';
import { asPlatformShopId, type Follower, refusal, type ShopStatus } from '@pasar/domain';
import { z } from 'zod';
import { refusalOf, wordsOf } from '../../wire/answer.ts';
import { isSuccess } from '../../wire/http-call.ts';
import type { ShopeeCall } from '../../wire/scope.ts';
import { toWireInteger, wireId } from '../../wire/wire-json.ts';
import { toGet, toPost } from '../definition.ts';
import { isSessionGone, readData, readDone } from './envelope.ts';
import { readPage } from './fields.ts';

export interface MallShop {
  readonly name: string;
  readonly followerCount: number;
  readonly productCount: number;
  /** 0 to 5. */
  readonly rating: number | null;
}
const NOT_FOUND = { refusedAs: 'shop_not_found', at: 'data' } as const;
const count = z.int().nonnegative();

/** Of any shop, by its number. */
export const getMallShop: ShopeeCall<{ readonly shopId: string }, MallShop> = {
  key: 'shopee-seller GET mall/get_shop_info',
  tag: 'seen',
  repeat: 'read',
  toWire: ({ shopId }) => toGet('/api/v4/product/get_shop_info', { shopid: shopId }),
  fromWire(answer) {
    const body = z.object({
      name: z.string(),
      follower_count: count,
      item_count: count,
      rating_star: z.number().min(0).max(5).nullish(),
    });
    const data = readData(answer, body, NOT_FOUND);
    if (!data.ok) return data;
    const { name, follower_count: followerCount, item_count: productCount, rating_star: rating } = data.value;
    return { ok: true, value: { name, followerCount, productCount, rating: rating ?? null } };
  },
};

/** Spec 1 §7: followers come in pages of twenty. */
const FOLLOW_PAGE = 20;
export interface FollowPage {
  readonly shopId: string;
  readonly offset: number;
}
const account = z.object({ userid: wireId, username: z.string(), shopid: wireId.nullish() });
const followQuery = ({ shopId, offset }: FollowPage) => ({
  limit: String(FOLLOW_PAGE),
  offset: String(offset),
  shopid: shopId,
});
/** `next` is the number of rows on the page, which the caller adds up. A shop that hides its list has no accounts. */
function readFollows(answer: WireAnswer): Outcome<Page<Follower>> {
  const body = z.object({ accounts: z.array(z.unknown()).nullish(), nomore: z.boolean().default(false) });
  const data = readData(answer, body, NOT_FOUND);
  if (!data.ok) return data;
  const rows = data.value.accounts ?? [];
  const next = data.value.nomore || rows.length === 0 ? null : String(rows.length);
  const page = readPage(
    rows,
    account,
    (row): Follower => ({
      userId: row.userid,
      username: row.username,
      platformShopId: row.shopid ? asPlatformShopId(row.shopid) : null,
    }),
    next,
  );
  return { ok: true, value: page };
}
export const getFollowers: ShopeeCall<FollowPage, Page<Follower>> = {
  key: 'shopee-seller GET mall/get_follower_list',
  tag: 'seen',
  repeat: 'read',
  toWire: (query) => toGet('/api/v4/pages/get_follower_list', followQuery(query)),
  fromWire: readFollows,
};
/** The accounts that the shop follows. */
export const getFollowees: ShopeeCall<FollowPage, Page<Follower>> = {
  key: 'shopee-seller GET mall/get_followee_list',
  tag: 'seen',
  repeat: 'read',
  toWire: (query) => toGet('/api/v4/pages/get_followee_list', followQuery(query)),
  fromWire: readFollows,
};

export interface FollowShop {
  readonly shopId: string;
}
export const followShop: ShopeeCall<FollowShop, null> = {
  key: 'shopee-seller POST shop/follow',
  tag: 'seen',
  repeat: 'idempotent',
  toWire: ({ shopId }) => toPost('/api/v4/shop/follow', { shopid: toWireInteger(shopId) }),
  fromWire: (answer) => readDone(answer, NOT_FOUND),
};
export const unfollowShop: ShopeeCall<FollowShop, null> = {
  key: 'shopee-seller POST shop/unfollow',
  tag: 'seen',
  repeat: 'idempotent',
  toWire: ({ shopId }) => toPost('/api/v4/shop/unfollow', { shopid: toWireInteger(shopId) }),
  fromWire: (answer) => readDone(answer, NOT_FOUND),
};

export interface MallItem {
  readonly itemId: string;
  readonly shopId: string;
}
/** Error 4: the shop is frozen, or the item is gone with it (spec 1 §7). */
const FROZEN = 4;
const mallItemBody = z.object({
  error: z.number().nullish(),
  data: z.object({ itemid: wireId.nullish() }).nullish(),
  item: z.object({ itemid: wireId.nullish() }).nullish(),
});
/** Whether buyers can still see a product of the shop. Older answers have the item under `item`. */
export const getMallItem: ShopeeCall<MallItem, ShopStatus> = {
  key: 'shopee-seller GET mall/item',
  tag: 'seen',
  repeat: 'read',
  toWire: ({ itemId, shopId }) => toGet('/api/v4/item/get', { itemid: itemId, shopid: shopId }),
  fromWire(answer) {
    const body = mallItemBody.safeParse(answer.json);
    if (body.success && body.data.error === FROZEN) return { ok: true, value: 'frozen' };
    if (body.success && isSuccess(answer.status) && (body.data.data?.itemid ?? body.data.item?.itemid)) {
      return { ok: true, value: 'normal' };
    }
    const result = { kind: 'answered', ...answer } as const;
    if (!isSuccess(answer.status)) return refusalOf(result);
    const reason = isSessionGone(result) ? 'shop_login_expired' : 'shop_status_not_detected';
    return { ok: false, refusal: refusal(reason, wordsOf(answer.status, answer.json)), canRetry: false };
  },
};

/** Calls at the shop front's origin, not at the seller centre's. */
export const MALL_CALLS = [getMallShop, getFollowers, getFollowees, followShop, unfollowShop, getMallItem] as const;
