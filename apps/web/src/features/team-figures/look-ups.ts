import { CALLS } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';

/** The figures are recomputed about once a minute, without a word on the stream (our choice). */
const AGAIN_MS = 60_000;

export const TEAM_FIGURES: LookUp<typeof CALLS.teamFigures.teamFigures> = {
  call: CALLS.teamFigures.teamFigures,
  freshMs: 0,
  againMs: AGAIN_MS,
  staleBy: { change: null, calls: [] },
};
export const RESPONSE_SHARES: LookUp<typeof CALLS.teamFigures.responseShares> = {
  call: CALLS.teamFigures.responseShares,
  freshMs: 0,
  againMs: AGAIN_MS,
  staleBy: { change: ({ kind }) => kind === 'responseRules', calls: [] },
};
export const TEAM_WAITS: LookUp<typeof CALLS.teamFigures.teamWaits> = {
  call: CALLS.teamFigures.teamWaits,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
