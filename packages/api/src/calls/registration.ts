import { MOBILE, PASSWORD_LENGTH, QQ } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, PUBLIC } from '../contract/call.ts';
import { flag } from '../contract/form.ts';
import { memberView } from '../facts/views.ts';

const email = z.string().trim().max(254).pipe(z.email('email_form'));
const mobile = z.string().trim().regex(MOBILE, 'mobile_form');
const password = z.string().min(1, 'password_required').max(PASSWORD_LENGTH.most);
const member = z.object({ member: memberView });

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
    email,
    name: z.string().trim().min(1, 'member_name_required').max(80),
    /** The company's name; where it is absent, the member's. */
    accountName: z.string().trim().max(120).optional(),
    password,
  }),
  output: member,
});

/** What stands for a code that was sent. The code opens nothing without its id, so that nobody else can use it up. */
const sentCode = z.object({
  codeId: z.uuid(),
  /** After so many seconds another code may be asked for. */
  againInSeconds: z.number().int(),
  /** So long the code is good. */
  lifeSeconds: z.number().int(),
});

/**
 * A code by short message, for a registration or for a new password (spec 2 §7.7). The answer is the same whether or
 * not the number has an account.
 */
const sendValidateCode = defineCall({
  path: '/api/account/index/sendValidateCode',
  method: 'POST',
  access: PUBLIC,
  summary: 'Send a code to a mobile number, for a registration or for a new password',
  input: z.object({ mobile, isResetPassword: flag.optional() }),
  output: sentCode,
});

/** ours: the specification has no code for the registration by email, and an address is proven before it has an account. */
const sendEmailCode = defineCall({
  path: '/api/desk/sendEmailCode',
  method: 'POST',
  access: PUBLIC,
  summary: 'Send a code to an email address, for a registration',
  input: z.object({ email }),
  output: sentCode,
});

/** The answer is the same whether or not the address has an account. */
const send_find_password_email = defineCall({
  path: '/api/account/index/send_find_password_email',
  method: 'POST',
  access: PUBLIC,
  summary: 'Send a code to an email address, for a new password',
  input: z.object({ email }),
  output: sentCode,
});

/** The parameters but `mobile` and `email` are ours: the specification names the fields of the screen only. */
const proof = {
  codeId: z.uuid('verification_code_wrong'),
  validateCode: z.string().trim().min(1, 'verification_code_wrong').max(20),
  password,
  confirmPassword: z.string().max(PASSWORD_LENGTH.most),
};
const referralCode = z.string().trim().max(80).optional();

/** The new member is logged in. */
const register = defineCall({
  path: '/api/account/index/register',
  method: 'POST',
  access: PUBLIC,
  summary: 'Make an account with a mobile number and the code that was sent to it',
  input: z.object({ mobile, ...proof, referralCode, qq: z.string().trim().regex(QQ, 'qq_form') }),
  output: member,
});

const abroad_register = defineCall({
  path: '/api/account/index/abroad_register',
  method: 'POST',
  access: PUBLIC,
  summary: 'Make an account with an email address and the code that was sent to it',
  input: z.object({ email, ...proof, referralCode }),
  output: member,
});

/** Ends all sessions of the member, who then logs in with the new password. */
const resetPassword = defineCall({
  path: '/api/account/index/resetPassword',
  method: 'POST',
  access: PUBLIC,
  summary: 'Choose a new password with a code that was sent for it',
  input: z.object(proof),
  output: z.object({}),
});

export const REGISTRATION_CALLS = {
  createOwner,
  sendValidateCode,
  sendEmailCode,
  send_find_password_email,
  register,
  abroad_register,
  resetPassword,
} as const;
