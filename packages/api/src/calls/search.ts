import { SEARCH_KINDS, SEARCH_LIMITS, SEARCH_WRITERS } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MEMBER } from '../contract/call.ts';
import { ofPage, ofShops, timeGiven } from '../facts/order-book.ts';
import { searchHit } from '../facts/search.ts';

/**
 * A search over everything; ours. Each kind is found by members who hold its key: messages, buyers, products and notes need
 * `chat`, orders `order`, remarks `remark`. A member without a key is told nothing of the kind, not even how much there is.
 */
const searchEverything = defineCall({
  path: '/api/desk/searchEverything',
  method: 'POST',
  access: MEMBER,
  summary: 'Find messages, buyers, orders, products, notes and remarks by their words',
  input: z.object({
    ...ofShops,
    /** The last word may be unfinished as long as no space follows. */
    words: z.string().max(SEARCH_LIMITS.question),
    /** Without a kind: the newest few of each. */
    kind: z.enum(SEARCH_KINDS).optional(),
    writer: z.enum(SEARCH_WRITERS).optional(),
    from: timeGiven.optional(),
    /** Before this time. */
    to: timeGiven.optional(),
    cursor: ofPage.cursor,
  }),
  output: z.object({
    /** The kinds of which something was found; `isMore`: there are more than the number says. */
    counts: z.array(z.object({ kind: z.enum(SEARCH_KINDS), found: z.number().int().positive(), isMore: z.boolean() })),
    hits: z.array(searchHit),
    /** The cursor of the next page of a kind. */
    next: z.string().nullable(),
    /** False while what was there before the search was is still being indexed. */
    isWhole: z.boolean(),
  }),
});

export const SEARCH_CALLS = { searchEverything } as const;
