import { CALLS, type CallInput } from '@pasar/api';
import { callApi } from '../../../base/call-api.ts';

export type Step = CallInput<typeof CALLS.assignmentRules.changeAssignmentRules>['step'];

/** The server applies the step to the rules as they are there, whatever this window shows. */
export const changeRules = (step: Step) => callApi(CALLS.assignmentRules.changeAssignmentRules, { step });
