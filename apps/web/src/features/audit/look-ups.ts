import { CALLS } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';

/** No change of the live stream tells of entries. Each opening asks again. */
export const AUDIT_TRAIL: LookUp<typeof CALLS.audit.auditTrail> = {
  call: CALLS.audit.auditTrail,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
