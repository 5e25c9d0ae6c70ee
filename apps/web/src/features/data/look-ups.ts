import { CALLS } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';

export const RETENTION: LookUp<typeof CALLS.data.retention> = {
  call: CALLS.data.retention,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [CALLS.data.saveRetention] },
};

export const EXPORT_STATE: LookUp<typeof CALLS.data.exportState> = {
  call: CALLS.data.exportState,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [CALLS.data.beginExport] },
};
/** The same while an export runs. */
export const EXPORT_PROGRESS: LookUp<typeof CALLS.data.exportState> = { ...EXPORT_STATE, againMs: 1_000 };
