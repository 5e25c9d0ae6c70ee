import { createStore } from '@pasar/sync';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';

/** The note or remark beside a conversation that a person jumps to, by its id. Its row clears it once it is in view. */
export const soughtRow = createStore<string | null>(null);

/** How long the row is marked. Milliseconds. */
const MARKED_MS = 2_500;

const useSought = (): string | null => useSyncExternalStore(soughtRow.subscribe, soughtRow.get);

/** Whether a list shows all its rows: when a person asks for them, or jumps to one behind the first few. */
export function useShowsAll(ids: readonly string[], few: number): readonly [boolean, () => void] {
  const [showsAll, setShowsAll] = useState(false);
  const sought = useSought();
  const isBehind = sought !== null && ids.indexOf(sought) >= few;
  useEffect(() => {
    if (isBehind) setShowsAll(true);
  }, [isBehind]);
  return [showsAll || isBehind, () => setShowsAll(true)];
}

/** Brings the row into view when it is jumped to, and tells for a while that it is the one. */
export function useJumpedTo<Row extends HTMLElement>(
  id: string,
): { readonly row: RefObject<Row | null>; readonly isMarked: boolean } {
  const row = useRef<Row>(null);
  const [isMarked, setIsMarked] = useState(false);
  const sought = useSought();
  useEffect(() => {
    if (sought !== id || row.current === null) return;
    row.current.scrollIntoView({ block: 'center' });
    setIsMarked(true);
    soughtRow.update(() => null);
  }, [sought, id]);
  useEffect(() => {
    if (!isMarked) return;
    const timer = setTimeout(() => setIsMarked(false), MARKED_MS);
    return () => clearTimeout(timer);
  }, [isMarked]);
  return { row, isMarked };
}
