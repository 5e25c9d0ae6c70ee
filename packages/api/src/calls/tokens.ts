import { PERMISSION_KEYS } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MAIN } from '../contract/call.ts';
import { fromJson } from '../contract/form.ts';
import { responsibility } from './team.ts';

/** Our choice. */
export const TOKEN_LIMITS = { most: 50, days: 365 } as const;
/** How every API token begins, so that scanners of published code recognise one. */
export const TOKEN_PREFIX = 'pasar_';

const time = z.number().int().nonnegative();

const tokenView = z.object({
  tokenId: z.uuid(),
  name: z.string(),
  /** The last letters of the token. */
  hint: z.string(),
  permissionCodeList: z.array(z.enum(PERMISSION_KEYS)),
  responsibility,
  shopCount: z.number().int().nonnegative(),
  createdAt: time,
  expiresAt: time,
  /** At most a minute before the last use; null where the token was not used yet. */
  usedAt: time.nullable(),
  usedFrom: z.string().nullable(),
});
export type TokenView = z.infer<typeof tokenView>;

/** ours: tokens by which programs make the calls of this contract, the newest first. */
export const apiTokens = defineCall({
  path: '/api/desk/apiTokens',
  method: 'POST',
  access: MAIN,
  summary: "The account's API tokens, with what each may do",
  input: z.object({}),
  output: z.object({ tokens: z.array(tokenView) }),
});

/**
 * ours: the token is told once. It is sent as `Authorization: Bearer`, and may do what a sub-account with these keys and
 * shops may do, except what is about a person's own login. An empty list of keys opens nothing, whatever the server's
 * settings say of sub-accounts.
 */
export const addApiToken = defineCall({
  path: '/api/desk/addApiToken',
  method: 'POST',
  access: MAIN,
  summary: 'Make an API token',
  input: z.object({
    name: z.string().trim().min(1, 'member_name_required').max(80),
    permissionCodeList: fromJson(z.array(z.enum(PERMISSION_KEYS)).max(PERMISSION_KEYS.length)),
    responsibility: fromJson(responsibility),
    days: z.coerce.number().int().min(1).max(TOKEN_LIMITS.days),
  }),
  output: z.object({ tokenId: z.uuid(), token: z.string() }),
});

/** ours: the next call with the token is refused. */
export const deleteApiToken = defineCall({
  path: '/api/desk/deleteApiToken',
  method: 'POST',
  access: MAIN,
  summary: 'Delete an API token',
  input: z.object({ tokenId: z.uuid() }),
  output: z.object({}),
});
