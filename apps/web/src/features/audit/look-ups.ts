import { CALLS } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';

/** No change of the live stream tells of entries. Each opening asks again. */
export const AUDIT_TRAIL: LookUp<typeof CALLS.audit.auditTrail> = {
  call: CALLS.audit.auditTrail,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
/** The members whose entries can be chosen. */
export const MEMBERS: LookUp<typeof CALLS.team.getChildAccountList> = {
  call: CALLS.team.getChildAccountList,
  freshMs: 60_000,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
