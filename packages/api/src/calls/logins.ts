import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';

const time = z.number().int().nonnegative();

/** What the live stream does not tell of a login at a marketplace. Its state and its shops are in the replica. */
const loginHealthView = z.object({
  connectionId: z.uuid(),
  /** The name with which it logs in. */
  identifier: z.string(),
  /** The last sign-in; null where none was seen. */
  signedInAt: time.nullable(),
  /** Since when it waits for a person, or is not connected; null where that is not so. */
  failedSince: time.nullable(),
  awaySince: time.nullable(),
  /** How long such a login lives, by what was seen of past ones; null where nothing was seen. */
  expected: z
    .object({
      lifeMs: z.number().int().nonnegative(),
      basis: z.enum(['login', 'marketplace']),
      seen: z.number().int().positive(),
    })
    .nullable(),
});
export type LoginHealthView = z.infer<typeof loginHealthView>;

/** ours. Without paging: an account has a few hundred logins at most. */
const loginHealth = defineCall({
  path: '/api/desk/logins/health',
  method: 'GET',
  access: permission('shopManager'),
  summary: 'Of every login its last sign-in, how long it was out of order, and its expected expiry',
  input: z.object({}),
  output: z.object({ logins: z.array(loginHealthView) }),
});

export const LOGINS_CALLS = { loginHealth } as const;
