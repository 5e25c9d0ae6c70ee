import { useCallback, useEffect, useRef } from 'react';

/** What is held back is looked at again this often (our choice). */
const LOOK_EVERY_MS = 1_000;

export interface Hold {
  /** The first is told so long after it came, with what came meanwhile. */
  readonly delayMs: number;
  /** Nothing is told while this is so. */
  readonly isHeld: () => boolean;
}

/** Tells of what comes after the delay, and while it is held back later, of all that came up to then. */
export function useHeldBack<Item>(
  tell: (items: readonly Item[]) => void,
  { delayMs, isHeld }: Hold,
): (items: readonly Item[]) => void {
  const held = useRef<readonly Item[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const telling = useRef(tell);
  useEffect(() => {
    telling.current = tell;
  }, [tell]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (items) => {
      if (items.length === 0) return;
      const isFirst = held.current.length === 0;
      held.current = [...held.current, ...items];
      const look = () => {
        if (isHeld()) {
          timer.current = setTimeout(look, LOOK_EVERY_MS);
          return;
        }
        const all = held.current;
        held.current = [];
        telling.current(all);
      };
      if (!isFirst) return;
      if (delayMs === 0) look();
      else timer.current = setTimeout(look, delayMs);
    },
    [delayMs, isHeld],
  );
}
