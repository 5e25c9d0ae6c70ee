import type { Conversation, Shop } from '../world/types.ts';

/** Account types on this marketplace: 1 buyer, 2 seller (facts 2.2). */
export const BUYER_TYPE = 1;
export const SELLER_TYPE = 2;
/** The type of a session between one buyer and one seller. */
export const SESSION_TYPE = 103;

/** The session id `1#103#<buyer>#1#<seller>#2`, by which every call names a conversation (facts 2.2). */
export const toSessionId = (buyerId: string, sellerId: string): string =>
  `1#${SESSION_TYPE}#${buyerId}#${BUYER_TYPE}#${sellerId}#${SELLER_TYPE}`;

export const sessionIdOf = (conversation: Conversation, shop: Shop): string =>
  toSessionId(conversation.buyer.buyerId, shop.userId);

/** The buyer in a session id of this seller; null for any other text. */
export function buyerOfSessionId(sessionId: string, sellerId: string): string | null {
  const match = /^1#103#([0-9]+)#1#([0-9]+)#2$/.exec(sessionId);
  return match?.[1] !== undefined && match[2] === sellerId ? match[1] : null;
}
