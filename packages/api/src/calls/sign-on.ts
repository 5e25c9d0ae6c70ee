import { PASSWORD_LENGTH } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, PERSON, PUBLIC } from '../contract/call.ts';
import { memberView } from '../facts/views.ts';

const present = z.string().min(1, 'password_required').max(PASSWORD_LENGTH.most);
/** What the provider adds to the address to which it sends the browser back. */
const answered = {
  code: z.string().max(4_000).optional(),
  state: z.string().max(200).optional(),
  iss: z.string().max(1_000).optional(),
  error: z.string().max(200).optional(),
};

/**
 * ours: single sign-on by OpenID Connect, where the operator has named a provider. The browser goes to `url`, and comes
 * back to `/account/single_sign_on`.
 */
export const beginSignOn = defineCall({
  path: '/api/desk/beginSignOn',
  method: 'POST',
  access: PUBLIC,
  summary: 'Begin to log in by single sign-on',
  input: z.object({}),
  output: z.object({ url: z.url() }),
});

/** ours: stands in for the password. Where the member has an authenticator app, `enterSignOnCode` follows. */
export const finishSignOn = defineCall({
  path: '/api/desk/finishSignOn',
  method: 'POST',
  access: PUBLIC,
  summary: 'Log in by what the provider of the single sign-on has answered',
  input: z.object(answered),
  output: z.object({ member: memberView }),
});

/** ours. */
export const enterSignOnCode = defineCall({
  path: '/api/desk/enterSignOnCode',
  method: 'POST',
  access: PUBLIC,
  summary: 'Give the code of the authenticator app after a single sign-on',
  input: z.object({ code: z.string().trim().min(1, 'second_factor_needed').max(40) }),
  output: z.object({ member: memberView }),
});

/** ours: the provider's name as the operator has set it; null where the server has none. */
export const signOn = defineCall({
  path: '/api/desk/signOn',
  method: 'POST',
  access: PERSON,
  summary: 'Whether the member logs in by single sign-on',
  input: z.object({}),
  output: z.object({ provider: z.string().nullable(), linkedAt: z.number().int().nonnegative().nullable() }),
});

/** ours: a member is linked to a person at the provider only by itself, with the present password. */
export const beginSignOnLink = defineCall({
  path: '/api/desk/beginSignOnLink',
  method: 'POST',
  access: PERSON,
  summary: 'Begin to link the member to a person at the provider',
  input: z.object({ present }),
  output: z.object({ url: z.url() }),
});

/** ours. */
export const linkSignOn = defineCall({
  path: '/api/desk/linkSignOn',
  method: 'POST',
  access: PERSON,
  summary: 'Link the member to the person whom the provider has answered',
  input: z.object(answered),
  output: z.object({}),
});

/** ours. */
export const removeSignOnLink = defineCall({
  path: '/api/desk/removeSignOnLink',
  method: 'POST',
  access: PERSON,
  summary: 'Log in by single sign-on no more',
  input: z.object({ present }),
  output: z.object({}),
});
