/** A row of the conversation list (facts 1.4). */
import {
  asBuyerId,
  asPlatformConversationId,
  asPlatformMessageId,
  asPlatformShopId,
  type ConversationFacts,
  type Position,
  parsePosition,
} from '@pasar/domain';
import { z } from 'zod';
import { wireId } from '../../wire/wire-json.ts';
import { type Reading, unreadable } from './reading.ts';

/** Empty or 0 when there is no such message. */
const optionalMessageId = z.union([wireId, z.literal('')]).nullish();

const wireConversation = z.object({
  id: wireId,
  to_id: wireId,
  to_name: z.string(),
  to_avatar: z.string().nullish(),
  shop_id: wireId,
  status: z.string(),
  unread_count: z.int().nonnegative(),
  pinned: z.boolean(),
  latest_message_id: optionalMessageId,
  last_message_time_nano: z
    .string()
    .regex(/^[0-9]{1,20}$/)
    .nullish(),
  last_read_message_id: optionalMessageId,
  opposite_last_read_msg_id: optionalMessageId,
});

/** A bare array for a main account, wrapped for a sub-account. */
export const conversationListBody = z
  .union([z.array(z.unknown()), z.object({ conversations: z.array(z.unknown()) })])
  .transform((body) => (Array.isArray(body) ? body : body.conversations));

const NANOS_PER_MILLI = 1_000_000n;

export function fromWireConversation(raw: unknown): Reading<ConversationFacts> {
  const parsed = wireConversation.safeParse(raw);
  if (!parsed.success) return unreadable(z.prettifyError(parsed.error));
  const wire = parsed.data;
  const nano = wire.last_message_time_nano ?? '0';
  const latest = messageIdOf(wire.latest_message_id);
  return {
    ok: true,
    value: {
      platformShopId: asPlatformShopId(wire.shop_id),
      platformConversationId: asPlatformConversationId(wire.id),
      buyer: { buyerId: asBuyerId(wire.to_id), name: wire.to_name, avatarUrl: wire.to_avatar || null },
      // No other words were seen; a send finds out whether the conversation takes messages.
      status: wire.status === 'closed' ? 'closed' : 'activated',
      isPinned: wire.pinned,
      isMuted: null,
      isFavorite: null,
      unreadCount: wire.unread_count,
      lastMessageId: latest === null ? null : asPlatformMessageId(latest),
      lastMessageAt: nano === '0' ? null : Number(BigInt(nano) / NANOS_PER_MILLI),
      sellerReadPosition: positionOf(wire.last_read_message_id),
      buyerReadPosition: positionOf(wire.opposite_last_read_msg_id),
      // The reference itself holds all that calls need.
      address: {},
    },
  };
}

const messageIdOf = (id: string | null | undefined): string | null => (!id || id === '0' ? null : id);
function positionOf(id: string | null | undefined): Position | null {
  const known = messageIdOf(id);
  return known === null ? null : parsePosition(known);
}

const cursorRow = z.object({ next_timestamp_nano: z.string().regex(/^[1-9][0-9]{0,19}$/) });

/** The cursor of the last row, read also when the rest of that row is unreadable; null after the last page. */
export function nextCursorOf(rows: readonly unknown[], cursor: string | null): string | null {
  const last = cursorRow.safeParse(rows.at(-1));
  if (!last.success || last.data.next_timestamp_nano === cursor) return null;
  return last.data.next_timestamp_nano;
}
