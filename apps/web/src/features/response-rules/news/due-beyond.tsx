import { pagingOf } from '@pasar/sync';
import { useEffect, useRef } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';

const MINUTE_MS = 60_000;
/** The server is asked at most this often (our choice). */
const EVERY_MS = MINUTE_MS;
/** Of 100 answers each, that are fetched at once (our choice): more due answers are one toast anyway. */
const MOST_PAGES = 10;
/** The id before all others, for a place in the list that is a time. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Up to which place of the list of answers by due time the window knows all that are due later than now. */
interface Known {
  /** Of the snapshot: another one begins anew. */
  readonly epoch: number;
  readonly askedAt: number;
  /** Null: everything is known. */
  readonly place: string | null;
}
export interface DueBeyondProps {
  readonly minutes: number;
  readonly now: number;
  readonly onFetched: () => void;
}

const timeOf = (place: string): number => Number(place.split('.')[0]);

/**
 * Fetches the answers that become due within the time and that the window does not have: the snapshot brings those that are due
 * first, which may all be overdue. What begins to wait afterwards comes by itself. Shows nothing itself.
 */
export function DueBeyond({ minutes, now, onFetched }: DueBeyondProps) {
  const desk = useDesk();
  const epoch = useDeskState((state) => state.epoch);
  const known = useRef<Known | null>(null);
  useEffect(() => {
    const last = known.current;
    // The clock is set back when the server has told the time.
    const held = last?.epoch === epoch && last.askedAt <= now ? last : null;
    if (held !== null && (held.place === null || now - held.askedAt < EVERY_MS)) return;
    const paging = pagingOf(desk.state.get(), 'all', 'due');
    const next = 'next' in paging ? paging.next : null;
    if (next === null) return;
    const until = now + minutes * MINUTE_MS;
    const places = [next, `${now}.${FIRST_ID}`, ...(held?.place == null ? [] : [held.place])];
    const from = places.reduce((latest, place) => (timeOf(place) > timeOf(latest) ? place : latest));
    if (timeOf(from) > until) return;
    known.current = { epoch, askedAt: now, place: from };
    const fetchFrom = async (place: string, pagesLeft: number): Promise<void> => {
      const page = await desk.lists.search('all', 'due', { words: '', before: place });
      // What failed is asked for again after a minute.
      if (!page.ok || known.current?.epoch !== epoch) return;
      known.current = { ...known.current, place: page.data.next };
      if (page.data.ids.length > 0) onFetched();
      const { next: more } = page.data;
      if (more !== null && timeOf(more) <= until && pagesLeft > 1) await fetchFrom(more, pagesLeft - 1);
    };
    void fetchFrom(from, MOST_PAGES);
  }, [desk, epoch, minutes, now, onFetched]);
  return null;
}
