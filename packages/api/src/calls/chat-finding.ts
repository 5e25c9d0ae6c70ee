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

/**
 * ours: asks the marketplaces that can be searched (`search/combined_search` of spec 2 §7.1). What they find and is not
 * known here is stored. Each shop answers with one page.
 */
const searchAtMarketplaces = defineCall({
  path: '/api/desk/searchAtMarketplaces',
  method: 'POST',
  access: chat,
  summary: 'Search the marketplaces for conversations by the name of the buyer or an order number',
  input: z.object({
    marketplace: z.enum(MARKETPLACES).optional(),
    shopId: shopId.optional(),
    words: z.string().trim().min(2).max(100),
  }),
  output: z.object({
    conversations: z.array(conversationView),
    /** How many shops were asked. */
    asked: z.number().int().nonnegative(),
    /** Shops of them that did not answer. */
    failed: z.array(z.object({ shopId, refusal: refusalView })),
  }),
});

export { findMessages, messageAt, searchAtMarketplaces };
