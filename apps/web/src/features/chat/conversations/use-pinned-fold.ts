import type { ConversationId } from '@pasar/domain';
import { useMemo } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { useLayout } from '../../../base/layout.ts';
import { foldPinned, type PinnedFold } from './pinned-fold.ts';

/**
 * The list as it is shown: with its pinned part folded, unless the person has chosen in this browser to show all of it.
 */
export function usePinnedFold(
  ids: readonly ConversationId[],
  chosen: ConversationId | null,
  canFold: boolean,
): PinnedFold {
  const desk = useDesk();
  const { isPinnedOpen } = useLayout();
  // One letter for each pinned conversation, so that the list is folded again only when one of them changes, not at
  // every message.
  const pinned = useDeskState((state) => {
    let letters = '';
    for (const id of canFold ? ids : []) {
      const view = state.shown.get(id);
      if (view?.isPinned !== true) break;
      letters += view.unreadCount > 0 ? 'u' : 'r';
    }
    return letters;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `pinned` stands for what is read of the state.
  return useMemo(
    () => (canFold ? foldPinned(ids, desk.state.get().shown, chosen, isPinnedOpen) : { ids, pinned: 0, hidden: 0 }),
    [desk, ids, chosen, canFold, isPinnedOpen, pinned],
  );
}
