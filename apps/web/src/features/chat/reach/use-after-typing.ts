import { useCallback, useEffect, useRef } from 'react';
import { isTypingNow } from './typing-now.ts';

/** While the member types, it is looked this often whether that is over (our choice). */
const LOOK_EVERY_MS = 1_000;

/** Tells at once; while the member types in any window of the browser, later of all that came up to then. */
export function useAfterTyping<Item>(tell: (items: readonly Item[]) => void): (items: readonly Item[]) => void {
  const held = useRef<readonly Item[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (items) => {
      if (items.length === 0) return;
      held.current = [...held.current, ...items];
      const look = () => {
        clearTimeout(timer.current);
        if (isTypingNow()) {
          timer.current = setTimeout(look, LOOK_EVERY_MS);
          return;
        }
        const all = held.current;
        held.current = [];
        tell(all);
      };
      look();
    },
    [tell],
  );
}
