import type { ConversationFacts, ConversationStatus } from './conversation.ts';
import type { PlatformConversationId, PlatformMessageId, PlatformShopId, Position } from './ids.ts';
import type { MessageFacts, MessageMark, MessageStatus } from './message.ts';

interface InConversation {
  readonly platformShopId: PlatformShopId;
  readonly platformConversationId: PlatformConversationId;
}

/** Everything that can happen at a marketplace, as far as chat goes: one closed union, handled by a table. */
export type DomainEvent =
  | { readonly kind: 'conversation.listed'; readonly conversation: ConversationFacts }
  /** `live` came by socket and may be new; `history` was asked for and never counts as unread by itself. */
  | { readonly kind: 'message.received'; readonly message: MessageFacts; readonly via: 'live' | 'history' }
  | ({ readonly kind: 'conversation.readBySeller'; readonly position: Position } & InConversation)
  /** Everything was read, and a person of the shop marked the conversation unread at the marketplace. */
  | ({ readonly kind: 'conversation.markedUnread' } & InConversation)
  | ({ readonly kind: 'conversation.readByBuyer'; readonly position: Position } & InConversation)
  | ({ readonly kind: 'conversation.pinned'; readonly isPinned: boolean } & InConversation)
  | ({ readonly kind: 'conversation.muted'; readonly isMuted: boolean } & InConversation)
  | ({ readonly kind: 'conversation.favorited'; readonly isFavorite: boolean } & InConversation)
  /** The buyer is writing, or has stopped. A moment: passed on to the windows, never stored. */
  | ({ readonly kind: 'conversation.typing'; readonly isTyping: boolean } & InConversation)
  /** A withdrawn message never becomes available again. */
  | ({
      readonly kind: 'message.withdrawn';
      readonly platformMessageId: PlatformMessageId;
      readonly status: Exclude<MessageStatus, 'available'>;
    } & InConversation)
  | ({
      readonly kind: 'message.marked';
      readonly platformMessageId: PlatformMessageId;
      readonly mark: MessageMark;
      readonly isMarked: boolean;
    } & InConversation)
  /** The buyer has answered a rating card that the shop sent; `stars` are of five. */
  | ({
      readonly kind: 'message.rated';
      readonly platformMessageId: PlatformMessageId;
      readonly stars: number;
    } & InConversation)
  /** A person of the shop deleted the conversation at the marketplace, up to this message. */
  | ({ readonly kind: 'conversation.deleted'; readonly position: Position } & InConversation)
  | ({ readonly kind: 'conversation.statusChanged'; readonly status: ConversationStatus } & InConversation);
export type DomainEventKind = DomainEvent['kind'];
