import { PASSWORD_LENGTH } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, PERSON } from '../contract/call.ts';

const present = z.string().min(1, 'password_required').max(PASSWORD_LENGTH.most);
const time = z.number().int().nonnegative();

const sessionView = z.object({
  sessionId: z.uuid(),
  /** As the browser or program told it at the login; null where it told nothing. */
  userAgent: z.string().nullable(),
  /** From which the login came. */
  address: z.string().nullable(),
  openedAt: time,
  /** At most a day before the last use. */
  usedAt: time,
  isCurrent: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;

/** ours: where the member is logged in now. */
export const sessions = defineCall({
  path: '/api/desk/sessions',
  method: 'POST',
  access: PERSON,
  summary: 'The devices on which the member is logged in',
  input: z.object({}),
  output: z.object({ sessions: z.array(sessionView) }),
});

/** ours: the windows of the session end at once. */
export const endSession = defineCall({
  path: '/api/desk/endSession',
  method: 'POST',
  access: PERSON,
  summary: "Log out one of the member's devices",
  input: z.object({ sessionId: z.uuid() }),
  output: z.object({}),
});

/** ours. */
export const endOtherSessions = defineCall({
  path: '/api/desk/endOtherSessions',
  method: 'POST',
  access: PERSON,
  summary: "Log out all of the member's devices but this one",
  input: z.object({}),
  output: z.object({ count: z.number().int().nonnegative() }),
});

/**
 * ours: the present password is asked for, so that an unattended window is not enough to take a login over. All other
 * sessions of the member end. Wrong attempts count as those at the login.
 */
export const changePassword = defineCall({
  path: '/api/desk/changePassword',
  method: 'POST',
  access: PERSON,
  summary: "Change the member's own password",
  input: z.object({
    present,
    password: z.string().min(1, 'password_required').max(PASSWORD_LENGTH.most),
  }),
  output: z.object({}),
});

/** Six digits of the app, or a recovery code; spaces and dashes do not count. */
const code = z.string().trim().min(1, 'second_factor_needed').max(40);

/** ours. */
export const secondFactor = defineCall({
  path: '/api/desk/secondFactor',
  method: 'POST',
  access: PERSON,
  summary: "Whether the member's logins ask for a code of an authenticator app",
  input: z.object({}),
  output: z.object({ isOn: z.boolean(), recoveryCodes: z.number().int().nonnegative() }),
});

/**
 * ours: RFC 6238 with six digits, 30 seconds and SHA-1, which every app knows. Nothing is asked for at logins until
 * `confirmSecondFactor`. `uri` is what the picture for the app holds.
 */
export const beginSecondFactor = defineCall({
  path: '/api/desk/beginSecondFactor',
  method: 'POST',
  access: PERSON,
  summary: 'Make a secret for an authenticator app',
  input: z.object({ present }),
  output: z.object({ secret: z.string(), uri: z.string() }),
});

/** ours: the recovery codes are told once. Each of them stands in for the app once. */
export const confirmSecondFactor = defineCall({
  path: '/api/desk/confirmSecondFactor',
  method: 'POST',
  access: PERSON,
  summary: 'Ask for codes from now on, as a first code shows that the app has the secret',
  input: z.object({ code }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
});

/** ours. */
export const removeSecondFactor = defineCall({
  path: '/api/desk/removeSecondFactor',
  method: 'POST',
  access: PERSON,
  summary: 'Ask for no codes any more',
  input: z.object({ present, code }),
  output: z.object({}),
});
