import { CALLS } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';

/** A person who steps back from a hit sees the same hits again (our choice: for half a minute). */
export const SEARCH: LookUp<typeof CALLS.search.searchEverything> = {
  call: CALLS.search.searchEverything,
  freshMs: 30_000,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
