import { SCREEN_LIMITS } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { draftView } from '../facts/drafts.ts';
import { conversationId } from '../facts/views.ts';

const chat = permission('chat');
const time = z.number().int().nonnegative();

/** All calls of this file are ours. */
export const drafts = defineCall({
  path: '/api/desk/drafts',
  method: 'GET',
  access: chat,
  summary: "The member's newest drafts, at most 500, with those that were sent or given up",
  input: z.object({}),
  output: z.object({ drafts: z.array(draftView) }),
});

export const saveDraft = defineCall({
  path: '/api/desk/saveDraft',
  method: 'POST',
  access: chat,
  summary: 'Keep what the member has written; an empty text says that it was sent or given up. The latest change wins',
  input: z.object({
    conversationId,
    text: z.string().max(SCREEN_LIMITS.draftLength),
    /** When the text was changed, by the window’s clock. A time to come counts as now. */
    changedAt: time,
  }),
  output: z.object({
    /** What is kept now: a later change of another device, where there is one. */
    draft: draftView,
  }),
});

export const leftDraft = defineCall({
  path: '/api/desk/leftDraft',
  method: 'GET',
  access: chat,
  summary: 'What a colleague has begun to write in a conversation that is now assigned to the member',
  input: z.object({ conversationId }),
  output: z.object({ left: z.object({ name: z.string(), text: z.string(), changedAt: time }).nullable() }),
});
