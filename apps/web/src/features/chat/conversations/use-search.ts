import type { ConversationTab } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import type { CallFailure, Scope } from '@pasar/sync';
import { useEffect, useState } from 'react';
import { useDesk } from '../../../base/desk.tsx';

/** A pause in typing this long asks the server. */
const ASK_AFTER_MS = 180;

export type Search =
  | { readonly state: 'none' }
  | { readonly state: 'asking'; readonly words: string }
  | { readonly state: 'found'; readonly words: string; readonly ids: readonly ConversationId[] }
  | { readonly state: 'failed'; readonly words: string; readonly failure: CallFailure };

/** Searches all conversations on the server by the buyer's name. Answers to earlier words are dropped. */
export function useSearch(scope: Scope, tab: ConversationTab, words: string): Search {
  const desk = useDesk();
  const asked = words.trim();
  const [search, setSearch] = useState<Search>({ state: 'none' });
  useEffect(() => {
    if (asked === '') {
      setSearch({ state: 'none' });
      return;
    }
    let isCurrent = true;
    setSearch({ state: 'asking', words: asked });
    const timer = setTimeout(async () => {
      const result = await desk.lists.search(scope, tab, asked);
      if (!isCurrent) return;
      setSearch(
        result.ok
          ? { state: 'found', words: asked, ids: result.data }
          : { state: 'failed', words: asked, failure: result.failure },
      );
    }, ASK_AFTER_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [desk, scope, tab, asked]);
  return search;
}
