import { LOCALES } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MEMBER, PERSON, PUBLIC } from '../contract/call.ts';
import { flag } from '../contract/form.ts';
import { memberView } from '../facts/views.ts';

const ofEveryLogin = {
  password: z.string().min(1, 'password_required').max(200),
  /** ours: a code of the member's authenticator app, or a recovery code, where the answer was `second_factor_needed`. */
  code: z.string().max(40).optional(),
  /** ours: whether the session is long and outlives the browser's window, as it does where this is absent. */
  isRemembered: flag.optional(),
  platform: z.string().max(40).optional(),
  clientVersion: z.string().max(40).optional(),
};

/**
 * `mobile` is the specification's name of the field; it carries a mobile number, an email or a sub-account username. A correct
 * answer sets the http-only session cookie, and the accountId cookie, which scripts can read and which grants nothing.
 *
 * The session ends 30 days after its last call, or 12 hours with `isRemembered` false (our choice): any call of a
 * signed-in member counts as use. When a thirtieth of this time has passed, a call prolongs the session and sets both
 * cookies anew, so a person who works every day is never signed out in the middle of work. There is no other limit of
 * age. A logout, or the removal of the member, ends the session at once. An
 * open live stream and pictures do not count as use, and are cut off when the session ends.
 *
 * `platform` and `clientVersion` are of spec 2 §7.7. Clients send them; they are accepted and not used, because no
 * answer depends on the client, and the list of devices shows what the browser says of itself.
 */
const login = defineCall({
  path: '/api/account/index/login',
  method: 'POST',
  access: PUBLIC,
  summary: 'Sign in with email or sub-account username and password',
  input: z.object({
    mobile: z.string().trim().min(1, 'account_required').max(254),
    ...ofEveryLogin,
  }),
  output: z.object({ member: memberView }),
});

/** The same by email alone (spec 2 §7.7). */
const abroad_login = defineCall({
  path: '/api/account/index/abroad_login',
  method: 'POST',
  access: PUBLIC,
  summary: 'Sign in with email and password',
  input: z.object({
    email: z.string().trim().min(1, 'account_required').max(254).pipe(z.email('email_form')),
    ...ofEveryLogin,
  }),
  output: z.object({ member: memberView }),
});

const loginOut = defineCall({
  path: '/api/account/index/loginOut',
  method: 'POST',
  access: PERSON,
  summary: 'Sign out: this session ends everywhere it is used',
  input: z.object({}),
  output: z.object({}),
});

const getAccount = defineCall({
  path: '/api/account/index/getAccount',
  method: 'POST',
  access: MEMBER,
  summary: 'The signed-in member and its account',
  input: z.object({}),
  output: z.object({ member: memberView }),
});

/**
 * `affiliateCode` is of spec 1 §2: accepted and not used. It names the affiliate who referred a customer to the
 * original vendor, and a self-hosted server has no such programme.
 */
const getUiConfig = defineCall({
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
    /** What this server can do for people who are not logged in. */
    features: z.object({
      registerByMobile: z.boolean(),
      registerByEmail: z.boolean(),
      resetByMobile: z.boolean(),
      resetByEmail: z.boolean(),
    }),
    /** Where the operator's customers help each other; null for nowhere. */
    customerGroup: z.string().nullable(),
    /** Most shops of an account; null for no limit. */
    shopQuota: z.number().int().nullable(),
    limits: z.object({ passwordLength: z.number().int(), codeSeconds: z.number().int() }),
    /** The name of the provider of the single sign-on; null where the server has none. */
    singleSignOn: z.string().nullable(),
    /** The server has no account yet: its owner makes the first by the link that the server printed. */
    needsOwner: z.boolean(),
  }),
});

/** Does nothing but count as use of the session: see `login` for when a session ends. */
const keepLive = defineCall({
  path: '/api/account/index/keepLive',
  method: 'POST',
  access: PERSON,
  summary: 'Prolongs the session, as any call does; answers the server time in milliseconds',
  input: z.object({}),
  output: z.object({ serverTime: z.number().int() }),
});

export const ACCOUNT_CALLS = { login, abroad_login, loginOut, getAccount, getUiConfig, keepLive } as const;
