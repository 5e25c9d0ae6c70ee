import type { ConversationId } from '@pasar/domain';
import { useEffect, useMemo, useRef } from 'react';
import type { MessageRow } from './message-rows.ts';
import type { List } from './use-message-virtualizer.ts';

/**
 * The messages that were unread when the conversation was opened and begin above the view: how many they are, and how
 * to go to the first of them. Null once the first has been in view. `missing`: how many of them are not loaded yet; on
 * the way to the first, each page that is loaded leads further up. `onScrolled`: the view has left its place.
 */
export function useNewAbove(
  id: ConversationId,
  rows: readonly MessageRow[],
  missing: number,
  list: List,
  onScrolled: () => void,
) {
  const seenIn = useRef<ConversationId | null>(null);
  const goingIn = useRef<ConversationId | null>(null);
  const { index, loaded } = useMemo(() => {
    const first = rows.findIndex((row) => row.isFirstNew);
    return { index: first, loaded: first < 0 ? 0 : rows.slice(first).filter((row) => row.author === 'buyer').length };
  }, [rows]);
  useEffect(() => {
    if (goingIn.current !== id || index < 0) return;
    list.scrollToIndex(index, { align: 'start' });
    onScrolled();
    if (missing === 0) goingIn.current = null;
  }, [id, index, missing, list, onScrolled]);
  const top = list.range?.startIndex;
  if (index < 0 || top === undefined) return null;
  if (index >= top && missing === 0) seenIn.current = id;
  if (seenIn.current === id) return null;
  return {
    count: loaded + missing,
    go: () => {
      goingIn.current = missing === 0 ? null : id;
      list.scrollToIndex(index, { align: 'start' });
      onScrolled();
    },
  };
}
