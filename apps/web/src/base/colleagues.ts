import { CALLS } from '@pasar/api';
import type { LookUp } from './look-up.ts';

/** The names of the account's members. A new name shows after a while (our choice: five minutes). */
export const COLLEAGUES: LookUp<typeof CALLS.chat.colleagues> = {
  call: CALLS.chat.colleagues,
  freshMs: 300_000,
  againMs: null,
  staleBy: { change: null, calls: [CALLS.team.saveChildAccount, CALLS.team.updateChildAccount] },
};
