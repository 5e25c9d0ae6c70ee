/**
 * Items of the push socket, `sync` and the message list: `{header:{type}, body:{typeData, layoutData, templateData}}`
 * (facts 2.2). Header types: 1 message, 4 read receipt, 11 and 12 session update.
 */
import type { Conversation, Message, Shop } from '../world/types.ts';
import { BUYER_TYPE, SELLER_TYPE, sessionIdOf } from './session-id.ts';
import { sessionView } from './session-view.ts';
import { templateDataOf, templateOf } from './templates.ts';

export interface Item {
  readonly header: { readonly type: number };
  readonly body: Readonly<Record<string, unknown>>;
}

/** `isKeyEchoed` false: `bizUnique` is a key that the marketplace made up instead of the sender's. */
export function messageItem(conversation: Conversation, message: Message, shop: Shop, isKeyEchoed: boolean): Item {
  const isFromBuyer = message.from === 'buyer';
  const buyer = { id: conversation.buyer.buyerId, type: BUYER_TYPE };
  const seller = { id: shop.userId, type: SELLER_TYPE };
  const [from, to] = isFromBuyer ? [buyer, seller] : [seller, buyer];
  const key = isKeyEchoed ? message.idempotencyKey : null;
  return {
    header: { type: 1 },
    body: {
      typeData: {
        mid: message.messageId,
        sid: sessionIdOf(conversation, shop),
        from: from.id,
        fromType: from.type,
        to: to.id,
        toType: to.type,
        sendTime: message.acceptedAt,
        bizUnique: key ?? `m_${message.messageId}`,
        status: 0,
        // Ours: the names of the client that wrote a message; only those of robots are publicly known.
        ext: { fromCode: message.from === 'sellerApp' ? 'im_app' : 'im_web' },
      },
      layoutData: { card: templateOf(message.kind) },
      templateData: templateDataOf(message),
    },
  };
}

/** Ours: the reader's and the position's names follow other items. Known of a read receipt: header type 4 and `sid`. */
export function buyerReadItem(conversation: Conversation, shop: Shop, readUntil: number): Item {
  return {
    header: { type: 4 },
    body: {
      typeData: {
        sid: sessionIdOf(conversation, shop),
        from: conversation.buyer.buyerId,
        fromType: BUYER_TYPE,
        to: shop.userId,
        toType: SELLER_TYPE,
        toPosition: String(readUntil),
      },
    },
  };
}

/** Ours: 11 for a new session, 12 for a changed session; the difference between the two is not publicly known. */
export function sessionItem(type: 11 | 12, conversation: Conversation, shop: Shop, unread: number, now: number): Item {
  return { header: { type }, body: { typeData: sessionView(conversation, shop, unread, now) } };
}
