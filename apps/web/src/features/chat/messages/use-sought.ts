import { type ConversationId, comparePositions } from '@pasar/domain';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { sought } from '../place/sought.ts';
import type { MessageRow } from './message-rows.ts';
import { afterFrames, type List } from './use-message-virtualizer.ts';

/** How long the row that a person jumped to is marked. Milliseconds. */
const MARKED_MS = 2_500;
/** The list keeps its place for two frames after older rows came. */
const SETTLED_FRAMES = 3;

export const isSought = (id: ConversationId): boolean => sought.get()?.conversationId === id;

interface Place {
  readonly id: ConversationId;
  /** All loaded rows, and those that the list has. */
  readonly all: readonly MessageRow[];
  readonly rows: readonly MessageRow[];
  readonly list: List;
  /** Gives the list more of the loaded rows; null when it has them all. */
  readonly reachBack: (() => void) | null;
  /** The row may be a note that is not among the rows yet. */
  readonly areNotesComing: boolean;
  readonly onScrolled: () => void;
}

/**
 * Brings the message that a person jumps to into view, and loads older messages until it is there. Returns the key of
 * its row while it is marked.
 */
export function useSought({ id, all, rows, list, reachBack, areNotesComing, onScrolled }: Place): string | null {
  const desk = useDesk();
  const [marked, setMarked] = useState<string | null>(null);
  const wanted = useSyncExternalStore(sought.subscribe, sought.get);
  const window = useDeskState((state) => state.windows.get(id));
  const key = wanted?.conversationId === id ? wanted.key : null;
  const isUnsettled = useDeskState(({ deliveries, pending }) =>
    [...(deliveries.get(id) ?? []), ...(pending.get(id) ?? [])].some((item) => item.clientId === key),
  );
  const oldest = window?.state === 'loaded' ? window.messages[0] : undefined;
  const position = wanted?.conversationId === id ? wanted.position : null;
  const isBehind = position !== null && oldest !== undefined && comparePositions(position, oldest.position) < 0;
  useEffect(() => {
    if (key === null) return;
    const index = rows.findIndex((row) => row.key === key);
    if (index >= 0) {
      return afterFrames(SETTLED_FRAMES, () => {
        list.scrollToIndex(index, { align: 'center' });
        onScrolled();
        setMarked(key);
        sought.update(() => null);
      });
    }
    if (reachBack !== null && all.some((row) => row.key === key)) reachBack();
    else if (window?.state !== 'loaded' || window.older === 'asking' || areNotesComing) return;
    else if (isBehind && window.older === 'yes') desk.windows.loadManyOlder(id);
    else if (isUnsettled && window.older === 'yes') desk.windows.loadOlder(id);
    // The answer was put away meanwhile, or older messages cannot be had.
    else sought.update(() => null);
  }, [desk, id, key, all, rows, list, reachBack, onScrolled, window, isUnsettled, isBehind, areNotesComing]);
  useEffect(() => {
    if (marked === null) return;
    const timer = setTimeout(() => setMarked(null), MARKED_MS);
    return () => clearTimeout(timer);
  }, [marked]);
  return marked;
}
