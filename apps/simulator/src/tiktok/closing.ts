/**
 * The end of a service session, and its new beginning. Only `closeConversation` with the buyer's id is known (facts 3.2);
 * all else is ours: when a reason is asked for, the codes of the reasons, and the refusals.
 */
import { z } from 'zod';
import type { Conversation } from '../world/types.ts';
import type { ChatCall } from './chat-call.ts';
import type { TiktokContext } from './context.ts';
import { CODES, type Envelope, failure, success } from './envelope.ts';

const OTHER = 99;
const REASON_CODES: ReadonlySet<number> = new Set([1, 2, 3, 4, OTHER]);

const closing = z.object({ pigeonUid: z.string(), reasonCode: z.int().optional(), reasonText: z.string().default('') });
const restart = z.object({ pigeonUid: z.string() });

export function closeConversation({ context, shop, body }: ChatCall): Envelope {
  const asked = closing.safeParse(body);
  if (!asked.success) return failure(CODES.badRequest, 'invalid parameter');
  const { pigeonUid, reasonCode, reasonText } = asked.data;
  const conversation = context.world.conversationWith('tiktok', shop.shopId, pigeonUid);
  if (conversation === null) return failure(CODES.badRequest, 'user not found');
  if (conversation.status === 'closed') return success({});
  const isFilled =
    reasonCode !== undefined && REASON_CODES.has(reasonCode) && (reasonCode !== OTHER || reasonText !== '');
  if (!isFilled && (reasonCode !== undefined || needsReason(context, conversation))) {
    return failure(CODES.reasonForm, 'submit the reason code form');
  }
  context.world.setStatus('tiktok', conversation.conversationId, 'closed');
  return success({});
}

export function restartConversation({ context, shop, body }: ChatCall): Envelope {
  const asked = restart.safeParse(body);
  if (!asked.success) return failure(CODES.badRequest, 'invalid parameter');
  const conversation = context.world.conversationWith('tiktok', shop.shopId, asked.data.pigeonUid);
  if (conversation === null) return failure(CODES.badRequest, 'user not found');
  if (context.seats.has(conversation.conversationId)) {
    return failure(CODES.seatChatting, 'another customer service is chatting');
  }
  context.world.setStatus('tiktok', conversation.conversationId, 'activated');
  return success({});
}

/** The buyer has written last, or a case of the buyer is open. */
function needsReason({ trade }: TiktokContext, { shopId, buyer, messages }: Conversation): boolean {
  const last = messages.findLast(({ from }) => from !== 'system');
  const isCaseOpen = trade
    .of('tiktok', shopId)
    .orders.some(
      ({ buyerId, status }) => buyerId === buyer.buyerId && (status === 'cancelRequested' || status === 'returning'),
    );
  return last?.from === 'buyer' || isCaseOpen;
}
