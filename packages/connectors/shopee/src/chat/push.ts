/**
 * The content of the socket's event `message` (facts 1.6): an envelope `{message_type, message_content}`, sometimes one
 * level down under `data`; its content is an object or JSON text. `message` was seen; ours: the other types.
 */
import type { Unreadable } from '@pasar/connector-kit';
import { parseExactJson } from '@pasar/connector-kit';
import { asPlatformConversationId, asPlatformShopId, type DomainEvent, parsePosition } from '@pasar/domain';
import { z } from 'zod';
import { fromWireMessage, type ShopUserOf } from '../calls/reading/message.ts';
import { setAside } from '../calls/reading/page.ts';
import { type Reading, unreadable } from '../calls/reading/reading.ts';
import { wireId } from '../wire/wire-json.ts';

const plainEnvelope = z.object({ message_type: z.string(), message_content: z.unknown() });
const wrappedEnvelope = z.object({ data: plainEnvelope });

const place = z.object({ conversation_id: wireId, shop_id: wireId });
const readPush = place.extend({ user_id: wireId, last_read_message_id: wireId });
const pinPush = place.extend({ pinned: z.boolean() });
const statusPush = place.extend({ status: z.enum(['activated', 'closed']) });

const whereOf = ({ conversation_id, shop_id }: z.infer<typeof place>) => ({
  platformShopId: asPlatformShopId(shop_id),
  platformConversationId: asPlatformConversationId(conversation_id),
});

type Reader = (content: unknown, shopUserOf: ShopUserOf) => Reading<DomainEvent>;

function reader<Schema extends z.ZodType>(
  schema: Schema,
  toEvent: (content: z.output<Schema>, shopUserOf: ShopUserOf) => Reading<DomainEvent>,
): Reader {
  return (raw, shopUserOf) => {
    const parsed = schema.safeParse(raw);
    return parsed.success ? toEvent(parsed.data, shopUserOf) : unreadable(z.prettifyError(parsed.error));
  };
}

const READERS: Readonly<Record<string, Reader>> = {
  message: (content, shopUserOf) => {
    const message = fromWireMessage(content, shopUserOf);
    return message.ok
      ? { ok: true, value: { kind: 'message.received', message: message.value, via: 'live' } }
      : message;
  },
  conversation_read: reader(readPush, (content, shopUserOf) => {
    const position = parsePosition(content.last_read_message_id);
    if (position === null) return unreadable('a read mark beyond 64 bits');
    const isSeller = content.user_id === shopUserOf(content.shop_id);
    const kind = isSeller ? 'conversation.readBySeller' : 'conversation.readByBuyer';
    return { ok: true, value: { kind, ...whereOf(content), position } };
  }),
  conversation_pin: reader(pinPush, (content) => ({
    ok: true,
    value: { kind: 'conversation.pinned', ...whereOf(content), isPinned: content.pinned },
  })),
  conversation_status: reader(statusPush, (content) => ({
    ok: true,
    value: { kind: 'conversation.statusChanged', ...whereOf(content), status: content.status },
  })),
};

export type PushReading =
  | { readonly ok: true; readonly event: DomainEvent }
  | { readonly ok: false; readonly item: Unreadable };

export function fromWirePush(raw: unknown, shopUserOf: ShopUserOf): PushReading {
  const envelope = envelopeOf(raw);
  if (envelope === null) return { ok: false, item: setAside(raw, 'not a message envelope') };
  const { message_type: type, message_content: written } = envelope;
  const read = READERS[type];
  if (read === undefined) return { ok: false, item: setAside(raw, `unknown message type "${type}"`) };
  const content = contentOf(written);
  if (!content.ok) return { ok: false, item: setAside(raw, content.reason) };
  const reading = read(content.value, shopUserOf);
  if (reading.ok) return { ok: true, event: reading.value };
  return { ok: false, item: { ...setAside(content.value, reading.reason) } };
}

/** A failed schema costs more than a lookup, so the form is looked up before the schema reads it. */
function envelopeOf(raw: unknown): z.infer<typeof plainEnvelope> | null {
  const isPlain = typeof raw === 'object' && raw !== null && 'message_type' in raw;
  return (isPlain ? plainEnvelope.safeParse(raw).data : wrappedEnvelope.safeParse(raw).data?.data) ?? null;
}

function contentOf(written: unknown): Reading<unknown> {
  if (typeof written !== 'string') return { ok: true, value: written };
  try {
    return { ok: true, value: parseExactJson(written) };
  } catch {
    return unreadable('the content is not JSON');
  }
}
