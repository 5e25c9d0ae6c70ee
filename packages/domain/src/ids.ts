/**
 * Branded identifiers. Marketplace ids are 64-bit and stay decimal strings from parse to screen; ours are UUIDs.
 * Each brand is made in exactly one place: `asX` here, called where `unknown` is parsed.
 */
declare const brand: unique symbol;
export type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

export type AccountId = Branded<string, 'AccountId'>;
export type MemberId = Branded<string, 'MemberId'>;
export type ConnectionId = Branded<string, 'ConnectionId'>;
export type ShopId = Branded<string, 'ShopId'>;
export type ConversationId = Branded<string, 'ConversationId'>;
export type MessageId = Branded<string, 'MessageId'>;
export type DeliveryId = Branded<string, 'DeliveryId'>;

export type PlatformShopId = Branded<string, 'PlatformShopId'>;
export type PlatformConversationId = Branded<string, 'PlatformConversationId'>;
export type PlatformMessageId = Branded<string, 'PlatformMessageId'>;
export type BuyerId = Branded<string, 'BuyerId'>;

/**
 * Where a message stands in its conversation: a non-negative decimal string below 2^63, comparable only inside one
 * conversation. Shopee: the message id; Lazada: send time; TikTok: index_in_conversation.
 */
export type Position = Branded<string, 'Position'>;

export const asAccountId = (value: string): AccountId => value as AccountId;
export const asMemberId = (value: string): MemberId => value as MemberId;
export const asConnectionId = (value: string): ConnectionId => value as ConnectionId;
export const asShopId = (value: string): ShopId => value as ShopId;
export const asConversationId = (value: string): ConversationId => value as ConversationId;
export const asMessageId = (value: string): MessageId => value as MessageId;
export const asDeliveryId = (value: string): DeliveryId => value as DeliveryId;
export const asPlatformShopId = (value: string): PlatformShopId => value as PlatformShopId;
export const asPlatformConversationId = (value: string): PlatformConversationId => value as PlatformConversationId;
export const asPlatformMessageId = (value: string): PlatformMessageId => value as PlatformMessageId;
export const asBuyerId = (value: string): BuyerId => value as BuyerId;

const MAX_POSITION = 2n ** 63n - 1n;

/** The position a wire value names, or null when it is not a non-negative 64-bit decimal. */
export function parsePosition(value: string): Position | null {
  if (!/^(0|[1-9][0-9]{0,18})$/.test(value)) return null;
  return BigInt(value) <= MAX_POSITION ? (value as Position) : null;
}

/** Negative, zero or positive, as `Array.prototype.sort` expects. */
export function comparePositions(left: Position, right: Position): number {
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : left > right ? 1 : 0;
}
