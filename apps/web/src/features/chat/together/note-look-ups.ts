import { CALLS } from '@pasar/api';
import type { LookUp } from '../../../base/look-up.ts';

/** The stream tells of every change. */
export const NOTES: LookUp<typeof CALLS.together.notes> = {
  call: CALLS.together.notes,
  freshMs: 600_000,
  againMs: null,
  staleBy: { change: ({ kind }) => kind === 'notes' || kind === 'purge', calls: [] },
};
export const MENTIONS: LookUp<typeof CALLS.together.mentionsOfMe> = {
  call: CALLS.together.mentionsOfMe,
  freshMs: 600_000,
  againMs: null,
  staleBy: { change: ({ kind }) => kind === 'mentions' || kind === 'purge' || kind === 'gone', calls: [] },
};
