import type { ConversationId } from '@pasar/domain';
import { type DeskState, listKey } from '@pasar/sync';
import type { ChatScope } from '../../shell/scopes.ts';
import { listScope, selectionOf } from './selection.ts';

/** The next conversation with something unread, seen from the open one; goes round at the ends. Null: none waits. */
export function nextUnread(state: DeskState, scope: ChatScope, step: 1 | -1): ConversationId | null {
  const chosen = selectionOf(scope);
  const ids = state.lists.get(listKey(listScope(scope, chosen), chosen.tab)) ?? [];
  return nextIn(ids, chosen.conversationId, step, (id) => (state.shown.get(id)?.unreadCount ?? 0) > 0);
}

export function nextIn<Id>(
  ids: readonly Id[],
  from: Id | null,
  step: 1 | -1,
  isWanted: (id: Id) => boolean,
): Id | null {
  const at = from === null ? -1 : ids.indexOf(from);
  const start = at < 0 ? (step > 0 ? -1 : ids.length) : at;
  for (let turn = 1; turn <= ids.length; turn += 1) {
    const index = (((start + step * turn) % ids.length) + ids.length) % ids.length;
    const id = ids[index];
    if (id !== undefined && id !== from && isWanted(id)) return id;
  }
  return null;
}
