import { CALLS } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';

/** A person who steps back from a hit sees the same hits at once, while they are asked for again. */
export const SEARCH: LookUp<typeof CALLS.search.searchEverything> = {
  call: CALLS.search.searchEverything,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
