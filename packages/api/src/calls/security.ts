import { PASSWORD_LENGTH } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MEMBER } from '../contract/call.ts';

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
const sessions = defineCall({
  path: '/api/desk/sessions',
  method: 'POST',
  access: MEMBER,
  summary: 'The devices on which the member is logged in',
  input: z.object({}),
  output: z.object({ sessions: z.array(sessionView) }),
});

/** ours: the windows of the session end at once. */
const endSession = defineCall({
  path: '/api/desk/endSession',
  method: 'POST',
  access: MEMBER,
  summary: "Log out one of the member's devices",
  input: z.object({ sessionId: z.uuid() }),
  output: z.object({}),
});

/** ours. */
const endOtherSessions = defineCall({
  path: '/api/desk/endOtherSessions',
  method: 'POST',
  access: MEMBER,
  summary: "Log out all of the member's devices but this one",
  input: z.object({}),
  output: z.object({ count: z.number().int().nonnegative() }),
});

/**
 * ours: the present password is asked for, so that an unattended window is not enough to take a login over. All other
 * sessions of the member end. Wrong attempts count as those at the login.
 */
const changePassword = defineCall({
  path: '/api/desk/changePassword',
  method: 'POST',
  access: MEMBER,
  summary: "Change the member's own password",
  input: z.object({
    present: z.string().min(1, 'password_required').max(PASSWORD_LENGTH.most),
    password: z.string().min(1, 'password_required').max(PASSWORD_LENGTH.most),
  }),
  output: z.object({}),
});

export const SECURITY_CALLS = { sessions, endSession, endOtherSessions, changePassword } as const;
