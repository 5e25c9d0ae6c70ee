import { CALLS } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { callApi } from '../../../base/call-api.ts';

export interface WrittenNote {
  readonly text: string;
  readonly mentions: readonly string[];
}

/** `noteId`: the same for every try, so that a note whose answer was lost is written once. */
export const writeNote = (conversationId: ConversationId, noteId: string, { text, mentions }: WrittenNote) =>
  callApi(CALLS.together.writeNote, { conversationId, noteId, text, mentions: [...mentions] });
export const changeNote = (noteId: string, { text, mentions }: WrittenNote) =>
  callApi(CALLS.together.changeNote, { noteId, text, mentions: [...mentions] });
export const deleteNote = (noteId: string) => callApi(CALLS.together.deleteNote, { noteId });
