import { CALLS, type MemberView } from '@pasar/api';
import { isFormFilled, offers } from '@pasar/domain';
import { succeeded } from '../../call-result.ts';
import { answering, GONE, refused } from './answers.ts';
import type { ChatModel } from './chat-model.ts';
import type { ShopsModel } from './shops-model.ts';

/** The end of a service conversation: the model's marketplace asks for a reason while the buyer has written last. */
export class ClosingModel {
  /** Conversations in which another member of the shop's customer service chats. */
  readonly seats = new Set<string>();
  readonly answers;

  constructor(chat: ChatModel, shops: ShopsModel, member: () => MemberView, now: () => number) {
    const isOffered = (shopId: string) => {
      const shop = shops.byId.get(shopId);
      return shop !== undefined && offers(shop.marketplace, 'buyers.closeConversation');
    };
    this.answers = [
      answering(CALLS.closing.closeConversation, ({ conversationId, isClosed, reason, words }) => {
        const held = chat.conversations.get(conversationId);
        if (held === undefined) return GONE;
        if (!isOffered(held.shopId)) return refused('not_offered', 'The marketplace does not offer this.');
        if (!isClosed) {
          if (this.seats.has(conversationId)) return refused('another_member_chatting', CHATTING);
          chat.setConversation({ ...held, status: 'activated', closing: null });
          return succeeded({});
        }
        const isFilled = reason !== undefined && isFormFilled({ reason, words });
        if (!isFilled && (reason !== undefined || held.isUnreply)) return refused('reason_form_required', NO_REASON);
        const closing = { memberId: member().memberId, reason: reason ?? null, words, at: now() };
        const isSetAside = held.isSetAside || held.waitingSince !== null;
        chat.setConversation({ ...held, status: 'closed', closing, isSetAside, waitingSince: null, dueAt: null });
        return succeeded({});
      }),
    ];
  }
}
const CHATTING = 'Another member is chatting with this buyer. Wait until they are done.';
const NO_REASON = 'The marketplace wants a reason. Choose one to close the conversation.';
