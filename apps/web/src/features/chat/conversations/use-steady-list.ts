import type { ConversationId } from '@pasar/domain';
import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useDesk } from '../../../base/desk.tsx';
import { heldOrder, higherThan } from './steady-order.ts';

/** For how long the order is held after the pointer has left the list (our choice). */
const RELEASE_MS = 1_000;

type Ids = readonly ConversationId[];

/**
 * The rows in an order that does not change under a pointer that moves in the list, so that a click opens the row at
 * which it was aimed. The order follows the list again a moment after the pointer has left it, and when the person
 * types, because a pointer that only rests on the list must not keep it old. `name`: another list begins in its own
 * order.
 */
export function useHeldOrder(ids: Ids, name: string) {
  const desk = useDesk();
  const [held, setHeld] = useState<{ readonly name: string; readonly ids: Ids } | null>(null);
  const leaving = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);
  const isHeld = held !== null && held.name === name;
  const shown = useMemo(
    () => (isHeld ? heldOrder(held.ids, ids, (id) => desk.state.get().shown.has(id)) : ids),
    [desk, isHeld, held, ids],
  );
  const release = useCallback(() => {
    clearTimeout(leaving.current);
    setHeld(null);
  }, []);
  useEffect(() => {
    if (!isHeld) return;
    addEventListener('keydown', release);
    return () => removeEventListener('keydown', release);
  }, [isHeld, release]);
  return {
    shown,
    release,
    move: () => {
      clearTimeout(leaving.current);
      if (!isHeld) setHeld({ name, ids });
    },
    leave: () => {
      clearTimeout(leaving.current);
      leaving.current = setTimeout(release, RELEASE_MS);
    },
  };
}

interface Scrolled {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly list: Virtualizer<HTMLDivElement, HTMLDivElement>;
  readonly name: string;
  readonly shown: Ids;
  readonly chosen: ConversationId | null;
  readonly rowPx: number;
}

/**
 * Keeps a row at its height in the view when others move above it: the open conversation where it is in view, otherwise
 * the first visible row. At the top of the list the view stays there, and new rows appear.
 */
export function useAnchor({ scroller, list, name, shown, chosen, rowPx }: Scrolled): void {
  const before = useRef({ name, shown });
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { name, shown };
    if (was.name !== name || was.shown === shown) return;
    const top = scroller.current?.scrollTop ?? 0;
    if (top === 0) return;
    const first = Math.floor(top / rowPx);
    const chosenAt = chosen === null ? -1 : was.shown.indexOf(chosen);
    const bottom = top + (scroller.current?.clientHeight ?? 0);
    const isInView = chosenAt >= first && chosenAt * rowPx < bottom;
    const at = isInView ? chosenAt : first;
    const anchor = was.shown[at];
    const now = anchor === undefined ? -1 : shown.indexOf(anchor);
    if (now >= 0 && now !== at) list.scrollToOffset(Math.max(0, top + (now - at) * rowPx));
  }, [scroller, list, name, shown, chosen, rowPx]);
}

/**
 * How many conversations have a buyer's message that came after the person last saw the top of the list, and stand
 * above the view, or higher than the held order shows them. A conversation that only an older page brought is no news.
 */
export function useNews({ ids, shown, name, top }: { ids: Ids; shown: Ids; name: string; top: number }): number {
  const desk = useDesk();
  const seen = useRef({ name: '', newestAt: 0 });
  const views = desk.state.get().shown;
  const isHeld = shown !== ids;
  const isSeen = (top === 0 && !isHeld) || seen.current.name !== name;
  return useMemo(() => {
    const times = ids.map((id) => {
      const view = views.get(id);
      return view?.lastMessage?.author === 'buyer' ? view.lastMessageAt : 0;
    });
    if (isSeen) seen.current = { name, newestAt: times.reduce((left, right) => Math.max(left, right), 0) };
    const { newestAt } = seen.current;
    if (isSeen || !times.some((at) => at > newestAt)) return 0;
    const isAbove = isHeld ? higherThan(shown, ids) : (_: ConversationId, index: number) => index < top;
    return ids.filter((id, index) => (times[index] ?? 0) > newestAt && isAbove(id, index)).length;
  }, [ids, shown, views, name, isSeen, isHeld, top]);
}
