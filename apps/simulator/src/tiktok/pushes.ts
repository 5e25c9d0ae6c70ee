/** Push 500 for what happens in the world: messages, and read positions as command messages. */
import { COMMAND_TYPE, encodePushFrame, MESSAGE_TYPE, type NewMessageNotifyInit } from '@pasar/im-protocol';
import type { Conversation, Shop, WorldEvent } from '../world/types.ts';
import { BIZ_SERVICE_ID, FRAME_METHOD, isCompressed, pigeonCidOf, type TiktokContext } from './context.ts';
import { messageBody } from './wire.ts';

/** NewMessageNotifyType PER_USER. */
const PER_USER = 1;

/** The push for an event, or null for what is pushed nowhere public (stars, service sessions). */
export function pushFor(context: TiktokContext, event: WorldEvent, shop: Shop): Uint8Array | null {
  const notify = notifyFor(context, event, shop);
  if (notify === null) return null;
  const now = context.now();
  const head = { seqid: BigInt(now), nowMs: now, service: BIZ_SERVICE_ID, method: FRAME_METHOD };
  const headers = { x_frontier_msg_id: String(notify.nextCursor) };
  const encoding = isCompressed(context, shop) ? '__lz4' : '';
  return encodePushFrame({ ...head, headers }, { hasNewMessageNotify: notify }, `push-${now}`, encoding);
}

function notifyFor(context: TiktokContext, event: WorldEvent, shop: Shop): NewMessageNotifyInit | null {
  const { conversation } = event;
  switch (event.kind) {
    case 'message': {
      const index = context.places.indexOf(conversation, event.message.messageId);
      if (index === null) return null;
      const message = messageBody(context, conversation, { message: event.message, index }, shop);
      return { ...envelope(context, conversation, shop, index), message };
    }
    case 'sellerRead':
      return readNotify(context, conversation, shop, pigeonCidOf(shop), event.messageId);
    case 'buyerRead':
      return readNotify(context, conversation, shop, conversation.buyer.buyerId, event.messageId);
    case 'pinned':
    case 'status':
      return null;
  }
}

/** The cursors tell a client whether it missed something: `previous` is what the push before called `next`. */
function envelope(context: TiktokContext, conversation: Conversation, shop: Shop, index: bigint): NewMessageNotifyInit {
  const { previous, next } = context.places.advance(shop.shopId, index);
  return {
    conversationId: conversation.conversationId,
    conversationType: 2,
    notifyType: PER_USER,
    previousCursor: previous,
    nextCursor: next,
    indexInConversation: index,
    badgeCount: context.world.unreadCount(conversation),
  };
}

/**
 * ours: that the buyer's reading is told by the same command message (50001, command_type 1, `read_index`) as the
 * seller's own reading on another device, with the reader as sender. The keys are public, the use is not.
 */
function readNotify(
  context: TiktokContext,
  conversation: Conversation,
  shop: Shop,
  readerId: string,
  messageId: string,
): NewMessageNotifyInit | null {
  const readIndex = context.places.indexOf(conversation, messageId);
  if (readIndex === null) return null;
  const content = `{"command_type":${COMMAND_TYPE.markRead},"conversation_id":"${conversation.conversationId}","read_index":${readIndex}}`;
  return {
    ...envelope(context, conversation, shop, context.places.newest(conversation)),
    message: {
      conversationId: conversation.conversationId,
      conversationType: 2,
      conversationShortId: BigInt(conversation.conversationId),
      messageType: MESSAGE_TYPE.command,
      sender: BigInt(readerId),
      content,
      createTime: BigInt(context.now()),
    },
  };
}
