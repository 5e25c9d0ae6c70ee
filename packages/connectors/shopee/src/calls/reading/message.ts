/** A message of facts 1.5, from history or from the socket. */
import {
  type Author,
  asPlatformConversationId,
  asPlatformMessageId,
  asPlatformShopId,
  type MessageContent,
  type MessageFacts,
  type PlatformMessageId,
  type Position,
  parsePosition,
} from '@pasar/domain';
import { z } from 'zod';
import { toPlainJson, wireId } from '../../wire/wire-json.ts';
import { cardOf } from './cards.ts';
import { SHOPEE_TYPE_KINDS } from './kinds.ts';
import { type Reading, unreadable } from './reading.ts';

const wireMessage = z.object({
  id: wireId,
  request_id: z.string().nullish(),
  conversation_id: wireId,
  shop_id: wireId,
  type: z.string().min(1),
  content: z.record(z.string(), z.unknown()),
  from_id: wireId,
  from_shop_id: wireId.nullish(),
  created_timestamp: z.int().nonnegative(),
  created_at: z.string().nullish(),
  IsAutoReply: z.boolean().nullish(),
  country: z.string().nullish(),
});
type WireMessage = z.infer<typeof wireMessage>;

/** The user id of a shop's owner; null for a shop that the login does not list. */
export type ShopUserOf = (shopId: string) => string | null;

export function fromWireMessage(raw: unknown, shopUserOf: ShopUserOf): Reading<MessageFacts> {
  const parsed = wireMessage.safeParse(raw);
  if (!parsed.success) return unreadable(z.prettifyError(parsed.error));
  const wire = parsed.data;
  const named = readMessageId(wire.id);
  if (named === null) return unreadable(`message id ${wire.id} is not a 64-bit number`);
  const content = contentOf(wire);
  if (content === null) return unreadable('a text message without text');
  return {
    ok: true,
    value: {
      platformShopId: asPlatformShopId(wire.shop_id),
      platformConversationId: asPlatformConversationId(wire.conversation_id),
      ...named,
      sentAt: sentAtOf(wire.created_at, wire.created_timestamp),
      author: authorOf(wire, shopUserOf),
      content,
      status: 'available',
      quote: null,
      idempotencyKey: keyOf(wire, shopUserOf),
    },
  };
}

/** The message id is the position, because it grows with time. */
export function readMessageId(id: string): { platformMessageId: PlatformMessageId; position: Position } | null {
  const position = parsePosition(id);
  return position === null ? null : { platformMessageId: asPlatformMessageId(id), position };
}

/** `created_at` may carry milliseconds; `created_timestamp` has seconds. */
export function sentAtOf(createdAt: string | null | undefined, createdTimestamp: number): number {
  const exact = Date.parse(createdAt ?? '');
  return Math.floor(exact / 1_000) === createdTimestamp ? exact : createdTimestamp * 1_000;
}

function contentOf({ type, content, country }: WireMessage): MessageContent | null {
  const kind = SHOPEE_TYPE_KINDS[type] ?? 'unknown';
  if (kind !== 'text') {
    return cardOf(type, content, country) ?? { type: 'placeholder', kind, wireType: type, raw: toPlainJson(content) };
  }
  return typeof content.text === 'string' ? { type: 'text', text: content.text } : null;
}

/** A shop that the login does not list has no known owner. Its own messages still name it in `from_shop_id`. */
function isFromShop({ from_id, from_shop_id, shop_id }: WireMessage, shopUserOf: ShopUserOf): boolean {
  const owner = shopUserOf(shop_id);
  return owner === null ? from_shop_id === shop_id : from_id === owner;
}

function authorOf(wire: WireMessage, shopUserOf: ShopUserOf): Author {
  if (SHOPEE_TYPE_KINDS[wire.type] === 'system' || wire.from_id === '0') return 'system';
  if (!isFromShop(wire, shopUserOf)) return 'buyer';
  return wire.IsAutoReply === true ? 'robot' : 'seller';
}

/** A buyer's message carries a request id of the buyer's app. Only a message of the shop can carry Pasar's. */
const keyOf = (wire: WireMessage, shopUserOf: ShopUserOf): string | null =>
  isFromShop(wire, shopUserOf) && wire.request_id ? wire.request_id : null;
