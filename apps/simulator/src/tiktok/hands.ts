/** The buyer's phone and the seller's own app: gives their actions to the IM server as commands of their side. */
import { ActionType, COMMANDS, InputStatus, type Response, STATUS } from '@pasar/im-protocol';
import type { ChatHands, ChatView, Conversation } from '../world/types.ts';
import type { TiktokContext } from './context.ts';
import { namesOf } from './im-chat.ts';
import { isRatingCard } from './rating.ts';
import { pigeonCidOf, shopOf } from './shops.ts';

type HandsContext = Pick<TiktokContext, 'world' | 'im' | 'typing' | 'seats'>;

const MARKS: ReadonlyMap<number, ChatView['marks'][number]['mark']> = new Map([
  [ActionType.FAVORITE, 'favorite'],
  [ActionType.PIN, 'pin'],
  [ActionType.UNREAD, 'unread'],
]);

function viewOf({ world, im, typing }: HandsContext, conversation: Conversation): ChatView {
  const { conversations, users } = im.server.state;
  const { conversationId } = conversation;
  const seller = pigeonCidOf(shopOf(world, conversation));
  const member = conversations.get(conversationId)?.members.get(seller);
  const marks = [...(users.get(seller)?.marks.values() ?? [])].filter(({ shortId }) => shortId === conversationId);
  return {
    isMuted: member?.isMuted ?? false,
    isFavorite: (member?.favoriteTime ?? 0n) > 0n,
    isSellerTyping: typing.has(conversation),
    marks: marks.flatMap(({ messageId, action }) => {
      const mark = MARKS.get(action);
      return mark === undefined ? [] : [{ messageId, mark }];
    }),
  };
}

const refusalOf = ({ statusCode, errorDesc }: Response): string | null => (statusCode === STATUS.OK ? null : errorDesc);

export const createHands = (context: HandsContext): ChatHands => ({
  view: (conversation) => viewOf(context, conversation),
  typing: (conversation, isTyping) => {
    const status = isTyping ? InputStatus.TYPING : InputStatus.CLEAR_INPUT;
    const body = { ...namesOf(conversation), status };
    return refusalOf(context.im.act(conversation.buyer.buyerId, conversation, COMMANDS.inputStatus, body));
  },
  recall: (conversation, messageId, by) => {
    const userId = by === 'buyer' ? conversation.buyer.buyerId : pigeonCidOf(shopOf(context.world, conversation));
    const body = { ...namesOf(conversation), serverMessageId: BigInt(messageId) };
    return refusalOf(context.im.act(userId, conversation, COMMANDS.recallMessage, body));
  },
  deleteConversation: (conversation) => {
    const body = { ...namesOf(conversation), lastMessageIndex: 0n };
    const seller = pigeonCidOf(shopOf(context.world, conversation));
    return refusalOf(context.im.act(seller, conversation, COMMANDS.deleteConversation, body));
  },
  rate: (conversation, messageId, stars) => {
    const card = conversation.messages.find((message) => message.messageId === messageId);
    if (card === undefined || !isRatingCard(card)) return 'not a rating card of the shop';
    const seller = pigeonCidOf(shopOf(context.world, conversation));
    const { conversationShortId } = namesOf(conversation);
    const allowed = context.im.act(seller, conversation, COMMANDS.ticket, { conversationShortId });
    const body = {
      conversationShortId,
      messageId: BigInt(messageId),
      ticket: COMMANDS.ticket.response.read(allowed.body)?.ticket ?? '',
      ext: { score: String(stars) },
    };
    return refusalOf(context.im.act(seller, conversation, COMMANDS.modifyMessageExt, body));
  },
  chat: ({ conversationId }, isChatting) => {
    if (isChatting) context.seats.add(conversationId);
    else context.seats.delete(conversationId);
  },
  onSellerTyping: context.typing.on,
});
