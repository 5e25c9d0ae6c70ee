import { LOCALES } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MEMBER, PUBLIC } from './call.ts';
import { memberView } from './views.ts';

/**
 * `mobile` is the specification's name of the field; it carries an email or a sub-account username as well. A correct
 * answer sets the http-only session cookie and the readable, powerless accountId cookie.
 */
export const login = defineCall({
  path: '/api/account/index/login',
  method: 'POST',
  access: PUBLIC,
  summary: 'Sign in with email or sub-account username and password',
  input: z.object({
    mobile: z.string().trim().min(1, 'account_required').max(254),
    password: z.string().min(1, 'password_required').max(200),
    platform: z.string().max(40).optional(),
    clientVersion: z.string().max(40).optional(),
  }),
  output: z.object({ member: memberView }),
});

export const loginOut = defineCall({
  path: '/api/account/index/loginOut',
  method: 'POST',
  access: MEMBER,
  summary: 'Sign out: this session ends everywhere it is used',
  input: z.object({}),
  output: z.object({}),
});

export const getAccount = defineCall({
  path: '/api/account/index/getAccount',
  method: 'POST',
  access: MEMBER,
  summary: 'The signed-in member and its account',
  input: z.object({}),
  output: z.object({ member: memberView }),
});

export const getUiConfig = defineCall({
  path: '/api/account/index/getUiConfig',
  method: 'POST',
  access: PUBLIC,
  summary: 'What the screens need before anybody has signed in',
  input: z.object({ affiliateCode: z.string().max(80).optional() }),
  output: z.object({
    productName: z.string(),
    version: z.string(),
    locales: z.array(z.enum(LOCALES)),
    /** Shown on the login page where the demo marketplaces run, else null. */
    demoLogin: z.object({ username: z.string(), password: z.string() }).nullable(),
  }),
});

export const keepLive = defineCall({
  path: '/api/account/index/keepLive',
  method: 'POST',
  access: MEMBER,
  summary: 'Keeps the session alive; answers the server time in milliseconds',
  input: z.object({}),
  output: z.object({ serverTime: z.number().int() }),
});
