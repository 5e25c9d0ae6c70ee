import {
  AUTHORS,
  AUTOMATIC_CAUSES,
  CLOSING_REASONS,
  CONNECTION_STATES,
  CONVERSATION_STATUSES,
  COUNTRIES,
  type ConnectionStateName,
  type ConversationId,
  DELIVERY_MARKS,
  type DeliveryId,
  type Json,
  MARKETPLACES,
  MESSAGE_MARKS,
  MESSAGE_STATUSES,
  type MessageId,
  PERMISSION_KEYS,
  PLACEHOLDER_KINDS,
  type Position,
  parsePosition,
  REASON_CODES,
  type ShopId,
} from '@pasar/domain';
import { z } from 'zod';
import { orderCardView, outgoingView, productCardView, voucherCardView } from './cards.ts';
import { offerView } from './offers.ts';
import { orderSummary } from './orders.ts';
import {
  followCardView,
  logisticsCardView,
  offerCardView,
  ratingCardView,
  refundCardView,
  stickerCardView,
  videoCardView,
} from './told-cards.ts';
import { voucherHead } from './vouchers.ts';

/** Times are milliseconds since the epoch; ids of Pasar's are UUIDs, ids of marketplaces decimal strings. */
export const shopId = z.uuid().transform((value) => value as ShopId);
export const conversationId = z.uuid().transform((value) => value as ConversationId);
export const messageId = z.uuid().transform((value) => value as MessageId);
export const deliveryId = z.uuid().transform((value) => value as DeliveryId);
export const position = z
  .string()
  .refine((value) => parsePosition(value) !== null, 'not a position')
  .transform((value) => value as Position);
const time = z.number().int().nonnegative();
const json = z.json().transform((value) => value as Json);

export const refusalView = z.object({ reason: z.enum(REASON_CODES), detail: z.string().nullable() });

const kept = { wireType: z.string(), raw: json };
export const pictureView = z.object({
  url: z.string(),
  thumbUrl: z.string().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
});
/** A marketplace's facts about the order, voucher or offer that a message's card names, no more than the card shows. */
export const cardDetailView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('order'),
    order: orderSummary.extend({
      /** Why the status is unknown, with the marketplace's own word; null for every other status. */
      unknownStatus: refusalView.nullable(),
    }),
  }),
  z.object({
    kind: z.literal('voucher'),
    voucher: voucherHead.extend({ title: z.string() }),
  }),
  z.object({ kind: z.literal('offer'), offer: offerView }),
]);
export type CardDetailView = z.infer<typeof cardDetailView>;

export const contentView = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), picture: pictureView, ...kept }),
  z.object({ type: z.literal('products'), products: z.array(productCardView), ...kept }),
  z.object({ type: z.enum(['order', 'myOrder', 'confirmOrder']), order: orderCardView, ...kept }),
  z.object({ type: z.literal('voucher'), voucher: voucherCardView, ...kept }),
  z.object({ type: z.literal('video'), video: videoCardView, ...kept }),
  z.object({ type: z.literal('sticker'), sticker: stickerCardView, ...kept }),
  z.object({ type: z.literal('follow'), follow: followCardView, ...kept }),
  z.object({ type: z.literal('refund'), refund: refundCardView, ...kept }),
  z.object({ type: z.literal('logistics'), logistics: logisticsCardView, ...kept }),
  z.object({ type: z.literal('offer'), offer: offerCardView, ...kept }),
  z.object({ type: z.literal('rating'), rating: ratingCardView, ...kept }),
  z.object({ type: z.literal('notice'), text: z.string(), ...kept }),
  z.object({ type: z.literal('placeholder'), kind: z.enum(PLACEHOLDER_KINDS), wireType: z.string(), raw: json }),
]);

export type ContentView = z.infer<typeof contentView>;

/** A shop, its health, and how many messages wait in it. */
export const shopView = z.object({
  shopId,
  marketplace: z.enum(MARKETPLACES),
  platformShopId: z.string(),
  name: z.string(),
  alias: z.string().nullable(),
  country: z.enum(COUNTRIES),
  isCb: z.boolean(),
  connectionId: z.uuid(),
  connection: z.object({
    state: z.enum(CONNECTION_STATES as [ConnectionStateName, ...ConnectionStateName[]]),
    refusal: refusalView.nullable(),
  }),
  unreadCount: z.number().int().nonnegative(),
  /** Conversations in which a buyer waits for an answer. */
  waitingCount: z.number().int().nonnegative(),
  /** When the first answer to them is due; null when nobody waits. */
  firstDueAt: time.nullable(),
  isOnVacation: z.boolean(),
  /**
   * The seller has chosen a proxy for the shop. A browser, which has another address, must fetch nothing of such a shop
   * itself.
   */
  isIsolated: z.boolean(),
  /** Items of the shop's login that could not be read or stored in the last 30 days. They are shown nowhere. */
  unreadableCount: z.number().int().nonnegative(),
});
export type ShopView = z.infer<typeof shopView>;

/** The order and the hidden shops of one member's shop list. Shops that are in neither list come last. */
export const arrangementView = z.object({ order: z.array(shopId), hidden: z.array(shopId) });
export type ArrangementView = z.infer<typeof arrangementView>;

