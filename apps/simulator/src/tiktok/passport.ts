/** Passport login (facts 3.5): sensitive fields are lower-case hex of each byte XOR 5. */
import { z } from 'zod';
import type { TiktokContext } from './context.ts';

export const PASSPORT_PATH = '/passport/web/user/login/';

const form = z.object({
  email: z.string().optional(),
  mobile: z.string().optional(),
  account: z.string().optional(),
  password: z.string(),
});

/** Plain text behind a mixed field, or null when it is not one. */
export function unmix(hex: string): string | null {
  if (!/^([0-9a-f]{2})+$/.test(hex)) return null;
  return new TextDecoder().decode(Buffer.from(hex, 'hex').map((byte) => byte ^ 5));
}

export interface PassportAnswer {
  /** A fresh session id on success. */
  readonly sessionId: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** ours: 1003 and 1009 for the two ways of being wrong, and the success body; only 1104 (captcha) is public. */
export function passportLogin(context: TiktokContext, body: unknown): PassportAnswer {
  const fields = form.safeParse(body);
  if (!fields.success) return refusal(1_002, 'invalid parameter');
  const mixed = fields.data.email ?? fields.data.mobile ?? fields.data.account;
  const identifier = mixed === undefined ? null : unmix(mixed);
  const password = unmix(fields.data.password);
  if (identifier === null || password === null) return refusal(1_002, 'invalid parameter');
  const login = context.accounts.findLogin(identifier);
  if (login === null) return refusal(1_003, "Account doesn't exist");
  if (login.password !== password) return refusal(1_009, 'Incorrect account or password');
  return {
    sessionId: context.accounts.openSession(login),
    body: { message: 'success', data: { user_id_str: login.loginId, screen_name: login.identifier } },
  };
}

const refusal = (errorCode: number, description: string): PassportAnswer => ({
  sessionId: null,
  body: { message: 'error', data: { error_code: errorCode, description, captcha: '' } },
});
