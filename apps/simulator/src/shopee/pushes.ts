/** Pushes the world's events to the sockets, with the faults that strike a push. */
import type { Conversation, WorldEvent } from '../world/types.ts';
import { numericId } from './accounts.ts';
import { type ShopeeContext, strike } from './context.ts';
import { writeJson } from './json.ts';
import type { ChatSockets } from './socket.ts';
import { messageView, statusWord } from './views.ts';

/** Starts pushing; returns the function that stops it. */
export function publishPushes(context: ShopeeContext, sockets: ChatSockets): () => void {
  const held = new Map<string, unknown[]>();
  const wrap = createEnvelopes();
  return context.world.on((event) => {
    if (event.conversation.marketplace !== 'shopee') return;
    const { shopId } = event.conversation;
    const content = contentOf(context, event);
    if (content === null || strike(context, 'socketMuted', shopId) !== null) return;
    const envelope = wrap(content.type, content.content);
    if (strike(context, 'socketReordered', shopId) !== null) {
      held.set(shopId, [...(held.get(shopId) ?? []), envelope]);
      return;
    }
    const copies = strike(context, 'socketDuplicated', shopId) === null ? [envelope] : [envelope, envelope];
    const leaving = [...copies, ...(held.get(shopId) ?? [])];
    held.delete(shopId);
    const tell = (): void => {
      for (const each of leaving) sockets.tell(shopId, each);
    };
    const delayed = strike(context, 'socketDelayed', shopId);
    if (delayed === null) tell();
    else context.later(delayed.delayMs, tell);
  });
}

/** All three envelopes were seen: the content as JSON text, as an object, and one level deeper under `data`. */
function createEnvelopes(): (type: string, content: unknown) => unknown {
  let count = 0;
  return (type, content) => {
    count += 1;
    if (count % 3 === 1) return { message_type: type, message_content: writeJson(content) };
    const envelope = { message_type: type, message_content: content };
    return count % 3 === 2 ? envelope : { data: envelope };
  };
}

interface PushContent {
  readonly type: string;
  readonly content: unknown;
}

const place = ({ conversationId, shopId }: Conversation) => ({
  conversation_id: conversationId,
  shop_id: numericId(shopId),
});

/** The `message` envelope was seen. ours: the envelopes of reads, pins and statuses. */
function contentOf(context: ShopeeContext, event: WorldEvent): PushContent | null {
  const { conversation } = event;
  const shop = context.world.shop('shopee', conversation.shopId);
  if (shop === null) return null;
  switch (event.kind) {
    case 'recalled':
      // This chat has no recall.
      return null;
    case 'opened':
      // Nobody is told of a conversation without a message.
      return null;
    case 'message':
      return { type: 'message', content: messageView(context, shop, conversation, event.message) };
    case 'sellerRead':
    case 'buyerRead': {
      const reader = event.kind === 'buyerRead' ? conversation.buyer.buyerId : shop.userId;
      const content = { ...place(conversation), user_id: numericId(reader), last_read_message_id: event.messageId };
      return { type: 'conversation_read', content };
    }
    case 'pinned':
      return { type: 'conversation_pin', content: { ...place(conversation), pinned: conversation.isPinned } };
    case 'status':
      return { type: 'conversation_status', content: { ...place(conversation), status: statusWord(conversation) } };
  }
}
