import { SEARCH_WRITERS } from '@pasar/domain';
import { z } from 'zod';
import { orderId, time } from './order-book.ts';
import { conversationId, position, shopId } from './views.ts';

const place = z.number().int().nonnegative();
/** A piece of a text with the places of what was asked for, in their order. */
const excerpt = z.object({ text: z.string(), marks: z.array(z.object({ from: place, to: place })) });
const hit = { id: z.uuid(), shopId, buyerName: z.string(), at: time, excerpt };
/** The name of the member; null for a buyer, and where the shop wrote elsewhere. */
const author = z.string().nullable();

/** One thing that a search has found, with what is needed to open it at its place. */
export const searchHit = z.discriminatedUnion('kind', [
  z.object({
    ...hit,
    kind: z.enum(['message', 'product']),
    conversationId,
    /** The key of the message's row on the screen. */
    key: z.uuid(),
    position,
    /** Null for a notice of the marketplace. */
    writer: z.enum(SEARCH_WRITERS).nullable(),
    author,
  }),
  z.object({ ...hit, kind: z.literal('buyer'), conversationId }),
  z.object({ ...hit, kind: z.literal('order'), orderId, orderNumber: z.string() }),
  z.object({ ...hit, kind: z.literal('note'), conversationId, author }),
  z.object({
    ...hit,
    kind: z.literal('teamNote'),
    conversationId,
    author,
    /** The message behind which it stands; null: before all messages. */
    anchorPosition: position.nullable(),
  }),
  z.object({ ...hit, kind: z.literal('remark'), conversationId: conversationId.nullable(), author }),
]);
export type SearchHit = z.infer<typeof searchHit>;
