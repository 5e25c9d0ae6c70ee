import type { ConversationFilter, ConversationTab } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { type Desk, listKey, type Scope } from '@pasar/sync';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useDesk, useReadable } from '../../../../base/desk.tsx';
import type { Search } from '../use-search.ts';

/** A pause in typing this long asks the server. */
const ASK_AFTER_MS = 180;
/** While messages move the list, the conversations that fit are fetched again at most this often (our choice). */
const MOVED_MS = 5_000;
/** So many pages are fetched again; the rows behind them stay as they are (our choice). */
const PAGES_AGAIN = 3;

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
  const hasFailed = useRef(false);
  const asks = useStale(desk, scope, tab, readAt, hasFailed);
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
      hasFailed.current = !result.ok;
      setHeld((now) => {
        const known = now.of === key && now.search.state === 'found' ? now : null;
        if (!result.ok) {
          // What was found before says more than that it cannot be asked for again.
          return known ?? { search: { state: 'failed', words: asked, failure: result.failure }, of: key, next: null };
        }
        const behind = result.data.next === null ? [] : rowsBehind(known?.search, result.data.ids);
        const ids = [...result.data.ids, ...behind];
        const next = known !== null && behind.length > 0 ? known.next : result.data.next;
        return { search: { state: 'found', words: asked, ids, isHereOnly: false }, of: key, next };
      });
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

/** The first pages of as many as were shown, so that a list that is asked for again is not shorter. */
async function askPages(desk: Desk, { scope, tab, ...wanted }: Wanted, least: number) {
  let ids: readonly ConversationId[] = [];
  let before: string | null = null;
  for (let page = 1; ; page += 1) {
    const result = await desk.lists.search(scope, tab, { ...wanted, before });
    if (!result.ok) return result;
    ids = [...ids, ...result.data.ids];
    before = result.data.next;
    if (before === null || ids.length >= least || page === PAGES_AGAIN) {
      return { ok: true, data: { ids, next: before } } as const;
    }
  }
}

/** The rows of a longer list behind those that were fetched again. */
function rowsBehind(shown: Search | undefined, again: readonly ConversationId[]): readonly ConversationId[] {
  if (shown?.state !== 'found' || shown.ids.length <= again.length) return [];
  const fetched = new Set(again);
  const last = again.findLast((id) => shown.ids.includes(id));
  return shown.ids.slice(last === undefined ? 0 : shown.ids.indexOf(last) + 1).filter((id) => !fetched.has(id));
}

/**
 * Counts how often the conversations are to be fetched again: when the tags were read again, because somebody changed them
 * or who has them, a while after messages have moved the list, and when the connection is back after they could not be
 * fetched.
 */
function useStale(
  desk: Desk,
  scope: Scope,
  tab: ConversationTab,
  readAt: number | null,
  hasFailed: { readonly current: boolean },
): number {
  const [asks, setAsks] = useState(0);
  const again = useCallback(() => setAsks((count) => count + 1), []);
  const isLive = useReadable(desk.live).state === 'live';
  useEffect(() => {
    if (isLive && hasFailed.current) again();
  }, [isLive, hasFailed, again]);
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
