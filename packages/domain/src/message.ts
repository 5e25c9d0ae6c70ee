import type { Money, Voucher } from './goods.ts';
import type { BuyerId, PlatformConversationId, PlatformMessageId, PlatformShopId, Position } from './ids.ts';
import type { Picture } from './media.ts';
import type {
  FollowCard,
  LogisticsCard,
  OfferCard,
  RatingCard,
  RefundCard,
  StickerCard,
  VideoCard,
} from './told-cards.ts';

/** JSON as the marketplace sent it, kept so that a later version can show content that this version cannot. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export const PLACEHOLDER_KINDS = [
  'image',
  'video',
  'sticker',
  'product',
  'order',
  'voucher',
  'follow',
  'refund',
  'logistics',
  'offer',
  'rating',
  'system',
  'unknown',
] as const;
export type PlaceholderKind = (typeof PLACEHOLDER_KINDS)[number];

/**
 * The content of a message. A card carries the facts that the message itself tells; a fact that the message leaves out
 * is null and may be looked up by its id. Everything but text keeps its raw content. Content that cannot be read
 * becomes a labelled placeholder.
 */
export type MessageContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly picture: Picture; readonly wireType: string; readonly raw: Json }
  | {
      readonly type: 'products';
      readonly products: readonly ProductCard[];
      readonly wireType: string;
      readonly raw: Json;
    }
  /** An order that is named, an order that the buyer shows as theirs, or an order that the buyer is asked to confirm. */
  | {
      readonly type: 'order' | 'myOrder' | 'confirmOrder';
      readonly order: OrderCard;
      readonly wireType: string;
      readonly raw: Json;
    }
  | { readonly type: 'voucher'; readonly voucher: VoucherCard; readonly wireType: string; readonly raw: Json }
  | { readonly type: 'video'; readonly video: VideoCard; readonly wireType: string; readonly raw: Json }
  | { readonly type: 'sticker'; readonly sticker: StickerCard; readonly wireType: string; readonly raw: Json }
  | { readonly type: 'follow'; readonly follow: FollowCard; readonly wireType: string; readonly raw: Json }
  | { readonly type: 'refund'; readonly refund: RefundCard; readonly wireType: string; readonly raw: Json }
  | { readonly type: 'logistics'; readonly logistics: LogisticsCard; readonly wireType: string; readonly raw: Json }
  | { readonly type: 'offer'; readonly offer: OfferCard; readonly wireType: string; readonly raw: Json }
  | { readonly type: 'rating'; readonly rating: RatingCard; readonly wireType: string; readonly raw: Json }
  /** A remark of the marketplace itself, in its own words. */
  | { readonly type: 'notice'; readonly text: string; readonly wireType: string; readonly raw: Json }
  | { readonly type: 'placeholder'; readonly kind: PlaceholderKind; readonly wireType: string; readonly raw: Json };

/** The kind of a message without words, whether or not it can be shown. */
export function contentKind(content: Exclude<MessageContent, { type: 'text' | 'notice' }>): PlaceholderKind {
  switch (content.type) {
    case 'placeholder':
      return content.kind;
    case 'products':
      return 'product';
    case 'myOrder':
    case 'confirmOrder':
      return 'order';
    default:
      return content.type;
  }
}

/** Spec 1 §3, product message to send; `price` is what a buyer pays, `oldPrice` what it cost before. */
export interface ProductCard {
  readonly itemId: string;
  readonly title: string | null;
  readonly price: Money | null;
  readonly oldPrice: Money | null;
  readonly iconUrl: string | null;
  readonly actionUrl: string | null;
}
/** `orderId` is what the marketplace's order calls take, `orderNumber` what people read. */
export interface OrderCard {
  readonly orderId: string;
  readonly orderNumber: string | null;
  readonly status: string | null;
  readonly total: Money | null;
  readonly iconUrl: string | null;
}
export interface VoucherCard {
  readonly voucherId: string;
  readonly voucherCode: string | null;
  readonly title: string | null;
  readonly discount: Voucher['discount'] | null;
}

/** `seller` is any person answering for the shop, in Pasar or in the marketplace's own app. */
export const AUTHORS = ['buyer', 'seller', 'robot', 'system'] as const;
export type Author = (typeof AUTHORS)[number];

/** Recalled: taken back for everybody. Deleted: the shop no longer sees it; the buyer does. */
export const MESSAGE_STATUSES = ['available', 'recalled', 'deleted'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** What a person of the shop marks a message with (spec 3 §4.1, action type). */
export const MESSAGE_MARKS = ['favorite', 'pin', 'unread'] as const;
export type MessageMark = (typeof MESSAGE_MARKS)[number];

/** The message that is answered, and its words at the time of the answer. */
export interface QuoteFacts {
  readonly platformMessageId: PlatformMessageId;
  readonly hint: string;
}

/** A message as a marketplace tells it. */
export interface MessageFacts {
  readonly platformShopId: PlatformShopId;
  readonly platformConversationId: PlatformConversationId;
  readonly platformMessageId: PlatformMessageId;
  readonly position: Position;
  /** Milliseconds since the epoch, the marketplace's clock. */
  readonly sentAt: number;
  readonly author: Author;
  readonly content: MessageContent;
  readonly status: MessageStatus;
  readonly quote: QuoteFacts | null;
  /** The key we sent the message with, when the marketplace echoes it. */
  readonly idempotencyKey: string | null;
}

export interface BuyerFacts {
  readonly buyerId: BuyerId;
  readonly name: string;
  readonly avatarUrl: string | null;
}
