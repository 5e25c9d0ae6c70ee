import type { ConversationFilter, ConversationTab } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { type Desk, listKey, type Scope } from '@pasar/sync';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useDesk } from '../../../../base/desk.tsx';
import type { Search } from '../use-search.ts';

/** A pause in typing this long asks the server. */
const ASK_AFTER_MS = 180;
/** While messages move the list, the conversations that fit are fetched again at most this often (our choice). */
const MOVED_MS = 5_000;

/** What is listed: the conversations that fit the filter, and those of them whose buyer's name has the words. */
export interface Wanted {
  readonly scope: Scope;
  readonly tab: ConversationTab;
  readonly words: string;
  /** Empty: no filter. */
  readonly filter: ConversationFilter;
}
/** The conversations that fit a filter, as far as they were read. */
export interface Filtered {
  readonly search: Search;
  /** Whether the rows stand in the order in which the server gave them, and not in that of the tab. */
  readonly isSorted: boolean;
  /** Asks for the next page; null after the last one. */
  readonly more: (() => void) | null;
}
interface Held {
  readonly search: Search;
  /** What was asked. */
  readonly of: string;
  readonly next: string | null;
}
const NOTHING: Held = { search: { state: 'none' }, of: '', next: null };

/**
 * The conversations that fit a filter; null without one. `readAt`: when the tags were read last; each change of them reads
 * the conversations again.
 */
export function useFiltered({ scope, tab, words, filter }: Wanted, readAt: number | null): Filtered | null {
  const desk = useDesk();
  const asked = words.trim();
  const chosen = JSON.stringify(filter);
  const isOn = chosen !== '{}';
  const key = `${scope} ${tab} ${chosen} ${asked}`;
  const [held, setHeld] = useState(NOTHING);
  const latest = useRef(held);
  latest.current = held;
  const asks = useStale(desk, scope, tab, readAt);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` names all that is asked; `asks` asks for the same again.
  useEffect(() => {
    if (!isOn) {
      setHeld(NOTHING);
      return;
    }
    let isCurrent = true;
    // What was found stays while the same is asked again.
    setHeld((now) => (now.of === key ? now : { search: { state: 'asking', words: asked }, of: key, next: null }));
    const timer = setTimeout(async () => {
      const { search } = latest.current;
      const least = search.state === 'found' ? search.ids.length : 0;
      const result = await askPages(desk, { scope, tab, words: asked, filter }, least);
      if (!isCurrent) return;
      if (result.ok) {
        const { ids, next } = result.data;
        setHeld({ search: { state: 'found', words: asked, ids, isHereOnly: false }, of: key, next });
      } else setHeld({ search: { state: 'failed', words: asked, failure: result.failure }, of: key, next: null });
    }, ASK_AFTER_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [desk, key, isOn, asks]);
  const { next, of } = held;
  const more = async (before: string) => {
    const result = await desk.lists.search(scope, tab, { words: asked, filter, before });
    if (!result.ok) return;
    setHeld((now) =>
      now.of !== of || now.search.state !== 'found' || now.next !== before
        ? now
        : { ...now, search: { ...now.search, ids: [...now.search.ids, ...result.data.ids] }, next: result.data.next },
    );
  };
  if (!isOn) return null;
  const isSorted = filter.sort !== undefined && filter.sort !== 'tab';
  return { search: held.search, isSorted, more: next === null ? null : () => void more(next) };
}

/** As many pages as were shown, so that a list that is asked for again is not shorter. */
async function askPages(desk: Desk, { scope, tab, ...wanted }: Wanted, least: number) {
  let ids: readonly ConversationId[] = [];
  let before: string | null = null;
  for (;;) {
    const result = await desk.lists.search(scope, tab, { ...wanted, before });
    if (!result.ok) return result;
    ids = [...ids, ...result.data.ids];
    before = result.data.next;
    if (before === null || ids.length >= least) return { ok: true, data: { ids, next: before } } as const;
  }
}

/**
 * Counts how often the conversations are to be fetched again: when the tags were read again, because somebody changed them
 * or who has them, and a while after messages have moved the list.
 */
function useStale(desk: Desk, scope: Scope, tab: ConversationTab, readAt: number | null): number {
  const [asks, setAsks] = useState(0);
  const again = useCallback(() => setAsks((count) => count + 1), []);
  const seenAt = useRef(readAt);
  useEffect(() => {
    if (readAt === null) return;
    if (seenAt.current !== null && seenAt.current !== readAt) again();
    seenAt.current = readAt;
  }, [readAt, again]);
  useEffect(() => {
    const listed = () => desk.state.get().lists.get(listKey(scope, tab));
    let seen = listed();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unwatch = desk.state.subscribe(() => {
      if (timer !== undefined || listed() === seen) return;
      timer = setTimeout(() => {
        timer = undefined;
        seen = listed();
        again();
      }, MOVED_MS);
    });
    return () => {
      unwatch();
      clearTimeout(timer);
    };
  }, [desk, scope, tab, again]);
  return asks;
}
