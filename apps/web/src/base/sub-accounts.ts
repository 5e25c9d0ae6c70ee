import { CALLS } from '@pasar/api';
import type { LookUp } from './look-up.ts';

/** No change of the live stream tells of sub-accounts. Each opening asks again, and so does each change made here. */
export const SUB_ACCOUNTS: LookUp<typeof CALLS.team.getChildAccountList> = {
  call: CALLS.team.getChildAccountList,
  freshMs: 0,
  againMs: null,
  staleBy: {
    change: ({ kind }) => kind === 'shop' || kind === 'purge',
    calls: [
      CALLS.team.saveChildAccount,
      CALLS.team.updateChildAccount,
      CALLS.team.deleteChildAccount,
      CALLS.team.demandSecondFactor,
      CALLS.team.resetSecondFactor,
    ],
  },
};
