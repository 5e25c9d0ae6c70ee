import { CALLS } from '@pasar/api';
import type { LookUp } from '../../../base/look-up.ts';

/** The stream tells every change of the rules, also those of this window. */
export const ASSIGNMENT_RULES: LookUp<typeof CALLS.assignmentRules.assignmentRules> = {
  call: CALLS.assignmentRules.assignmentRules,
  freshMs: 0,
  againMs: null,
  staleBy: {
    change: ({ kind }) => kind === 'assignmentRules',
    calls: [CALLS.assignmentRules.changeAssignmentRules],
  },
};
