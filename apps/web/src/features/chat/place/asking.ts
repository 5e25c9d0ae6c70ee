import type { ClosingForm, ConversationId } from '@pasar/domain';
import { createStore, type Desk } from '@pasar/sync';

/**
 * What a person is asked: who answers a conversation, which tags its buyer has, whether to delete it, whether and why to close it, or whether to take
 * back that it was marked unread.
 */
export interface Asking {
  readonly what: 'assign' | 'delete' | 'close' | 'tags' | 'unread';
  readonly id: ConversationId;
  /** Null: cannot be taken back. */
  readonly undo: (() => void) | null;
}
/** Null while nobody is asked. */
export const asking = createStore<Asking | null>(null);
export const ask = (what: Asking['what'], id: ConversationId, undo: Asking['undo'] = null): void =>
  asking.update(() => ({ what, id, undo }));

/** Closes a conversation. Without a reason a person is asked where the buyer waits, or the marketplace wants one. */
export async function closeConversation(
  { state, settings }: Desk,
  id: ConversationId,
  form: ClosingForm | null = null,
): Promise<void> {
  const isAsking = form === null && (state.get().shown.get(id)?.waitingSince ?? null) !== null;
  if (isAsking || !(await settings.setClosed(id, true, form))) ask('close', id);
}

/** How many buyers wait for a member who has ended the shift, and may hand them over; null while nobody is asked. */
export const handingOver = createStore<number | null>(null);
export const offerHandOver = (waiting: number | null): void => handingOver.update(() => waiting);
