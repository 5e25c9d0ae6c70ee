import { z } from 'zod';
import { defineCall, permission } from './call.ts';
import { conversationId } from './views.ts';

const chat = permission('chat');

/** The chat calls that spec 2 §7.7 names, as far as the desk uses them. */
export const pinnedConversation = defineCall({
  path: '/api/chat/index/pinnedConversation',
  method: 'POST',
  access: chat,
  summary: 'Pin or unpin a conversation, here and at the marketplace',
  input: z.object({ conversationId, pinned: z.union([z.boolean(), z.stringbool()]) }),
  output: z.object({}),
});
