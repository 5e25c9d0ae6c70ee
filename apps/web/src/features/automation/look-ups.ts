import { CALLS } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';

const { automaticStops, resumeAutomatic, stopAutomatic } = CALLS.automation;

/** The stream tells every stop and every end of one. */
export const AUTOMATIC_STOPS: LookUp<typeof automaticStops> = {
  call: automaticStops,
  freshMs: 600_000,
  againMs: null,
  staleBy: { change: ({ kind }) => kind === 'automation', calls: [stopAutomatic, resumeAutomatic] },
};
