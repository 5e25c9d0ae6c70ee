import type { ConversationId } from '@pasar/domain';
import { type DeskState, listKey } from '@pasar/sync';
import type { ChatScope } from '../../../base/scopes.ts';
import { listScope, selectionOf } from '../place/selection.ts';
import { nextIn } from './next-in.ts';

/** The next unread conversation after the open one. Continues at the other end of the list. Null: there is none. */
export function nextUnread(state: DeskState, scope: ChatScope, step: 1 | -1): ConversationId | null {
  const chosen = selectionOf(scope);
  const ids = state.lists.get(listKey(listScope(scope, chosen), chosen.tab)) ?? [];
  return nextIn(ids, chosen.conversationId, step, (id) => (state.shown.get(id)?.unreadCount ?? 0) > 0);
}
