import type { ConversationId, ShopId } from '@pasar/domain';

/** The way into the chat. */
export interface TeamFiguresParts {
  readonly openConversation: (conversationId: ConversationId, of: { readonly shopId: ShopId }) => void;
}
