import { CALLS } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';

/** No change of the live stream tells of logins on other devices. Each opening asks again. */
export const SESSIONS: LookUp<typeof CALLS.security.sessions> = {
  call: CALLS.security.sessions,
  freshMs: 0,
  againMs: null,
  staleBy: {
    change: null,
    calls: [CALLS.security.endSession, CALLS.security.endOtherSessions, CALLS.security.changePassword],
  },
};

export const SECOND_FACTOR: LookUp<typeof CALLS.security.secondFactor> = {
  call: CALLS.security.secondFactor,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [CALLS.security.confirmSecondFactor, CALLS.security.removeSecondFactor] },
};

export const SIGN_ON: LookUp<typeof CALLS.security.signOn> = {
  call: CALLS.security.signOn,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [CALLS.security.removeSignOnLink] },
};

export const PASSKEYS: LookUp<typeof CALLS.security.passkeys> = {
  call: CALLS.security.passkeys,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [CALLS.security.addPasskey, CALLS.security.removePasskey] },
};
