import { CLOSING_REASONS, CLOSING_WORDS_LENGTH } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { conversationId } from '../facts/views.ts';

/**
 * The end of a service conversation. The call is ours; spec 1 §8 has its refusals. It exists where the marketplace has the
 * abilities (`buyers.closeConversation`, `buyers.restartConversation`); elsewhere it is refused.
 */
const chat = permission('chat');

const closeConversation = defineCall({
  path: '/api/desk/closeConversation',
  method: 'POST',
  access: chat,
  summary: 'Close a conversation at the marketplace until the buyer writes again, or restart it',
  input: z.object({
    conversationId,
    isClosed: z.union([z.boolean(), z.stringbool()]),
    reason: z.enum(CLOSING_REASONS).optional(),
    /** Needed with the reason `other`. */
    words: z.string().trim().max(CLOSING_WORDS_LENGTH).default(''),
  }),
  output: z.object({}),
});

export const CLOSING_CALLS = { closeConversation } as const;
