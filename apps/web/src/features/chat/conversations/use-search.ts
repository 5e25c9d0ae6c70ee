import type { ConversationTab } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { type CallFailure, type DeskState, isInTab, type Scope } from '@pasar/sync';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useDesk, useReadable } from '../../../base/desk.tsx';

/** A pause in typing this long asks the server. */
const ASK_AFTER_MS = 180;

export type Search =
  | { readonly state: 'none' }
  | { readonly state: 'asking'; readonly words: string }
  | {
      readonly state: 'found';
      readonly words: string;
      readonly ids: readonly ConversationId[];
      /** The server could not be reached: only the conversations of this window were searched. */
      readonly isHereOnly: boolean;
    }
  | { readonly state: 'failed'; readonly words: string; readonly failure: CallFailure };

interface Held {
  readonly search: Search;
  /** What was asked. */
  readonly of: string;
  readonly next: string | null;
}
const NOTHING: Held = { search: { state: 'none' }, of: '', next: null };

/** What was found, what adds to it, and what asks for the next page; null after the last one. */
type Searching = readonly [search: Search, add: AddFound, more: (() => void) | null];

/**
 * Searches all conversations on the server by the buyer's name or an order number, or those of this window while the server cannot be
 * reached; the server is asked when the connection is back. Answers to earlier words are dropped.
 */
export function useSearch(scope: Scope, tab: ConversationTab, words: string): Searching {
  const desk = useDesk();
  const asked = words.trim();
  const key = `${scope} ${tab} ${asked}`;
  const [held, setHeld] = useState(NOTHING);
  const { search, next } = held;
  const isLive = useReadable(desk.live).state === 'live';
  const isHereOnly = useRef(false);
  isHereOnly.current = search.state === 'found' && search.isHereOnly;
  const [returns, setReturns] = useState(0);
  useEffect(() => {
    if (isLive && isHereOnly.current) setReturns((count) => count + 1);
  }, [isLive]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another return of the connection asks again.
  useEffect(() => {
    if (asked === '') {
      setHeld(NOTHING);
      return;
    }
    let isCurrent = true;
    const hold = (found: Search, before: string | null = null) => setHeld({ search: found, of: key, next: before });
    hold({ state: 'asking', words: asked });
    const timer = setTimeout(async () => {
      const result = await desk.lists.search(scope, tab, { words: asked });
      if (!isCurrent) return;
      if (result.ok) {
        hold({ state: 'found', words: asked, ids: result.data.ids, isHereOnly: false }, result.data.next);
      } else if (result.failure.kind === 'unreachable') {
        const ids = searchHere(desk.state.get(), scope, tab, asked);
        hold({ state: 'found', words: asked, ids, isHereOnly: true });
      } else hold({ state: 'failed', words: asked, failure: result.failure });
    }, ASK_AFTER_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [desk, scope, tab, asked, returns]);
  const more = async (before: string) => {
    const result = await desk.lists.search(scope, tab, { words: asked, before });
    if (result.ok) {
      setHeld((now) =>
        now.of === key && now.next === before ? { ...withFound(now, result.data.ids), next: result.data.next } : now,
      );
    }
  };
  const add = useCallback<AddFound>(
    (found, ids) =>
      setHeld((now) => (now.search.state === 'found' && now.search.words === found ? withFound(now, ids) : now)),
    [],
  );
  return [search, add, next === null ? null : () => void more(next)];
}
const withFound = (held: Held, ids: readonly ConversationId[]): Held =>
  held.search.state === 'found'
    ? { ...held, search: { ...held.search, ids: [...new Set([...held.search.ids, ...ids])] } }
    : held;

/** Adds what the marketplaces found for the same words. */
export type AddFound = (words: string, ids: readonly ConversationId[]) => void;

/** The conversations of this window in a tab whose buyer's name has the words; the newest first. */
function searchHere(
  { shown, shops }: Pick<DeskState, 'shown' | 'shops'>,
  scope: Scope,
  tab: ConversationTab,
  words: string,
): readonly ConversationId[] {
  const sought = words.toLowerCase();
  return [...shown.values()]
    .filter((item) => {
      const isInScope = scope === 'all' || item.shopId === scope || shops.get(item.shopId)?.marketplace === scope;
      return isInScope && isInTab(item, tab) && item.buyer.name.toLowerCase().includes(sought);
    })
    .toSorted((left, right) => right.lastMessageAt - left.lastMessageAt)
    .map((item) => item.conversationId);
}
