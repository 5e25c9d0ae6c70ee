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

/**
 * Marks a conversation as read while the window is visible and its newest message is in view. Once it was read here, only a
 * new message is a reason to do so again: a member who marks it as unread, in any window, wants it to stay so.
 */
export function useMarkRead(id: ConversationId, isAtEnd: boolean): void {
  const desk = useDesk();
  const isSeen = useSyncExternalStore(subscribe, isVisible) && isAtEnd;
  const unread = useDeskState((state) => state.shown.get(id)?.unreadCount ?? 0);
  const newest = useDeskState((state) => {
    const window = state.windows.get(id);
    return window?.state === 'loaded' ? (messagesOf(window).at(-1)?.position ?? null) : null;
  });
  const lastMessageAt = useDeskState((state) => state.shown.get(id)?.lastMessageAt ?? 0);
  const read = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening it once more is a new reason to read it.
  useEffect(() => {
    read.current = '';
  }, [id]);
  useEffect(() => {
    if (newest === null) return;
    // The row may be behind the messages, and tells of them only together with its count.
    const state = `${id} ${newest} ${lastMessageAt}`;
    if (unread === 0) read.current = state;
    // A refused attempt is not repeated for the same state, because it would be refused again for ever.
    if (!isSeen || read.current === state) return;
    const timer = setTimeout(() => {
      read.current = state;
      desk.settings.markRead(id, newest);
    }, READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [desk, id, isSeen, unread, newest, lastMessageAt]);
}