export const closingView = z.object({
  memberId: z.uuid(),
  /** Null where the marketplace asked for none. */
  reason: z.enum(CLOSING_REASONS).nullable(),
  words: z.string(),
  at: time,
});
export type ClosingView = z.infer<typeof closingView>;

export const conversationView = z.object({
  conversationId,
  shopId,
  buyer: z.object({ buyerId: z.string(), name: z.string(), avatarUrl: z.string().nullable() }),
  status: z.enum(CONVERSATION_STATUSES),
  isPinned: z.boolean(),
  isMuted: z.boolean(),
  isFavorite: z.boolean(),
  /** The shop has blocked the buyer, as far as the marketplace has told. */
  isBuyerBlocked: z.boolean(),
  unreadCount: z.number().int().nonnegative(),
  /** Unreplied: the last message is addressed to the shop (spec 1 §4), a robot's answer apart, also when set aside. */
  isUnreply: z.boolean(),
  /** When the oldest unanswered message came; null when all are answered, and while the conversation is set aside. */
  waitingSince: time.nullable(),
  /** When the answer is due, by the rule of the shop's marketplace or the account's own; null while no buyer waits. */
  dueAt: time.nullable(),
  /** A member said that no answer is needed, and the buyer has not written since. */
  isSetAside: z.boolean().default(false),
  /** A member deleted it, and nobody has written since: it is in the tab `deleted` alone. */
  isDeleted: z.boolean().default(false),
  /** Who closed it in Pasar, and why; null for a conversation that is open, or was closed elsewhere. */
  closing: closingView.nullable().default(null),
  /** The member who answers this buyer; null for nobody. */
  assigneeId: z.uuid().nullable().default(null),
  /** The tags of the buyer in this shop. One that is not among the account's tags was deleted, and is not shown. */
  tagIds: z.array(z.uuid()).default([]),
  /** When the buyer last wrote; null when no message of the buyer is known. */
  buyerWroteAt: time.nullable(),
  lastMessageAt: time,
  lastMessage: z
    .object({
      author: z.enum(AUTHORS),
      text: z.string().nullable(),
      placeholder: z.enum(PLACEHOLDER_KINDS).nullable(),
      status: z.enum(MESSAGE_STATUSES).default('available'),
    })
    .nullable(),
  sellerReadPosition: position.nullable(),
  buyerReadPosition: position.nullable(),
});
export type ConversationView = z.infer<typeof conversationView>;

/** The message that is quoted, with its words at the time of the quote. */
export const quoteView = z.object({ platformMessageId: z.string(), hint: z.string() });
export type QuoteView = z.infer<typeof quoteView>;

/**
 * A message as the marketplace holds it. `clientId` links a message that Pasar sent to the pending entry it settles.
 */
export const messageView = z.object({
  messageId,
  conversationId,
  platformMessageId: z.string(),
  position,
  sentAt: time,
  author: z.enum(AUTHORS),
  content: contentView,
  status: z.enum(MESSAGE_STATUSES),
  quote: quoteView.nullable(),
  marks: z.array(z.enum(MESSAGE_MARKS)),
  clientId: z.uuid().nullable(),
  /** What the member wrote, where the content is its translation. */
  original: z.string().optional(),
  /** The member who sent it from here. */
  memberId: z.uuid().optional(),
  /** Why Pasar sent it without a person. */
  cause: z.enum(AUTOMATIC_CAUSES).optional(),
});
export type MessageView = z.infer<typeof messageView>;

/**
 * An outgoing message on its way. Shown behind the message at `anchorPosition` (null: first) until `mark` is `sent`;
 * then the message itself, with the same `clientId`, takes its place.
 */
export const deliveryView = z.object({
  deliveryId,
  clientId: z.uuid(),
  conversationId,
  shopId,
  /** The member who wrote it or began its task; null for an automatic answer. */
  memberId: z.uuid().nullable(),
  /** Why it is sent without a person; null for a message that a member wrote. */
  cause: z.enum(AUTOMATIC_CAUSES).nullable().default(null),
  content: outgoingView,
  quote: quoteView.nullable(),
  /** What the member wrote, where `text` is its translation. */
  original: z.string().optional(),
  mark: z.enum(DELIVERY_MARKS),
  /** Pending, and the marketplace did not answer: the message is looked for, and delays no other message. */
  isInDoubt: z.boolean(),
  refusal: refusalView.nullable(),
  createdAt: time,
  anchorPosition: position.nullable(),
});
export type DeliveryView = z.infer<typeof deliveryView>;

/** The signed-in member, with the rights (`Grant` of the domain) by which server and client judge alike. */
export const memberView = z.object({
  memberId: z.uuid(),
  accountId: z.uuid(),
  accountName: z.string(),
  username: z.string(),
  name: z.string(),
  isMain: z.boolean(),
  /** For the main account all keys. */
  permissionCodeList: z.array(z.enum(PERMISSION_KEYS)),
  /** Whether an empty list of a sub-account means every key (spec 1 §6); a setting of the server. */
  emptyMeansAll: z.boolean(),
});
export type MemberView = z.infer<typeof memberView>;
