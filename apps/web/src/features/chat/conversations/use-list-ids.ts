import type { ConversationTab } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { isInTab, listKeeping, listKey, type Scope } from '@pasar/sync';
import { useMemo, useRef } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import type { Search } from './use-search.ts';

const NONE: readonly ConversationId[] = [];

/**
 * The rows of a list in order. The open conversation stays in the list from which it was opened until another is
 * chosen, although opening it marks it read and so takes it out of the unread tab.
 */
export function useListIds(
  scope: Scope,
  tab: ConversationTab,
  chosen: ConversationId | null,
  search: Search,
): readonly ConversationId[] {
  const desk = useDesk();
  const list = useDeskState((state) => state.lists.get(listKey(scope, tab)) ?? NONE);
  const kept = useDeskState((state) => (chosen === null ? undefined : state.shown.get(chosen)));
  const place = `${scope} ${tab} ${chosen}`;
  const wasListed = useRef({ place: '', isListed: false });
  if (wasListed.current.place !== place) wasListed.current = { place, isListed: false };
  if (kept !== undefined && (isInTab(kept, tab) || tab === 'all') && list.includes(kept.conversationId)) {
    wasListed.current.isListed = true;
  }
  const { isListed } = wasListed.current;
  return useMemo(() => {
    if (search.state === 'found') return search.ids.filter((id) => desk.state.get().shown.has(id));
    if (search.state !== 'none') return NONE;
    return listKeeping(list, isListed ? kept : undefined, desk.state.get().shown);
  }, [desk, search, list, kept, isListed]);
}
