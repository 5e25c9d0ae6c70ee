import type { NoteView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { createStore } from '@pasar/sync';

/** The conversation in which the composer writes a note, and the own note that is changed; null: it writes messages. */
export interface Noting {
  readonly id: ConversationId;
  readonly editing: NoteView | null;
}
export const noting = createStore<Noting | null>(null);
export const beginNote = (id: ConversationId, editing: NoteView | null = null): void =>
  noting.update(() => ({ id, editing }));
export const endNote = (): void => noting.update(() => null);

/** Notes that are written and not saved, by conversation, kept while the window is open. */
export const unsavedNotes = new Map<ConversationId, string>();
