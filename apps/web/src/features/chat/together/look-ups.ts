import { CALLS } from '@pasar/api';
import type { LookUp } from '../../../base/look-up.ts';

const STALE_BY = { change: ({ kind }: { readonly kind: string }) => kind === 'conversation', calls: [] };

/** Fetched anew by each dialog that opens: whom it may choose and how many buyers wait change at any time. */
export const ASSIGNEES: LookUp<typeof CALLS.together.assignees> = {
  call: CALLS.together.assignees,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [CALLS.together.assign] },
};
export const ASSIGNMENTS: LookUp<typeof CALLS.together.assignments> = {
  call: CALLS.together.assignments,
  freshMs: 0,
  againMs: null,
  staleBy: { ...STALE_BY, atMostEveryMs: 1_000 },
};
/** Fetched anew when the conversation is opened, and when it was assigned. */
export const LEFT_DRAFT: LookUp<typeof CALLS.together.leftDraft> = {
  call: CALLS.together.leftDraft,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [CALLS.together.assign] },
};
