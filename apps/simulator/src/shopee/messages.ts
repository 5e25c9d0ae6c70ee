/** Webchat calls about messages, and the outcomes of a send (facts 1.5). */
import { z } from 'zod';
import type { Conversation, PostMessage, Shop } from '../world/types.ts';
import { type Answer, answer, type ChatRoute, type ShopeeContext, strike } from './context.ts';
import { BAD_PARAMETER, CHAT_BASE, findConversation, NOT_FOUND } from './conversations.ts';
import { limitReached } from './send-limits.ts';
import { sentContent } from './sent-cards.ts';
import { messageView, sentView } from './views.ts';

const MAX_LIMIT = 100;
const id = z.union([z.number(), z.bigint(), z.string()]).transform(String);
const sendBody = z.object({
  request_id: z.string().min(1),
  to_id: id,
  type: z.string().min(1),
  content: z.record(z.string(), z.unknown()),
  shop_id: id,
  conversation_id: id.optional(),
});

/** Status and body as the facts propose them; the real ones were not seen. */
const CONVERSATION_CLOSED: Answer = answer(
  { error_code: 'conversation_closed', message: 'conversation is closed' },
  400,
);

/** Ours: only a video that was uploaded for the conversation, and reported, can be sent. */
const isUploaded = ({ videos }: ShopeeContext, { conversationId }: Conversation, { vid }: Record<string, unknown>) => {
  const video = typeof vid === 'string' ? videos.get(vid) : undefined;
  return video?.isReported === true && video.conversationId === conversationId;
};
const VIDEO_UNKNOWN: Answer = answer({ error_code: 'video_not_found', message: 'video not found' }, 400);

/** Ours: newest first; `offset` counts messages from the newest. The real order was not recorded. */
const listMessages: ChatRoute['handle'] = (context, caller, input) => {
  const found = findConversation(context, caller, input);
  if (found === null) return NOT_FOUND;
  const offset = Number(input.query.offset ?? '0');
  const limit = Number(input.query.limit ?? '20');
  if (!Number.isInteger(offset) || offset < 0 || !Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    return BAD_PARAMETER;
  }
  const { shop, conversation } = found;
  const messages = conversation.messages.toReversed().slice(offset, offset + limit);
  return answer(messages.map((message) => messageView(context, shop, conversation, message)));
};

const sendMessage: ChatRoute['handle'] = (context, { login }, input) => {
  const body = sendBody.safeParse(input.body);
  if (!body.success || !login.shopIds.includes(body.data.shop_id)) return BAD_PARAMETER;
  const { request_id: requestId, to_id: buyerId, type: kind, content, shop_id: shopId } = body.data;
  const { conversation_id: conversationId } = body.data;
  const shop = context.world.shop('shopee', shopId);
  const conversation = context.world.conversationWith('shopee', shopId, buyerId);
  if (shop === null || conversation === null) return NOT_FOUND;
  // Ours: a conversation id that is not the buyer's is refused.
  if (conversationId !== undefined && conversation.conversationId !== conversationId) return NOT_FOUND;
  if (kind === 'text' && (typeof content.text !== 'string' || content.text === '')) return BAD_PARAMETER;
  if (conversation.status !== 'activated') return CONVERSATION_CLOSED;
  const isRepeat = conversation.messages.some((message) => message.idempotencyKey === requestId);
  const limited = isRepeat ? null : limitReached(context, conversation, content.text);
  if (limited !== null) return limited;
  if (kind === 'video' && !isUploaded(context, conversation, content)) return VIDEO_UNKNOWN;

  const { uid: _uid, ...plain } = content;
  const sent = sentContent(context.trade.of('shopee', shopId), buyerId, kind, plain);
  if (!sent.ok) return sent.answer;
  if (strike(context, 'keyNotEchoed', shopId) !== null) context.withoutKey.add(requestId);
  const accept = (): Answer =>
    acceptSend(context, shop, conversation, {
      marketplace: 'shopee',
      shopId,
      buyerId,
      from: 'seller',
      kind,
      content: sent.content,
      idempotencyKey: requestId,
      honoursKey: !isRepeat || strike(context, 'keyNotHonoured', shopId) === null,
    });
  const late = strike(context, 'acceptedLate', shopId);
  if (late !== null) {
    context.later(late.delayMs, accept);
    return { kind: 'cut' };
  }
  const accepted = accept();
  return strike(context, 'answerLost', shopId) === null ? accepted : { kind: 'cut' };
};

function acceptSend(context: ShopeeContext, shop: Shop, conversation: Conversation, command: PostMessage): Answer {
  const { message } = context.world.post(command);
  return answer(sentView(context, shop, conversation, message));
}

export const MESSAGE_ROUTES: readonly ChatRoute[] = [
  { method: 'GET', path: `${CHAT_BASE}/conversations/:id/messages`, provenance: 'seen', handle: listMessages },
  { method: 'POST', path: `${CHAT_BASE}/messages`, provenance: 'seen', handle: sendMessage },
];
