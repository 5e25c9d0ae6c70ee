import { CALLS } from '@pasar/api';
import type { LookUp } from '../../base/look-up.ts';

/** No change of the live stream tells of tokens. Each opening asks again, and so does each change made here. */
export const API_TOKENS: LookUp<typeof CALLS.team.apiTokens> = {
  call: CALLS.team.apiTokens,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [CALLS.team.addApiToken, CALLS.team.deleteApiToken] },
};
