import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { CODE_LIMITS, type CodePurpose, offerCode } from '../../records/entrance-codes.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { SessionContext } from '../handler.ts';
import { networkOf } from '../network.ts';
import { codeMail } from './mail-texts.ts';

type RegistrationCalls = typeof CALLS.registration;
type CodeAnswer = Answer<CallOutput<RegistrationCalls['sendValidateCode']>>;

/** By short message. For a new password, a number without an account is answered the same and gets nothing. */
export function sendValidateCode(
  context: SessionContext,
  { mobile, isResetPassword }: CallInput<RegistrationCalls['sendValidateCode']>,
): Promise<CodeAnswer> {
  const { sms } = context;
  const send = sms && ((code: string) => sms.send(mobile, code));
  return sendCode(context, isResetPassword === true ? 'reset' : 'register', mobile, send);
}

export const sendEmailCode = (
  context: SessionContext,
  { email }: CallInput<RegistrationCalls['sendEmailCode']>,
): Promise<CodeAnswer> => sendCode(context, 'register', email, byMail(context, 'register', email));

export const sendFindPasswordEmail = (
  context: SessionContext,
  { email }: CallInput<RegistrationCalls['send_find_password_email']>,
): Promise<CodeAnswer> => sendCode(context, 'reset', email, byMail(context, 'reset', email));

const byMail = ({ mailer, locale }: SessionContext, purpose: CodePurpose, to: string) =>
  mailer && ((code: string) => mailer.send({ to, ...codeMail(locale, purpose, code) }));

/**
 * A code for a registration is sent in any case: that the target has an account already is told only to whoever has
 * read the code. That one for a new password is not waited for, so that its time tells nothing.
 */
async function sendCode(
  context: SessionContext,
  purpose: CodePurpose,
  target: string,
  send: ((code: string) => Promise<boolean>) | null,
): Promise<CodeAnswer> {
  if (send === null) return fail('codes_missing');
  if (purpose === 'register' && !(await context.mayRegister())) return fail('registration_closed');
  const { database, secrets, address } = context;
  const offered = await offerCode(database, secrets, { purpose, target, network: networkOf(address), address });
  if (offered === null) return fail('too_frequent');
  if (purpose === 'reset') {
    if (offered.isKnown) void send(offered.code);
  } else if (!(await send(offered.code))) return fail('verification_code_not_sent');
  const { codeId, againInSeconds } = offered;
  return success({ codeId, againInSeconds, lifeSeconds: CODE_LIMITS.lifeSeconds });
}
