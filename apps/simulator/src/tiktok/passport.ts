/** Passport login (facts 3.5): sensitive fields are lower-case hex of each byte XOR 5, answers `{message, data}`. */
import { z } from 'zod';
import type { Login } from '../world/types.ts';
import type { TiktokContext } from './context.ts';

const form = z.object({
  email: z.string().optional(),
  mobile: z.string().optional(),
  account: z.string().optional(),
  password: z.string().optional(),
  code: z.string().optional(),
  verify_ticket: z.string().optional(),
});

/** The plain text of a mixed field; null for text that is not a mixed field. */
export function unmix(hex: string): string | null {
  if (!/^([0-9a-f]{2})+$/.test(hex)) return null;
  return new TextDecoder().decode(Buffer.from(hex, 'hex').map((byte) => byte ^ 5));
}

/** The fields of a passport form in plain text. */
export interface PassportForm {
  readonly identifier: string;
  readonly password: string | null;
  readonly code: string | null;
  readonly ticket: string | null;
}
export function readForm(body: unknown): PassportForm | null {
  const fields = form.safeParse(body);
  if (!fields.success) return null;
  const { email, mobile, account, password, code, verify_ticket: ticket } = fields.data;
  const mixed = email ?? mobile ?? account;
  const plain = (field: string | undefined): string | null => (field === undefined ? null : unmix(field));
  const identifier = plain(mixed);
  if (identifier === null) return null;
  const read = { identifier, password: plain(password), code: plain(code), ticket: ticket ?? null };
  const isGarbled = (password !== undefined && read.password === null) || (code !== undefined && read.code === null);
  return isGarbled ? null : read;
}

/** The answer of a passport call; on success it may open sessions. */
export interface PassportAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  readonly cookies: readonly Cookie[];
}
export interface Cookie {
  readonly name: 'sessionid' | 'sid_tt' | 'sso_uid_tt' | 'ttwid';
  readonly value: string;
}

/** Ours: all codes except 1104, which is public. The descriptions differ, too. */
export const ERRORS = {
  captcha: [1_104, 'Please complete the security check'],
  parameter: [1_002, 'invalid parameter'],
  unknown: [1_003, "Account doesn't exist"],
  password: [1_009, 'Incorrect account or password'],
  code: [2_002, 'Enter the verification code'],
  activate: [2_009, 'Activate your account first'],
  identity: [2_046, 'Verify your identity'],
  wrongCode: [1_202, 'Incorrect verification code'],
  wrongEmailCode: [1_202, 'Email verification code error'],
  lateCode: [1_203, 'The verification code has expired'],
  tooOften: [7, 'Maximum number of attempts reached. Try again later.'],
  sentTooOften: [1_206, 'Send verification code failed, sent too frequently'],
  banned: [1_050, 'Your account was banned'],
  merchant: [1_060, 'Shop bound to merchant'],
  needOtp: [2_007, 'need otp'],
  needVcode: [2_008, 'need vcode'],
  signOn: [4_005, 'session expired'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;
export type PassportErrorName = keyof typeof ERRORS;

export function refuse(name: PassportErrorName): PassportAnswer {
  const [errorCode, description] = ERRORS[name];
  return said(errorCode, description);
}
const said = (errorCode: number, description: string): PassportAnswer => ({
  cookies: [],
  body: { message: 'error', data: { error_code: errorCode, description, captcha: '' } },
});
/** The refusal that was set for the account: a name of the table above, else any words. */
export const refuseInWords = (words: string): PassportAnswer => (isErrorName(words) ? refuse(words) : said(1, words));
const isErrorName = (words: string): words is PassportErrorName => Object.hasOwn(ERRORS, words);

/** Ours: the success body of the seller site, which is not public. */
export const letIn = ({ accounts }: TiktokContext, login: Login): PassportAnswer => {
  const sessionId = accounts.openSession(login);
  return {
    cookies: [
      { name: 'sessionid', value: sessionId },
      { name: 'sid_tt', value: sessionId },
    ],
    body: { message: 'success', data: { user_id_str: login.loginId, screen_name: login.identifier } },
  };
};
export const succeed = (data: Readonly<Record<string, unknown>>, cookies: readonly Cookie[] = []): PassportAnswer => ({
  cookies,
  body: { message: 'success', data },
});
