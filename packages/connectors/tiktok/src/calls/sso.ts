/**
 * The business sign-on of cross-border sellers: an account login there, then a quick login to the seller site. An
 * account that is not active yet is activated by a code. Paths are seen at this family's business sites. Ours: when the
 * global seller site uses which of them.
 */
import { z } from 'zod';
import { type TiktokCall, wireForm } from '../wire/scope.ts';
import { mix } from './identifier.ts';
import { type CodeLogin, type CodeRequest, mixedFields, type PasswordLogin } from './passport.ts';
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

const SSO = '/passport/sso';
const nothing = z.unknown().transform(() => null);

/** `code`: the code for activating a mobile account (ours: the catalogue has no code login for it). */
export interface AccountLogin extends PasswordLogin {
  readonly code: string | null;
}

export const ssoAccountLoginCall: TiktokCall<AccountLogin, null> = {
  key: 'tiktok-login POST sso/account_login',
  tag: 'seen',
  repeat: 'login',
  toWire: ({ identifier, password, ticket, code }) =>
    wireForm(`${SSO}/account_login/v2/`, {
      ...mixedFields(identifier, ticket),
      password: mix(password),
      ...(code === null ? {} : { code: mix(code) }),
    }),
  fromWire: fromPassport(nothing, loginReason, 'login_failed'),
};

/** Logs in to the seller site by the sign-on's cookies. */
export const ssoQuickLoginCall: TiktokCall<null, SignedIn> = {
  key: 'tiktok-login POST sso/quick_login',
  tag: 'seen',
  repeat: 'login',
  toWire: () => wireForm(`${SSO}/quick_login/v2/`, {}),
  fromWire: fromPassport(signedIn, loginReason, 'login_failed'),
};

export const ssoActivateEmailLoginCall: TiktokCall<CodeLogin, null> = {
  key: 'tiktok-login POST sso/activate_email_code_login',
  tag: 'ours',
  repeat: 'login',
  toWire: ({ identifier, code }) =>
    wireForm(`${SSO}/activate_email/code_login/`, { ...mixedFields(identifier, null), code: mix(code) }),
  fromWire: fromPassport(nothing, codeReason, 'login_failed'),
};

export const ssoSendActivationCodeCall: TiktokCall<CodeRequest, CodeSent> = {
  key: 'tiktok-login POST sso/send_activation_code',
  tag: 'ours',
  repeat: 'once',
  toWire: ({ identifier, ticket }) => wireForm(`${SSO}/send_activation_code/`, mixedFields(identifier, ticket)),
  fromWire: fromPassport(codeSent, sendCodeReason, 'verification_code_not_sent'),
};

export const ssoSendEmailActivateCodeCall: TiktokCall<CodeRequest, CodeSent> = {
  key: 'tiktok-login POST sso/send_email_activate_code',
  tag: 'ours',
  repeat: 'once',
  toWire: ({ identifier, ticket }) => wireForm(`${SSO}/send_email_activate_code/`, mixedFields(identifier, ticket)),
  fromWire: fromPassport(codeSent, sendCodeReason, 'verification_code_not_sent'),
};
