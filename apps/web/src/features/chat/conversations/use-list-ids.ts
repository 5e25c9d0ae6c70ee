import type { ConversationTab } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { isInTab, isWaitingTab, listKeeping, listKey, pagingOf, type Scope, shownUntil, withoutGap } from '@pasar/sync';
import { useMemo, useRef } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { useDueEnd } from './use-due-end.ts';
import type { Search } from './use-search.ts';

const NONE: readonly ConversationId[] = [];

/**
 * The rows of a list in order. The open conversation stays in the list from which it was opened until another is
 * chosen, although opening it marks it read and so takes it out of the unread tab. The tabs of buyers who wait end
 * where buyers may be missing, and that of the answers that are due at those that are not due soon.
 */
export function useListIds(
  scope: Scope,
  tab: ConversationTab,
  chosen: ConversationId | null,
  search: Search,
  /** Null: no filter. `isSorted`: in the order in which the server gave the rows. */
  filtered: { readonly isSorted: boolean } | null,
): readonly ConversationId[] {
  const desk = useDesk();
  const list = useDeskState((state) => state.lists.get(listKey(scope, tab)) ?? NONE);
  const kept = useDeskState((state) => (chosen === null ? undefined : state.shown.get(chosen)));
  const gap = useDeskState((state) => {
    const paging = pagingOf(state, scope, tab);
    return isWaitingTab(tab) && 'next' in paging ? paging.next : null;
  });
  const end = useDueEnd();
  const dueEnd = tab === 'due' ? end : null;
  const place = `${scope} ${tab} ${chosen}`;
  const wasListed = useRef({ place: '', isListed: false });
  if (wasListed.current.place !== place) wasListed.current = { place, isListed: false };
  if (kept !== undefined && (isInTab(kept, tab) || tab === 'all') && list.includes(kept.conversationId)) {
    wasListed.current.isListed = true;
  }
  const { isListed } = wasListed.current;
  const ids = useMemo(() => {
    const { shown } = desk.state.get();
    if (search.state === 'found' && filtered !== null && !filtered.isSorted) {
      // In the order of the live list, which messages move.
      const fitting = new Set(search.ids);
      const isKept = isListed && kept !== undefined && fitting.has(kept.conversationId);
      return listKeeping(
        list.filter((id) => fitting.has(id)),
        isKept ? kept : undefined,
        shown,
        tab,
      );
    }
    if (search.state === 'found') return search.ids.filter((id) => shown.has(id));
    if (search.state !== 'none') return NONE;
    if (gap !== null && isWaitingTab(tab)) return withoutGap(list, shown, gap);
    return listKeeping(list, isListed ? kept : undefined, shown, tab);
  }, [desk, search, filtered, list, kept, isListed, gap, tab]);
  return useMemo(() => (dueEnd === null ? ids : shownUntil(ids, desk.state.get().shown, dueEnd)), [desk, ids, dueEnd]);
}
