import { COUNTRIES, PASSWORD_LENGTH, PERMISSION_KEYS } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MAIN } from '../contract/call.ts';
import { flag, fromJson } from '../contract/form.ts';
import { shopId } from '../facts/views.ts';

/** Most sub-accounts of an account (our choice). */
export const MOST_SUB_ACCOUNTS = 500;

/** The shops of a sub-account or an API token. */
export const responsibility = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shops'), shopIds: z.array(shopId).max(2_000) }),
  z.object({ kind: z.literal('countries'), countries: z.array(z.enum(COUNTRIES)).min(1).max(COUNTRIES.length) }),
  z.object({ kind: z.literal('all') }),
]);

const memberId = z.uuid();
const time = z.number().int().nonnegative();

/** A sub-account as the main account sees it. */
const subAccountView = z.object({
  memberId,
  /** With the handle of the account: what the member logs in with. */
  username: z.string(),
  name: z.string(),
  groupName: z.string().nullable(),
  permissionCodeList: z.array(z.enum(PERMISSION_KEYS)),
  responsibility,
  /** Shops that the member sees now. */
  shopCount: z.number().int().nonnegative(),
  createdAt: time,
  /** When the last of the member's open sessions was opened; null where the member is logged in nowhere. */
  loggedInAt: time.nullable(),
  /** The member has an authenticator app or a passkey. */
  hasSecondFactor: z.boolean(),
});
export type SubAccountView = z.infer<typeof subAccountView>;

/** The account's sub-accounts, by group and name. Without paging: an account has at most `MOST_SUB_ACCOUNTS`. */
export const getChildAccountList = defineCall({
  path: '/api/account/index/getChildAccountList',
  method: 'POST',
  access: MAIN,
  summary: 'The sub-accounts, with their shops, permissions and groups',
  input: z.object({}),
  output: z.object({
    /** Every sub-account's username is the handle, a colon, and a name of the main account's choice. */
    handle: z.string(),
    /** Every member of the account needs a second factor. */
    isFactorDemanded: z.boolean(),
    children: z.array(subAccountView),
  }),
});

/** Without the handle and the colon. */
const shortName = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{M}\p{N}._-]{1,40}$/u, 'username_form');
const displayName = z.string().trim().min(1, 'member_name_required').max(80);
const groupName = z
  .string()
  .trim()
  .max(40)
  .nullable()
  .default(null)
  .transform((value) => (value === '' ? null : value));
const rights = {
  name: displayName,
  groupName,
  permissionCodeList: fromJson(z.array(z.enum(PERMISSION_KEYS)).max(PERMISSION_KEYS.length)),
  responsibility: fromJson(responsibility),
};
const newPassword = z.string().min(1, 'password_required').max(PASSWORD_LENGTH.most);

/** Username and password are required (spec 1 §5); a password that is too easy is refused with its reason. */
export const saveChildAccount = defineCall({
  path: '/api/account/index/saveChildAccount',
  method: 'POST',
  access: MAIN,
  summary: 'Add a sub-account',
  input: z.object({ username: shortName, password: newPassword, ...rights }),
  output: z.object({ memberId, username: z.string() }),
});

/**
 * What the sub-account lost disappears from its open windows at once. A new password ends all of its sessions. The
 * username stays as it is.
 */
export const updateChildAccount = defineCall({
  path: '/api/account/index/updateChildAccount',
  method: 'POST',
  access: MAIN,
  summary: "Change a sub-account's name, group, shops and permissions; with a password also that",
  input: z.object({
    memberId,
    /** Empty or absent: the password stays. */
    password: z
      .string()
      .max(PASSWORD_LENGTH.most)
      .optional()
      .transform((value) => (value === '' ? undefined : value)),
    ...rights,
  }),
  output: z.object({}),
});

/** Its windows close at once. Its messages stay, and so do its notes and the shared quick replies. */
export const deleteChildAccount = defineCall({
  path: '/api/account/index/deleteChildAccount',
  method: 'POST',
  access: MAIN,
  summary: 'Delete a sub-account',
  input: z.object({ memberId }),
  output: z.object({}),
});

export const getChildUserCnt = defineCall({
  path: '/api/account/index/getChildUserCnt',
  method: 'POST',
  access: MAIN,
  summary: 'The number of sub-accounts',
  input: z.object({}),
  output: z.object({ count: z.number().int().nonnegative(), most: z.number().int().positive() }),
});

/**
 * ours: where it is demanded, a member without an authenticator app and without a passkey can do nothing but set one up.
 * Such members are logged out. Refused while the main account itself has none.
 */
export const demandSecondFactor = defineCall({
  path: '/api/desk/demandSecondFactor',
  method: 'POST',
  access: MAIN,
  summary: 'Demand a second factor of every member, or demand it no more',
  input: z.object({ isDemanded: flag }),
  output: z.object({}),
});

/** ours: for a member who has lost the app and the recovery codes, or the passkeys. The member's sessions end. */
export const resetSecondFactor = defineCall({
  path: '/api/desk/resetSecondFactor',
  method: 'POST',
  access: MAIN,
  summary: "Remove a sub-account's authenticator app and passkeys",
  input: z.object({ memberId }),
  output: z.object({}),
});
