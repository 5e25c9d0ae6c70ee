import type { NoteView } from '@pasar/api';
import { type ConversationId, comparePositions } from '@pasar/domain';
import type { MessageWindow } from '@pasar/sync';
import { useEffect, useMemo } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { useLookUp } from '../../../base/look-up.ts';
import { useLookUpPages } from '../../../base/look-up-pages.ts';
import { seeMentions } from './commands.ts';
import { MENTIONS, NOTES } from './note-look-ups.ts';

const NO_NOTES: readonly NoteView[] = [];

/**
 * The notes of the open conversation that stand among its loaded messages, the oldest first; `areComing` until they are
 * known. A mention of the member in one of them counts as seen.
 */
export function useNotes(
  id: ConversationId,
  window: MessageWindow | undefined,
): { readonly notes: readonly NoteView[]; readonly areComing: boolean } {
  const { look, isOfBefore, isMoreComing, more } = useLookUpPages({
    lookUp: NOTES,
    inputOf: (cursor) => ({ conversationId: id, ...(cursor === null ? {} : { cursor }) }),
    nextOf: ({ next }) => next,
    isWanted: true,
  });
  const pages = !isOfBefore && (look.state === 'found' || look.state === 'stale') ? look.data : null;
  const notes = useMemo(() => pages?.toReversed().flatMap((page) => page.notes) ?? NO_NOTES, [pages]);
  const hasFailed = look.state === 'stale' && look.failure !== null;
  const hasMore = (pages?.at(-1)?.next ?? null) !== null;
  const isMoreWanted = hasMore && !hasFailed && reachesBehind(window, notes[0]);
  useEffect(() => {
    if (isMoreWanted) more?.();
  }, [isMoreWanted, more]);
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
  return { notes, areComing: isOfBefore || look.state === 'waiting' || isMoreComing || isMoreWanted };
}

/** Whether the loaded messages reach as far back as the oldest known note, so that older notes may stand among them. */
function reachesBehind(window: MessageWindow | undefined, oldest: NoteView | undefined): boolean {
  if (window?.state !== 'loaded') return false;
  const anchor = oldest?.anchorPosition ?? null;
  const first = window.messages[0];
  return (
    window.older === 'no' || (anchor !== null && first !== undefined && comparePositions(first.position, anchor) <= 0)
  );
}
