import type { ConversationId } from '@pasar/domain';
import { messagesOf } from '@pasar/sync';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';

/** A delay, so that moving through the list with the keyboard does not mark every conversation as read. */
const READ_AFTER_MS = 300;

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
const isVisible = () => document.visibilityState === 'visible';

/** Marks a conversation as read while the window is visible and its newest message is in view. */
export function useMarkRead(id: ConversationId, isAtEnd: boolean): void {
  const desk = useDesk();
  const isSeen = useSyncExternalStore(subscribe, isVisible) && isAtEnd;
  const unread = useDeskState((state) => state.shown.get(id)?.unreadCount ?? 0);
  const newest = useDeskState((state) => {
    const window = state.windows.get(id);
    return window?.state === 'loaded' ? (messagesOf(window).at(-1)?.position ?? null) : null;
  });
  const tried = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening it once more is a new reason to read it.
  useEffect(() => {
    tried.current = '';
  }, [id]);
  useEffect(() => {
    if (!isSeen || unread === 0 || newest === null) return;
    // A refused attempt is not repeated for the same state, because it would be refused again for ever.
    const attempt = `${id} ${newest} ${unread}`;
    if (tried.current === attempt) return;
    const timer = setTimeout(() => {
      tried.current = attempt;
      desk.settings.markRead(id, newest);
    }, READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [desk, id, isSeen, unread, newest]);
}
