import { MARKETPLACES } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { conversationId, conversationView, messageView, position, refusalView, shopId } from '../facts/views.ts';

const chat = permission('chat');

/** Searching inside one conversation. */
const findMessages = defineCall({
  path: '/api/desk/findMessages',
  method: 'GET',
  access: chat,
  summary: 'The stored messages of one conversation that hold these words, newest first',
  input: z.object({
    conversationId,
    words: z.string().trim().min(1).max(100),
    /** The `next` of an earlier answer, to go on from there. */
    before: position.optional(),
  }),
  output: z.object({
    found: z.array(messageView),
    /** Null: every older stored message was looked at. */
    next: position.nullable(),
  }),
});

const messageAt = defineCall({
  path: '/api/desk/messageAt',
  method: 'GET',
  access: chat,
  summary: 'The first stored message of one conversation that is not older than a time',
  input: z.object({ conversationId, at: z.coerce.number().int().nonnegative() }),
  output: z.object({
    /** The newest message when all are older; null for a conversation without stored messages. */
    message: messageView.nullable(),
  }),
});

/** Most shops that a search goes on in at once. */
export const FINDING_LIMITS = { shops: 2_000 } as const;

/** Where the search of one shop's marketplace goes on; `cursor` null: from the beginning. */
const place = z.object({ shopId, cursor: z.string().min(1).max(100).nullable() });

/**
 * ours: asks the marketplaces that can be searched (`search/combined_search`, `user/conversation_search` and
 * `user/order_search` of spec 2 §7.1). What they find and is not known here is stored. Each shop answers with one page
 * of at most 20 conversations and 20 orders.
 */
const searchAtMarketplaces = defineCall({
  path: '/api/desk/searchAtMarketplaces',
  method: 'POST',
  access: chat,
  summary: 'Search the marketplaces for conversations by the name of the buyer or a part of an order number',
  input: z.object({
    marketplace: z.enum(MARKETPLACES).optional(),
    shopId: shopId.optional(),
    words: z.string().trim().min(2).max(100),
    /** Places of an earlier answer for the same words: only their shops are asked, and go on from there. */
    from: z.array(place).min(1).max(FINDING_LIMITS.shops).optional(),
  }),
  output: z.object({
    conversations: z.array(conversationView),
    /** Orders found by their number whose buyer has no stored conversation; `openConversation` opens it. */
    orders: z.array(z.object({ shopId, orderNumber: z.string(), buyerName: z.string() })),
    /** How many shops were asked. */
    asked: z.number().int().nonnegative(),
    /** Where the shops that have more go on. */
    further: z.array(place),
    /** Shops that did not answer, and from where they may be asked again. */
    failed: z.array(place.extend({ refusal: refusalView })),
  }),
});

export { findMessages, messageAt, searchAtMarketplaces };
