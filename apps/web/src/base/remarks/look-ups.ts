import { CALLS, type Change } from '@pasar/api';
import type { LookUp } from '../look-up.ts';

/** The stream tells of every change of a remark. A shop that is unbound, and a buyer who is erased, take theirs along. */
const ofRemarks = ({ kind }: Change): boolean => kind === 'remarks' || kind === 'purge';
const CHANGED_BY = [
  CALLS.remarks.addBuyerRemark,
  CALLS.remarks.updateRemarkStatusFinish,
  CALLS.remarks.reopenRemarks,
  CALLS.remarks.deleteRemarks,
  CALLS.remarks.planRemarks,
] as const;
/** A colleague may finish many one after the other (our choice). */
const AT_MOST_EVERY_MS = 500;

export const REMARKS: LookUp<typeof CALLS.remarks.getRemarkList> = {
  call: CALLS.remarks.getRemarkList,
  freshMs: 0,
  againMs: null,
  staleBy: { change: ofRemarks, calls: CHANGED_BY, atMostEveryMs: AT_MOST_EVERY_MS },
};
export const REMARK_COUNT: LookUp<typeof CALLS.remarks.getRemarkCount> = {
  call: CALLS.remarks.getRemarkCount,
  freshMs: 600_000,
  againMs: null,
  staleBy: { change: ofRemarks, calls: CHANGED_BY, atMostEveryMs: AT_MOST_EVERY_MS },
};
/** A new member shows after a while (our choice: five minutes). */
export const ASSIGNEES: LookUp<typeof CALLS.remarks.remarkAssignees> = {
  call: CALLS.remarks.remarkAssignees,
  freshMs: 300_000,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
