import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { conversationId, messageView, position } from '../facts/views.ts';

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

export { findMessages, messageAt };
