/** A chat message from the wire (facts 3.4 and 4.8). */

import type { Unreadable } from '@pasar/connector-kit';
import {
  type Author,
  asPlatformConversationId,
  asPlatformMessageId,
  type MessageContent,
  type MessageFacts,
  type MessageStatus,
  parsePosition,
  type QuoteFacts,
} from '@pasar/domain';
import { encodeMessageBody, MESSAGE_TYPE, type MessageBody } from '@pasar/im-protocol';
import type { ShopAccess } from '../auth/shop-access.ts';
import { fromWireContent } from '../calls/content.ts';
import { isGreeting, isRemark, RATING_CARD } from '../calls/kinds.ts';

export type MessageReading =
  | { readonly kind: 'message'; readonly facts: MessageFacts }
  | { readonly kind: 'unreadable'; readonly item: Unreadable };

export const CLIENT_MESSAGE_ID = 's:client_message_id';
const IS_RECALLED = 's:is_recalled';
const DISABLED = 1;

/**
 * Roles: 1 buyer, 2 agent, 3 robot, 4 allocation event. Without a role, the sender decides. Ours: a remark has no
 * author.
 */
function authorOf(body: MessageBody, shop: ShopAccess): Author {
  const wireType = wireTypeOf(body);
  if (isGreeting(wireType)) return 'robot';
  // A request to rate is a remark, unless a person of the shop sent it.
  const isSentByShop = wireType === RATING_CARD && body.ext.sender_role === '2';
  if (isRemark(wireType) && !isSentByShop) return 'system';
  switch (body.ext.sender_role) {
    case '1':
      return 'buyer';
    case '2':
      return 'seller';
    case '3':
      return 'robot';
    case '4':
      return 'system';
    default:
      return String(body.sender) === shop.pigeonCid ? 'seller' : 'buyer';
  }
}

const wireTypeOf = ({ messageType, ext }: MessageBody): string =>
  messageType === MESSAGE_TYPE.shopChat ? (ext.type ?? '') : `message_type ${messageType}`;

const contentOf = (body: MessageBody): MessageContent => fromWireContent(wireTypeOf(body), body.content, body.ext);

/** This status is not a MessageStatus: 0 enabled, 1 disabled (facts 3). The key in ext is seen (facts 4.8). */
const statusOf = (body: MessageBody): MessageStatus =>
  body.ext[IS_RECALLED] === 'true' || body.status === DISABLED ? 'recalled' : 'available';

const quoteOf = ({ referenceInfo }: MessageBody): QuoteFacts | null =>
  referenceInfo === undefined || referenceInfo.referencedMessageId <= 0n
    ? null
    : {
        platformMessageId: asPlatformMessageId(String(referenceInfo.referencedMessageId)),
        hint: referenceInfo.hint,
      };

export const setAside = (shop: ShopAccess, body: MessageBody, reason: string): Unreadable => ({
  platformShopId: shop.facts.platformShopId,
  reason,
  bytes: encodeMessageBody(body),
});

/** Message types from 50001 on are commands to clients, not messages to people (spec 3 §4.1). */
export const isForPeople = ({ messageType }: MessageBody): boolean => messageType < MESSAGE_TYPE.command;

/** Milliseconds. `create_time` is optional on the wire; the index is microseconds. */
export const sentAtOf = ({ createTime, indexInConversation }: MessageBody): number =>
  Number(createTime > 0n ? createTime : indexInConversation / 1_000n);

/** The conversation of a message: its id is the decimal text of the short id. */
export const conversationIdOf = (body: MessageBody): string =>
  body.conversationId === '' ? String(body.conversationShortId) : body.conversationId;

export function fromWireMessage(body: MessageBody, shop: ShopAccess): MessageReading {
  const unreadable = (reason: string): MessageReading => ({ kind: 'unreadable', item: setAside(shop, body, reason) });
  if (body.serverMessageId <= 0n) return unreadable('message without server_message_id');
  const position = body.indexInConversation > 0n ? parsePosition(String(body.indexInConversation)) : null;
  if (position === null) return unreadable('message without index_in_conversation');
  const conversationId = conversationIdOf(body);
  if (conversationId === '' || conversationId === '0') return unreadable('message without conversation');
  return {
    kind: 'message',
    facts: {
      platformShopId: shop.facts.platformShopId,
      platformConversationId: asPlatformConversationId(conversationId),
      platformMessageId: asPlatformMessageId(String(body.serverMessageId)),
      position,
      sentAt: sentAtOf(body),
      author: authorOf(body, shop),
      content: contentOf(body),
      status: statusOf(body),
      quote: quoteOf(body),
      idempotencyKey: body.ext[CLIENT_MESSAGE_ID] || null,
    },
  };
}
