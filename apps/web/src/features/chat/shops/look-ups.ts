import { CALLS } from '@pasar/api';
import type { LookUp } from '../../../base/look-up.ts';

/** The server counts about once a minute, without a word on the stream (our choice). */
const AGAIN_MS = 60_000;

export const SHOP_RESPONSE_SHARE: LookUp<typeof CALLS.teamFigures.shopResponseShare> = {
  call: CALLS.teamFigures.shopResponseShare,
  freshMs: 0,
  againMs: AGAIN_MS,
  staleBy: { change: ({ kind }) => kind === 'responseRules', calls: [] },
};
