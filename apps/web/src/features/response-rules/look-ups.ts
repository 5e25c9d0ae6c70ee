import { CALLS } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';

/** The stream tells every change of the rules, also those of this window. */
export const RESPONSE_RULES: LookUp<typeof CALLS.responseRules.responseRules> = {
  call: CALLS.responseRules.responseRules,
  freshMs: 0,
  againMs: null,
  staleBy: {
    change: ({ kind }) => kind === 'responseRules',
    calls: [CALLS.responseRules.saveResponseRule, CALLS.responseRules.resetResponseRule],
  },
};
