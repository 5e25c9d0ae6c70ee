import type { NoteView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { useEffect } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { useLookUp } from '../../../base/look-up.ts';
import { seeMentions } from './commands.ts';
import { MENTIONS, NOTES } from './note-look-ups.ts';

const NO_NOTES: readonly NoteView[] = [];

/**
 * The notes of the open conversation, the oldest first; `areComing` until they are known. A mention of the member in one
 * of them counts as seen.
 */
export function useNotes(id: ConversationId): { readonly notes: readonly NoteView[]; readonly areComing: boolean } {
  const look = useLookUp(NOTES, { conversationId: id });
  const notes = look.state === 'found' || look.state === 'stale' ? look.data.notes : NO_NOTES;
  const me = useDeskState(({ member }) => member?.memberId ?? '');
  const isMentioned = notes.some(({ mentions }) => mentions.includes(me));
  const mine = useLookUp(MENTIONS, {}, isMentioned);
  const mentions = mine.state === 'found' || mine.state === 'stale' ? mine.data.mentions : [];
  const isUnseen = mentions.some(({ isSeen, note }) => !isSeen && note.conversationId === id);
  useEffect(() => {
    if (!isUnseen) return;
    const see = () => {
      if (document.visibilityState === 'visible') void seeMentions(id);
    };
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  }, [id, isUnseen]);
  return { notes, areComing: look.state === 'waiting' };
}
