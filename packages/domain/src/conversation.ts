import type { PlatformConversationId, PlatformMessageId, PlatformShopId, Position } from './ids.ts';
import type { BuyerFacts, MessageMark } from './message.ts';

export const CONVERSATION_STATUSES = ['activated', 'closed'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

/**
 * The second marketplace's own tags of a session by which conversations are filtered: 'official' by spec 1 §3, the others as
 * seen in public code. Its tag of an unreplied session is left out, because Pasar knows that itself.
 */
export const SESSION_TAGS = ['official', 'ai-serving', 'ai-unresolved', 'bot-agent-service'] as const;
export type SessionTag = (typeof SESSION_TAGS)[number];

/** A conversation as a marketplace lists it. `null` means that the answer does not say. */
export interface ConversationFacts {
  readonly platformShopId: PlatformShopId;
  readonly platformConversationId: PlatformConversationId;
  readonly buyer: BuyerFacts;
  readonly status: ConversationStatus;
  readonly isPinned: boolean | null;
  readonly isMuted: boolean | null;
  readonly isFavorite: boolean | null;
  readonly unreadCount: number | null;
  readonly lastMessageId: PlatformMessageId | null;
  /** Milliseconds since the epoch; orders the list. */
  readonly lastMessageAt: number | null;
  readonly sellerReadPosition: Position | null;
  readonly buyerReadPosition: Position | null;
  /** The marketplace's own tags; absent where the answer does not say. */
  readonly tags?: readonly string[];
  /** What the connector needs to speak in this conversation again (short id, ticket, ...); no other code reads it. */
  readonly address: Readonly<Record<string, string>>;
}

/** A wish that may be carried out twice without harm; of wishes that contradict each other only the newest matters. */
export type ConversationSetting =
  | { readonly setting: 'read'; readonly platformMessageId: PlatformMessageId; readonly position: Position }
  | { readonly setting: 'unread' }
  | { readonly setting: 'pin'; readonly isPinned: boolean }
  | { readonly setting: 'mute'; readonly isMuted: boolean }
  | { readonly setting: 'favorite'; readonly isFavorite: boolean }
  /** Out of the lists until the next message, or back in them. */
  | { readonly setting: 'deleteConversation'; readonly isDeleted: boolean }
  | { readonly setting: 'recall'; readonly platformMessageId: PlatformMessageId }
  | { readonly setting: 'delete'; readonly platformMessageId: PlatformMessageId }
  | {
      readonly setting: 'mark';
      readonly platformMessageId: PlatformMessageId;
      readonly mark: MessageMark;
      readonly isMarked: boolean;
    };

/** Wishes of one slot replace each other on their way to the marketplace. */
export function settingSlot(setting: ConversationSetting): string {
  switch (setting.setting) {
    case 'read':
    case 'unread':
      return 'read';
    case 'pin':
    case 'mute':
    case 'favorite':
    case 'deleteConversation':
      return setting.setting;
    case 'recall':
    case 'delete':
      return `${setting.setting}/${setting.platformMessageId}`;
    case 'mark':
      return `mark/${setting.mark}/${setting.platformMessageId}`;
  }
}
