/** Push 500 as domain events. */

import type { Unreadable } from '@pasar/connector-kit';
import {
  asBuyerId,
  asPlatformConversationId,
  asPlatformMessageId,
  type DomainEvent,
  type MessageFacts,
  parsePosition,
} from '@pasar/domain';
import { COMMAND_TYPE, MESSAGE_TYPE, type MessageBody, type NewMessageNotify } from '@pasar/im-protocol';
import { z } from 'zod';
import type { ShopAccess } from '../auth/shop-access.ts';
import { type Address, SHOP_CONVERSATION_TYPE, TICKET } from './conversation.ts';
import { parseExactJson } from './json.ts';
import { conversationIdOf, fromWireMessage, setAside } from './message.ts';

export type PushReading =
  | { readonly kind: 'events'; readonly events: readonly DomainEvent[] }
  | { readonly kind: 'unreadable'; readonly item: Unreadable }
  /** A push that says nothing we keep. */
  | { readonly kind: 'nothing' };

/** `isKnown`: conversations this session has told of already; a new one is told with its first buyer message. */
export function fromWirePush(
  notify: NewMessageNotify,
  shop: ShopAccess,
  isKnown: (conversationId: string) => boolean,
): PushReading {
  const body = notify.message;
  if (body === undefined) return { kind: 'nothing' };
  if (body.messageType === MESSAGE_TYPE.command || body.messageType === MESSAGE_TYPE.readCommand) {
    return fromCommand(body, shop);
  }
  const reading = fromWireMessage(body, shop);
  if (reading.kind === 'unreadable') return reading;
  const received: DomainEvent = { kind: 'message.received', message: reading.facts, via: 'live' };
  const isNews = reading.facts.author === 'buyer' && !isKnown(reading.facts.platformConversationId);
  const listed = isNews ? listedBy(body, reading.facts, notify) : null;
  return { kind: 'events', events: listed === null ? [received] : [listed, received] };
}

/** A buyer's message carries the buyer's name as `uname`: enough to list a conversation that is new. */
function listedBy(body: MessageBody, facts: MessageFacts, notify: NewMessageNotify): DomainEvent | null {
  const name = body.ext.uname;
  if (name === undefined || body.sender <= 0n) return null;
  const address: Address = {
    shortId: String(body.conversationShortId),
    type: String(body.conversationType || SHOP_CONVERSATION_TYPE),
    ticket: TICKET,
    pigeonUid: String(body.sender),
  };
  return {
    kind: 'conversation.listed',
    conversation: {
      platformShopId: facts.platformShopId,
      platformConversationId: facts.platformConversationId,
      buyer: { buyerId: asBuyerId(String(body.sender)), name, avatarUrl: null },
      status: 'activated',
      isPinned: null,
      isMuted: null,
      isFavorite: null,
      unreadCount: notify.badgeCount > 0 ? notify.badgeCount : null,
      lastMessageId: asPlatformMessageId(facts.platformMessageId),
      lastMessageAt: facts.sentAt,
      sellerReadPosition: null,
      buyerReadPosition: null,
      address,
    },
  };
}

const commandContent = z.object({
  command_type: z.int(),
  conversation_id: z.union([z.string(), z.number().transform(String)]).optional(),
  read_index: z.union([z.string(), z.number().transform(String)]).optional(),
});

/** Only "mark read" means something here; ours: the sender of the command is who has read. */
function fromCommand(body: MessageBody, shop: ShopAccess): PushReading {
  const unreadable = (reason: string): PushReading => ({ kind: 'unreadable', item: setAside(shop, body, reason) });
  let json: unknown;
  try {
    json = parseExactJson(body.content);
  } catch {
    return unreadable('command whose content is not JSON');
  }
  const command = commandContent.safeParse(json);
  if (!command.success) return unreadable(`command: ${z.prettifyError(command.error)}`);
  if (command.data.command_type !== COMMAND_TYPE.markRead) return { kind: 'nothing' };
  const position = parsePosition(command.data.read_index ?? '');
  const conversationId = command.data.conversation_id ?? conversationIdOf(body);
  if (position === null || conversationId === '0') return unreadable('read command without conversation or read_index');
  const isOwn = String(body.sender) === shop.pigeonCid;
  return {
    kind: 'events',
    events: [
      {
        kind: isOwn ? 'conversation.readBySeller' : 'conversation.readByBuyer',
        platformShopId: shop.facts.platformShopId,
        platformConversationId: asPlatformConversationId(conversationId),
        position,
      },
    ],
  };
}
