/** The passport of the seller sites: login by password, login by code, and sending codes. */
import type { DemandKind } from '../world/demands.ts';
import type { Login, Provenance } from '../world/types.ts';
import type { TiktokContext } from './context.ts';
import {
  letIn,
  type PassportAnswer,
  type PassportErrorName,
  type PassportForm,
  readForm,
  refuse,
  refuseInWords,
  succeed,
} from './passport.ts';

export interface LoginEndpoint {
  readonly path: string;
  readonly provenance: Provenance;
  readonly answer: (context: TiktokContext, body: unknown, cookie: (name: string) => string) => PassportAnswer;
}
type Handler = (context: TiktokContext, login: Login, form: PassportForm) => PassportAnswer;

/**
 * Reads the form and finds its account. Refuses an unknown account, and an account with a set refusal unless `isPast`
 * says that the refusal does not concern this call.
 */
export const withLogin =
  (handler: Handler, isPast: (refusal: string) => boolean = () => false): LoginEndpoint['answer'] =>
  (context, body) => {
    const form = readForm(body);
    if (form === null) return refuse('parameter');
    const login = context.accounts.findLogin(form.identifier);
    if (login === null) return refuse('unknown');
    const { refusal } = context.demands.of('tiktok', login.identifier);
    return refusal === null || isPast(refusal) ? handler(context, login, form) : refuseInWords(refusal);
  };
/** A refusal that asks for a code does not prevent sending a code. */
const asksForCode = (refusal: string): boolean => refusal === 'needOtp' || refusal === 'needVcode';

/** One right code meets the demands for codes of every kind. */
export const CODE_DEMANDS: readonly DemandKind[] = ['otp', 'vcode', 'emailCode'];
const ERROR_OF: Readonly<Record<DemandKind, PassportErrorName>> = {
  captcha: 'captcha',
  strangeCaptcha: 'captcha',
  otp: 'code',
  vcode: 'code',
  emailCode: 'code',
  identity: 'identity',
};

/**
 * Logs in when every demand is met, otherwise refuses with the next demand. `codeError` is the refusal for a missing
 * code.
 */
export function onwards(
  context: TiktokContext,
  login: Login,
  enter: () => PassportAnswer,
  codeError: PassportErrorName = 'code',
): PassportAnswer {
  const next = context.progress.next(login);
  if (next !== null) return refuse(CODE_DEMANDS.includes(next) ? codeError : ERROR_OF[next]);
  context.progress.done(login);
  return enter();
}

/**
 * Null when the password is right, otherwise the refusal. A ticket meets the captcha demand, but only after the right
 * password.
 */
export function checkPassword(context: TiktokContext, login: Login, form: PassportForm): PassportAnswer | null {
  if (form.password === null) return refuse('parameter');
  if (login.password !== form.password) return refuse('password');
  if (context.progress.useTicket(form.ticket)) context.progress.meet(login, 'captcha');
  return null;
}

/** Null when the code is right; a code that was checked in the previous step counts once. */
export function checkCode(
  context: TiktokContext,
  login: Login,
  { code }: PassportForm,
  wrong: PassportErrorName,
): PassportAnswer | null {
  if (code === null) return refuse('parameter');
  if (context.progress.useCode(login, code)) return null;
  switch (context.demands.checkCode('tiktok', login.identifier, code)) {
    case 'right':
      return null;
    case 'wrong':
      return refuse(wrong);
    case 'expired':
      return refuse('lateCode');
    case 'tooOften':
      return refuse('tooOften');
  }
}

const RETRY_SECONDS = 60;
const masked = (text: string): string => {
  const [name = '', host] = text.split('@');
  const hidden = `${name.slice(0, 2)}***${name.slice(-1)}`;
  return host === undefined ? hidden : `${hidden}@${host}`;
};

/** Sends a code to the phone or the mailbox of the account. Like a login, this may demand a captcha. */
export const sendCode =
  (channel: 'sms' | 'email'): Handler =>
  (context, login, { ticket, identifier }) => {
    if (context.progress.useTicket(ticket)) context.progress.meet(login, 'captcha');
    if (context.progress.next(login) === 'captcha') return refuse('captcha');
    const sent = context.demands.sendCode('tiktok', login.identifier, channel);
    if (sent === null) return refuse('sentTooOften');
    return succeed(
      channel === 'sms'
        ? { mobile: masked(identifier), mobile_ticket: sent.codeId, retry_time: RETRY_SECONDS }
        : { email: masked(identifier), retry_time: RETRY_SECONDS },
    );
  };

const passwordLogin: Handler = (context, login, form) =>
  checkPassword(context, login, form) ?? onwards(context, login, () => letIn(context, login));

const codeLogin =
  (wrong: PassportErrorName): Handler =>
  (context, login, form) => {
    const refused = checkCode(context, login, form, wrong);
    if (refused !== null) return refused;
    context.progress.meet(login, ...CODE_DEMANDS);
    return onwards(context, login, () => letIn(context, login));
  };

const emailCheckCode: Handler = (context, login, form) => {
  const refused = checkCode(context, login, form, 'wrongEmailCode');
  if (refused !== null) return refused;
  context.progress.rememberCode(login, form.code ?? '');
  return succeed({});
};

export const PASSPORT_ENDPOINTS: readonly LoginEndpoint[] = [
  { path: '/passport/web/user/login/', provenance: 'seen', answer: withLogin(passwordLogin) },
  { path: '/passport/web/sms_login_only/', provenance: 'seen', answer: withLogin(codeLogin('wrongCode')) },
  { path: '/passport/web/email/check_code/', provenance: 'seen', answer: withLogin(emailCheckCode) },
  { path: '/passport/web/email/code_login/', provenance: 'seen', answer: withLogin(codeLogin('wrongEmailCode')) },
  { path: '/passport/web/send_code/', provenance: 'seen', answer: withLogin(sendCode('sms'), asksForCode) },
  { path: '/passport/web/email/send_code/', provenance: 'seen', answer: withLogin(sendCode('email'), asksForCode) },
];
