import type { ConversationTab } from '@pasar/api';
import { DUE_SOON_MS } from '@pasar/domain';
import { type Paging, pagingOf, pagingUntil, type Scope } from '@pasar/sync';
import { useDeskState } from '../../../base/desk.tsx';
import { useNow } from '../../../ui/use-now.ts';

/** Answers that are due up to this time are in the tab of those that are due. */
export const useDueEnd = (): number => useNow() + DUE_SOON_MS;

/** How far a list was paged. That of the answers that are due ends with the time, and not with the buyers who wait. */
export function useListPaging(scope: Scope, tab: ConversationTab): Paging {
  const end = useDueEnd();
  return useDeskState((state) => {
    const paging = pagingOf(state, scope, tab);
    return tab === 'due' ? pagingUntil(paging, end) : paging;
  });
}
