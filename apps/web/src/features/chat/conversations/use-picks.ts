import { BULK_LIMITS, type ConversationId } from '@pasar/domain';
import { useCallback, useRef, useState } from 'react';

/** The conversations that a person has picked to change them together: at most as many as one action may name. */
export interface Picks {
  readonly ids: ReadonlySet<ConversationId>;
  /** Everything that the list has, also what is not loaded. */
  readonly isAll: boolean;
  /** Picks a row, or takes it out again; `isRange`: all rows from the last picked one to it. */
  readonly pick: (id: ConversationId, isRange: boolean) => void;
  /** Picks the rows that are loaded, from the first. */
  readonly pickLoaded: () => void;
  readonly pickAll: () => void;
  readonly clear: () => void;
}

interface Held {
  readonly name: string;
  readonly ids: ReadonlySet<ConversationId>;
  readonly isAll: boolean;
}
const NONE: ReadonlySet<ConversationId> = new Set();
const atMost = (ids: Iterable<ConversationId>): ReadonlySet<ConversationId> =>
  new Set([...ids].slice(0, BULK_LIMITS.named));

/** `name` names the list: in another list nothing is picked. `rows`: the rows in their order. */
export function usePicks(name: string, rows: readonly ConversationId[]): Picks {
  const [held, setHeld] = useState<Held>({ name, ids: NONE, isAll: false });
  const last = useRef<ConversationId | null>(null);
  const shown = useRef(rows);
  shown.current = rows;
  const isHere = held.name === name;
  const pick = useCallback(
    (id: ConversationId, isRange: boolean) => {
      const [from, to] = [last.current === null ? -1 : shown.current.indexOf(last.current), shown.current.indexOf(id)];
      last.current = id;
      setHeld((was) => {
        const ids = new Set(was.name === name ? was.ids : NONE);
        if (isRange && from >= 0 && to >= 0) {
          for (const one of shown.current.slice(Math.min(from, to), Math.max(from, to) + 1)) ids.add(one);
        } else if (!ids.delete(id)) ids.add(id);
        return { name, ids: atMost(ids), isAll: false };
      });
    },
    [name],
  );
  const pickLoaded = useCallback(() => setHeld({ name, ids: atMost(shown.current), isAll: false }), [name]);
  const pickAll = useCallback(() => setHeld({ name, ids: new Set(shown.current), isAll: true }), [name]);
  const clear = useCallback(() => {
    last.current = null;
    setHeld({ name, ids: NONE, isAll: false });
  }, [name]);
  return { ids: isHere ? held.ids : NONE, isAll: isHere && held.isAll, pick, pickLoaded, pickAll, clear };
}
