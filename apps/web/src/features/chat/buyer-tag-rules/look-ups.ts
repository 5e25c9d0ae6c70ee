import { CALLS } from '@pasar/api';
import type { LookUp } from '../../../base/look-up.ts';

/** The stream tells every change of the rules, also those of this window. */
export const BUYER_TAG_RULES: LookUp<typeof CALLS.buyerTagRules.buyerTagRules> = {
  call: CALLS.buyerTagRules.buyerTagRules,
  freshMs: 0,
  againMs: null,
  staleBy: {
    change: ({ kind }) => kind === 'buyerTagRules',
    calls: [CALLS.buyerTagRules.changeBuyerTagRules],
  },
};

/** Counted anew for each trial, and not again while it is shown: the number would move under the person. */
export const TRIAL: LookUp<typeof CALLS.buyerTagRules.tryBuyerTagRule> = {
  call: CALLS.buyerTagRules.tryBuyerTagRule,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
