import type { ConversationId, ShopId } from '@pasar/domain';

/** The way into the chat. */
export interface RemarksParts {
  readonly openConversation: (conversation: {
    readonly conversationId: ConversationId;
    readonly shopId: ShopId;
  }) => void;
}
