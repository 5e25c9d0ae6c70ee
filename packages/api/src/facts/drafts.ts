import { z } from 'zod';
import { conversationId } from './views.ts';

/** A text that a member has written and not sent. Empty: it was sent or given up. */
export const draftView = z.object({
  conversationId,
  text: z.string(),
  changedAt: z.number().int().nonnegative(),
});
export type DraftView = z.infer<typeof draftView>;
