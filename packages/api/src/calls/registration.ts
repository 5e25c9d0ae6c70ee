import { PASSWORD_LENGTH } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, PUBLIC } from '../contract/call.ts';
import { memberView } from '../facts/views.ts';

/**
 * ours: the first account of a fresh server. `token` is that of the link which the server printed when it started; the
 * link works once, and only while the server has no account. A correct answer logs the owner in.
 */
const createOwner = defineCall({
  path: '/api/desk/createOwner',
  method: 'POST',
  access: PUBLIC,
  summary: 'Make the first account of a fresh server, with its main member',
  input: z.object({
    token: z.string().min(1).max(200),
    email: z.string().trim().max(254).pipe(z.email('email_form')),
    name: z.string().trim().min(1, 'member_name_required').max(80),
    /** The company's name; where it is absent, the member's. */
    accountName: z.string().trim().max(120).optional(),
    password: z.string().min(1, 'password_required').max(PASSWORD_LENGTH.most),
  }),
  output: z.object({ member: memberView }),
});

export const REGISTRATION_CALLS = { createOwner } as const;
