/** Buyers: profiles, blocking, and unread totals (spec 2 §7.1). */
import type { Outcome, WireAnswer } from '@pasar/connector-kit';
import { refusal } from '@pasar/domain';
import { z } from 'zod';
import { errorOf, readAnswer, wordsOf } from '../../wire/answer.ts';
import { pictureUrl, type ShopeeCall } from '../../wire/scope.ts';
import { wireId } from '../../wire/wire-json.ts';
import { done, mapOutcome, toDelete, toGet, toPost, toPut } from '../definition.ts';
import { chatPath, shopField } from './chat-wire.ts';

/** What the chat tells of a user. */
export interface ChatUser {
  readonly buyerId: string;
  readonly username: string;
  readonly avatarUrl: string | null;
  readonly country: string | null;
  readonly joinedAt: number | null;
  /** The shop has blocked this buyer. */
  readonly isBlocked: boolean;
}
export interface OneBuyer {
  readonly buyerId: string;
}
const userBody = z.object({
  id: wireId,
  username: z.string(),
  avatar: z.string().nullish(),
  country: z.string().nullish(),
  created_at: z.iso.datetime({ offset: true }).nullish(),
  is_blocked: z.boolean().default(false),
});
/** Ours: the shape is that of the login's own user (facts 1.3). */
export const user: ShopeeCall<OneBuyer, ChatUser> = {
  key: 'shopee-chat GET users/{id}',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ buyerId }, { shopId }) => toGet(chatPath(`users/${buyerId}`), { shop_id: shopId }),
  fromWire: (answer, scope) =>
    mapOutcome(
      readAnswer(answer, userBody),
      ({ id, username, avatar, country, created_at: createdAt, is_blocked: isBlocked }) => ({
        buyerId: id,
        username,
        avatarUrl: pictureUrl(scope, avatar),
        country: country || null,
        joinedAt: createdAt ? Date.parse(createdAt) : null,
        isBlocked,
      }),
    ),
};

/** The marketplace's figures about a buyer's dealings with the shop; null where it has none. */
export interface BuyerStatistics {
  readonly orderCount: number | null;
  readonly deliveredOrderCount: number | null;
  /** 0 to 5. */
  readonly rating: number | null;
}
const statisticsBody = z.object({
  delivery_order_count: z.int().nonnegative().nullish(),
  delivery_succ_count: z.int().nonnegative().nullish(),
  rating_star: z.number().min(0).max(5).nullish(),
});
/** Ours: the shape has the names of an order's buyer (facts 1.7, buyer_user). */
export const userStatistics: ShopeeCall<OneBuyer, BuyerStatistics> = {
  key: 'shopee-chat GET users/{id}/get_user_shop_statistics_info',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ buyerId }, { shopId }) =>
    toGet(chatPath(`users/${buyerId}/get_user_shop_statistics_info`), { shop_id: shopId }),
  fromWire: (answer) =>
    mapOutcome(readAnswer(answer, statisticsBody), (body) => ({
      orderCount: body.delivery_order_count ?? null,
      deliveredOrderCount: body.delivery_succ_count ?? null,
      rating: body.rating_star ?? null,
    })),
};

/** Ours: the word for a buyer who cannot be blocked while orders are open (spec 1 §8). */
const OPEN_ORDERS = 'user_has_unfinished_orders';
function fromWireBlock(answer: WireAnswer): Outcome<null> {
  if (errorOf(answer.json).error_code !== OPEN_ORDERS) return done(readAnswer(answer, z.unknown()));
  const detail = wordsOf(answer.status, answer.json);
  return { ok: false, refusal: refusal('buyer_has_open_orders', detail), canRetry: false };
}
export const blockUser: ShopeeCall<OneBuyer, null> = {
  key: 'shopee-chat PUT user/blocks/{id}',
  tag: 'ours',
  repeat: 'idempotent',
  toWire: ({ buyerId }, { shopId }) => toPut(chatPath(`user/blocks/${buyerId}`), shopField(shopId)),
  fromWire: fromWireBlock,
};
export const unblockUser: ShopeeCall<OneBuyer, null> = {
  key: 'shopee-chat DELETE user/blocks/{id}',
  tag: 'ours',
  repeat: 'idempotent',
  toWire: ({ buyerId }, { shopId }) => toDelete(chatPath(`user/blocks/${buyerId}`), { shop_id: shopId }),
  fromWire: (answer) => done(readAnswer(answer, z.unknown())),
};

export interface UserNews {
  readonly unreadCount: number;
  readonly hasNewMessage: boolean;
}
const syncBody = z.object({ unread_count: z.int().nonnegative(), have_new_msg: z.boolean() });
/** The body was seen with GET; the catalogue has POST. */
export const userSync: ShopeeCall<null, UserNews> = {
  key: 'shopee-chat POST user/sync',
  tag: 'seen',
  repeat: 'idempotent',
  toWire: (_, { shopId }) => toPost(chatPath('user/sync'), shopField(shopId)),
  fromWire: (answer) =>
    mapOutcome(readAnswer(answer, syncBody), ({ unread_count, have_new_msg }) => ({
      unreadCount: unread_count,
      hasNewMessage: have_new_msg,
    })),
};
