/** Items by header type: 1 message, 3 status, 4 read receipt, 11 and 12 session update (facts 2.2). */

import { tryExactJson } from '@pasar/connector-kit';
import { asPlatformConversationId, type ConversationFacts, type DomainEvent, type PlatformShopId } from '@pasar/domain';
import { z } from 'zod';
import { fromWireMessage, type Read, unreadable } from '../calls/reading/message.ts';
import { BUYER_TYPE, SELLER_TYPE } from '../wire/apis.ts';
import { describeIssues, wireId, wireInt, wireMilliseconds } from '../wire/fields.ts';
import { positionOfTime } from '../wire/position.ts';
import { fromWireSession } from './session-view.ts';

const itemSchema = z.object({ header: z.object({ type: wireInt }), body: z.looseObject({}) });
const HEADER = { message: 1, status: 3, readReceipt: 4 } as const;
const SESSION_HEADERS: readonly number[] = [11, 12];

/** Ours beyond `sid`: the reader, and the time up to which all is read. */
const receiptSchema = z.object({
  typeData: z.object({ sid: wireId, fromType: wireInt, toPosition: wireMilliseconds }),
});
/** The row itself, or the row one level down. */
const sessionBodySchema = z.object({ typeData: z.looseObject({ sessionData: z.looseObject({}) }) });

function fromWireReceipt(body: unknown, shop: PlatformShopId): Read<readonly DomainEvent[]> {
  const receipt = receiptSchema.safeParse(body);
  if (!receipt.success) return unreadable(`read receipt: ${describeIssues(receipt.error)}`);
  const { sid, fromType, toPosition } = receipt.data.typeData;
  const position = positionOfTime(toPosition);
  if (position === null) return unreadable('read receipt: no position');
  const where = { platformShopId: shop, platformConversationId: asPlatformConversationId(sid), position };
  if (fromType === BUYER_TYPE) return { ok: true, value: [{ kind: 'conversation.readByBuyer', ...where }] };
  if (fromType === SELLER_TYPE) return { ok: true, value: [{ kind: 'conversation.readBySeller', ...where }] };
  return unreadable(`read receipt: unknown reader type ${fromType}`);
}

/** A session update is one row; each fact in it becomes an event of its own. */
function eventsOfSession(conversation: ConversationFacts): readonly DomainEvent[] {
  const { platformShopId, platformConversationId, isPinned, sellerReadPosition, buyerReadPosition } = conversation;
  const where = { platformShopId, platformConversationId };
  const events: DomainEvent[] = [{ kind: 'conversation.listed', conversation }];
  if (isPinned !== null) events.push({ kind: 'conversation.pinned', ...where, isPinned });
  events.push({ kind: 'conversation.statusChanged', ...where, status: conversation.status });
  if (sellerReadPosition !== null) {
    events.push({ kind: 'conversation.readBySeller', ...where, position: sellerReadPosition });
  }
  if (buyerReadPosition !== null) {
    events.push({ kind: 'conversation.readByBuyer', ...where, position: buyerReadPosition });
  }
  return events;
}

function fromWireSessionUpdate(body: unknown, shop: PlatformShopId): Read<readonly DomainEvent[]> {
  const update = sessionBodySchema.safeParse(body);
  if (!update.success) return unreadable(`session update: ${describeIssues(update.error)}`);
  const { typeData } = update.data;
  const row = 'sessionId' in typeData.sessionData ? typeData.sessionData : typeData;
  const conversation = fromWireSession(row, shop);
  return conversation.ok ? { ok: true, value: eventsOfSession(conversation.value) } : conversation;
}

/** The events of an item; none for a status change, which the domain does not know. */
export function fromWireItem(item: unknown, shop: PlatformShopId): Read<readonly DomainEvent[]> {
  const parsed = itemSchema.safeParse(item);
  if (!parsed.success) return unreadable(`item: ${describeIssues(parsed.error)}`);
  const { header, body } = parsed.data;
  if (header.type === HEADER.message) {
    const message = fromWireMessage(body, shop);
    return message.ok
      ? { ok: true, value: [{ kind: 'message.received', message: message.value, via: 'live' }] }
      : message;
  }
  if (header.type === HEADER.readReceipt) return fromWireReceipt(body, shop);
  if (SESSION_HEADERS.includes(header.type)) return fromWireSessionUpdate(body, shop);
  return header.type === HEADER.status ? { ok: true, value: [] } : unreadable(`item: unknown type ${header.type}`);
}

/** The same for an item as text, which pushes and `sync` carry. */
export function fromWireItemText(text: string, shop: PlatformShopId): Read<readonly DomainEvent[]> {
  const parsed = tryExactJson(text);
  return parsed.ok ? fromWireItem(parsed.value, shop) : unreadable('item: not JSON');
}
