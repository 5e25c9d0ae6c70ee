import type { PlatformConversationId, PlatformMessageId, PlatformShopId, Position } from './ids.ts';
import type { BuyerFacts } from './message.ts';

export const CONVERSATION_STATUSES = ['activated', 'closed'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

/** A conversation as a marketplace lists it. `null` means that this answer does not say. */
export interface ConversationFacts {
  readonly platformShopId: PlatformShopId;
  readonly platformConversationId: PlatformConversationId;
  readonly buyer: BuyerFacts;
  readonly status: ConversationStatus;
  readonly isPinned: boolean | null;
  readonly unreadCount: number | null;
  readonly lastMessageId: PlatformMessageId | null;
  /** Milliseconds since the epoch; orders the list. */
  readonly lastMessageAt: number | null;
  readonly sellerReadPosition: Position | null;
  readonly buyerReadPosition: Position | null;
  /** What the connector needs to speak in this conversation again (short id, ticket, ...); opaque to everybody else. */
  readonly address: Readonly<Record<string, string>>;
}

/** A setting that can be overwritten: only the newest wish for a conversation matters. */
export type ConversationSetting =
  | { readonly setting: 'read'; readonly platformMessageId: PlatformMessageId; readonly position: Position }
  | { readonly setting: 'unread' }
  | { readonly setting: 'pin'; readonly isPinned: boolean };
