import { CALLS, type CallInput } from '@pasar/api';
import { callApi } from '../../../base/call-api.ts';

export type Step = CallInput<typeof CALLS.buyerTagRules.changeBuyerTagRules>['step'];

/** The server applies the step to the rules as they are there, whatever this window shows. */
export const changeTagRules = (step: Step) => callApi(CALLS.buyerTagRules.changeBuyerTagRules, { step });
