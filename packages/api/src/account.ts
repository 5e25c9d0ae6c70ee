import { COUNTRIES, DOMAIN_SWITCH_RESULTS, LOCALES, PROXY_TYPES } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MEMBER, PUBLIC, permission } from './call.ts';
import { flag, fromJson } from './form.ts';
import { platform, userId } from './users.ts';
import { memberView } from './views.ts';

/**
 * `mobile` is the specification's name of the field; it carries an email or a sub-account username as well. A correct
 * answer sets the http-only session cookie and the readable, powerless accountId cookie.
 *
 * The session ends 30 days after its last call (our choice): any call of a signed-in member is use. Once a day a call
 * prolongs the session and sets both cookies anew, so whoever works every day is never signed out in the middle of work.
 * There is no other end by age. A logout, or the removal of the member, ends it at once. An open live stream and pictures are
 * no use, and are cut off when the session ends.
 *
 * `platform` and `clientVersion` are of spec 2 §7.7. Clients send them; they are accepted and not used, because no answer
 * depends on the client and sessions are not listed anywhere.
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

/**
 * `affiliateCode` is of spec 1 §2: accepted and not used. It names who referred a customer of the original vendor, and a server
 * of one's own has no such programme.
 */
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

/** Use of the session that does nothing else: see `login` for when a session ends. */
export const keepLive = defineCall({
  path: '/api/account/index/keepLive',
  method: 'POST',
  access: MEMBER,
  summary: 'Prolongs the session, as any call does; answers the server time in milliseconds',
  input: z.object({}),
  output: z.object({ serverTime: z.number().int() }),
});

const shopManager = permission('shopManager');
const ipPartition = permission('ipPartition');

/** The following are of spec 2 §7.7; the shapes of their answers are ours. */

/**
 * Whoever runs the product gives it to every account; it serves the shops that no other proxy serves. By the names of spec
 * 2 §3, without its credentials: the server itself leaves by it.
 */
export const getBoosterProxy = defineCall({
  path: '/api/account/index/getBoosterProxy',
  method: 'POST',
  access: ipPartition,
  summary: 'The boost proxy that is in force for the account; null where none is',
  input: z.object({}),
  output: z.object({
    proxy: z.object({ host: z.string(), port: z.number().int(), type: z.enum(PROXY_TYPES) }).nullable(),
  }),
});

/** For good: the account does without it from now on. `not_found` where none is in force. */
export const delBoosterProxy = defineCall({
  path: '/api/account/index/delBoosterProxy',
  method: 'POST',
  access: ipPartition,
  summary: 'Do without the boost proxy: the shops that left by it start over',
  input: z.object({}),
  output: z.object({}),
});

export const getDomainSwitchType = defineCall({
  path: '/api/account/index/getDomainSwitchType',
  method: 'POST',
  access: shopManager,
  summary: 'Of each country what came of trying its other domain',
  input: z.object({}),
  output: z.object({ countryAndTypeMap: z.record(z.string(), z.enum(DOMAIN_SWITCH_RESULTS)) }),
});

/** It holds from a shop's next session on. */
export const saveDomainSwitchType = defineCall({
  path: '/api/account/index/saveDomainSwitchType',
  method: 'POST',
  access: shopManager,
  summary: 'Remember what came of trying the other domain of a country',
  input: z.object({ country: z.enum(COUNTRIES), type: z.enum(DOMAIN_SWITCH_RESULTS) }),
  output: z.object({}),
});

/** How it went and why, never with what. */
export const saveCnscLoginLog = defineCall({
  path: '/api/account/index/saveCnscLoginLog',
  method: 'POST',
  access: shopManager,
  summary: 'Report how a login at the China seller center went',
  input: z.object({
    cnscAccountId: z.string().trim().min(1).max(254),
    isSuccess: flag,
    reason: z.string().max(300).optional(),
  }),
  output: z.object({}),
});

/** Global is what `is_cb` says: sold across the border. */
export const updateUserByUserIdAndIsGlobalMap = defineCall({
  path: '/api/account/index/updateUserByUserIdAndIsGlobalMap',
  method: 'POST',
  access: shopManager,
  summary: 'Of several shops whether they sell across the border',
  input: z.object({
    userIdAndIsGlobalMap: fromJson(
      z.record(userId, flag).refine((map) => Object.keys(map).length <= 500, 'too many users'),
    ),
    platform: platform.optional(),
  }),
  /** Who is known here. */
  output: z.object({ userIds: z.array(z.string()) }),
});
