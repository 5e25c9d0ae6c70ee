import type { ConversationId, ShopId } from '@pasar/domain';

/** What the page takes from other features: the window around them gives it. */
export interface OrderCareParts {
  readonly openConversation: (conversation: {
    readonly conversationId: ConversationId;
    readonly shopId: ShopId;
  }) => void;
}
