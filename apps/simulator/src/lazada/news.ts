/** Turns events of the world into numbered items of the shop, and pushes each. */
import type { Shop, WorldEvent } from '../world/types.ts';
import type { AccsSockets } from './accs.ts';
import { type LazadaContext, strike } from './context.ts';
import { buyerReadItem, type Item, messageItem, sessionItem } from './items.ts';
import { sessionIdOf } from './session-id.ts';
import { positionOf } from './session-view.ts';

/** The items for an event. A new session is announced before its first message. */
function itemsOf(context: LazadaContext, event: WorldEvent, shop: Shop): readonly Item[] {
  const { conversation } = event;
  const session = (type: 11 | 12) =>
    sessionItem(type, conversation, shop, context.world.unreadCount(conversation), context.now());
  switch (event.kind) {
    case 'message': {
      const isKeyEchoed =
        event.message.idempotencyKey === null || strike(context, 'keyNotEchoed', shop.shopId) === null;
      const message = messageItem(conversation, event.message, shop, isKeyEchoed);
      return conversation.messages.length <= 1 ? [session(11), message] : [message];
    }
    case 'buyerRead':
      return [buyerReadItem(conversation, shop, positionOf(conversation, event.messageId))];
    case 'sellerRead':
    case 'pinned':
    case 'status':
      return [session(12)];
    case 'recalled':
      // This chat has no recall.
      return [];
    case 'opened':
      // The session is announced before its first message.
      return [];
  }
}

/** Starts publishing; returns the unsubscribe function. */
export function publishNews(context: LazadaContext, sockets: AccsSockets): () => void {
  return context.world.on((event) => {
    if (event.conversation.marketplace !== 'lazada') return;
    const shop = context.world.shop('lazada', event.conversation.shopId);
    if (shop === null) return;
    const about = {
      sessionId: sessionIdOf(event.conversation, shop),
      messageId: event.kind === 'message' ? event.message.messageId : null,
    };
    for (const item of itemsOf(context, event, shop)) {
      sockets.push({ shop }, context.news.append(shop.shopId, item, about));
    }
  });
}
