/** The passport of the seller sites: logins by password and by code, and sending codes (spec 2 §7.5, facts 3.5). */
import { z } from 'zod';
import { type TiktokCall, wireForm } from '../wire/scope.ts';
import type { Identifier } from './identifier.ts';
import { mix } from './identifier.ts';
import {
  type CodeSent,
  codeReason,
  codeSent,
  fromPassport,
  loginReason,
  type SignedIn,
  sendCodeReason,
  signedIn,
} from './passport-answer.ts';

const PASSPORT = '/passport/web';
const MIXED = { mix_mode: '1', fixed_mix_mode: '1' } as const;
/** The kind of code for a login (seen at the family's apps). */
const LOGIN_CODE_TYPE = '24';

export interface PasswordLogin {
  readonly identifier: Identifier;
  readonly password: string;
  /** The result of a solved captcha. */
  readonly ticket: string | null;
}
export interface CodeLogin {
  readonly identifier: Identifier;
  readonly code: string;
}
export interface CodeRequest {
  readonly identifier: Identifier;
  readonly ticket: string | null;
}

/** The identifier under its own field name, mixed; a ticket only if there is one. */
export const mixedFields = ({ field, value }: Identifier, ticket: string | null): Readonly<Record<string, string>> => ({
  ...MIXED,
  [field]: mix(value),
  ...(ticket === null ? {} : { verify_ticket: ticket }),
});

export const passportLoginCall: TiktokCall<PasswordLogin, SignedIn> = {
  key: 'tiktok-login POST passport-login',
  tag: 'seen',
  repeat: 'login',
  toWire: ({ identifier, password, ticket }) =>
    wireForm(`${PASSPORT}/user/login/`, { ...mixedFields(identifier, ticket), password: mix(password) }),
  fromWire: fromPassport(signedIn, loginReason, 'login_failed'),
};

/** Logs in by the code; makes no new account. */
export const smsLoginCall: TiktokCall<CodeLogin, SignedIn> = {
  key: 'tiktok-login POST sms_login_only',
  tag: 'seen',
  repeat: 'login',
  toWire: ({ identifier, code }) =>
    wireForm(`${PASSPORT}/sms_login_only/`, { ...mixedFields(identifier, null), code: mix(code) }),
  fromWire: fromPassport(signedIn, codeReason, 'login_failed'),
};

/** The step before `email/code_login` (spec 2 §5). */
export const emailCheckCodeCall: TiktokCall<CodeLogin, null> = {
  key: 'tiktok-login POST email/check_code',
  tag: 'seen',
  repeat: 'login',
  toWire: ({ identifier, code }) =>
    wireForm(`${PASSPORT}/email/check_code/`, { ...mixedFields(identifier, null), code: mix(code) }),
  fromWire: fromPassport(
    z.unknown().transform(() => null),
    codeReason,
    'login_failed',
  ),
};

export const emailCodeLoginCall: TiktokCall<CodeLogin, SignedIn> = {
  key: 'tiktok-login POST email/code_login',
  tag: 'seen',
  repeat: 'login',
  toWire: ({ identifier, code }) =>
    wireForm(`${PASSPORT}/email/code_login/`, { ...mixedFields(identifier, null), code: mix(code) }),
  fromWire: fromPassport(signedIn, codeReason, 'login_failed'),
};

/** Not repeated: a repeat might send two messages to a person's phone. */
export const sendCodeCall: TiktokCall<CodeRequest, CodeSent> = {
  key: 'tiktok-login POST send_code',
  tag: 'seen',
  repeat: 'once',
  toWire: ({ identifier, ticket }) =>
    wireForm(`${PASSPORT}/send_code/`, { ...mixedFields(identifier, ticket), type: mix(LOGIN_CODE_TYPE) }),
  fromWire: fromPassport(codeSent, sendCodeReason, 'verification_code_not_sent'),
};

export const emailSendCodeCall: TiktokCall<CodeRequest, CodeSent> = {
  key: 'tiktok-login POST email/send_code',
  tag: 'seen',
  repeat: 'once',
  toWire: ({ identifier, ticket }) =>
    wireForm(`${PASSPORT}/email/send_code/`, { ...mixedFields(identifier, ticket), type: mix(LOGIN_CODE_TYPE) }),
  fromWire: fromPassport(codeSent, sendCodeReason, 'verification_code_not_sent'),
};
