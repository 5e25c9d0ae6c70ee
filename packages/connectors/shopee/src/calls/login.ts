/** Logging in to a site and to its chat (spec 2 §7.3, facts 1.2, 1.3). */
import { type CaptchaType, type Credentials, captchaTypeOf, type Outcome, type WireAnswer } from '@pasar/connector-kit';
import { IMAGE_TYPES, type ImageType, refusal } from '@pasar/domain';
import { z } from 'zod';
import { explainsItself, isNoJson, readAnswer, wordsOf } from '../wire/answer.ts';
import { isSuccess } from '../wire/http-call.ts';
import type { ShopeeCall } from '../wire/scope.ts';
import { wireId } from '../wire/wire-json.ts';
import { type LoginProof, NO_PROOF, toLoginForm } from './credentials.ts';
import { mapOutcome, toGet, toPost } from './definition.ts';
import { loginRefusalOf, loginWordOf } from './login-refusals.ts';

const LOGIN_PATH = '/api/v2/login/';

/** Both families answer a password login and a session check with this body. A login needs a user id above 0. */
export const loginBody = z.object({
  errcode: z.literal(0),
  id: wireId.refine((id) => id !== '0'),
  /** Ours: the word that the shop list uses (facts 1.2). */
  account_type: z.string().nullish(),
});
export interface LoggedIn {
  readonly userId: string;
  /** A merchant's account; no site accepts it (spec 2 §6). */
  readonly isMerchant: boolean;
}
export const isMerchantType = (accountType: string | null | undefined): boolean => /merchant/.test(accountType ?? '');

export interface PasswordLogin {
  readonly credentials: Credentials;
  readonly proof: LoginProof;
}

export function fromWireLogin(answer: WireAnswer): Outcome<LoggedIn> {
  const parsed = loginBody.safeParse(answer.json);
  if (!isSuccess(answer.status) || !parsed.success) return loginRefusalOf(answer);
  const { id, account_type: accountType } = parsed.data;
  return { ok: true, value: { userId: id, isMerchant: isMerchantType(accountType) } };
}

export const passwordLogin: ShopeeCall<PasswordLogin, LoggedIn> = {
  key: 'shopee-login POST login(password,per-region)',
  tag: 'seen',
  repeat: 'login',
  toWire: ({ credentials, proof }) => ({
    ...toGet(LOGIN_PATH),
    method: 'POST',
    body: { type: 'form', fields: toLoginForm(credentials, proof) },
  }),
  fromWire: fromWireLogin,
};

/** Whether the cookies still open the seller centre; a refusal when the site does not tell. */
export const sessionCheck: ShopeeCall<null, boolean> = {
  key: 'shopee-login GET login',
  tag: 'seen',
  repeat: 'read',
  toWire: () => toGet(LOGIN_PATH),
  // The site says in words that there is no session, with HTTP 200 or 403 (facts 1.2). A guard cannot know it.
  fromWire: (answer) =>
    answer.status === 403 && !explainsItself(answer) ? loginRefusalOf(answer) : readSession(answer, loginBody),
};

/** True, false, or a refusal when no answer tells. */
export function readSession(answer: WireAnswer, schema: z.ZodType): Outcome<boolean> {
  const { status, json } = answer;
  if (status === 429 || status >= 500 || (isSuccess(status) && isNoJson(answer))) return loginRefusalOf(answer);
  return { ok: true, value: isSuccess(status) && schema.safeParse(json).success };
}

export interface CaptchaPictures {
  readonly captchaId: string;
  readonly captchaType: CaptchaType;
  readonly image: { readonly type: ImageType; readonly bytes: Uint8Array };
  readonly background: { readonly type: ImageType; readonly bytes: Uint8Array } | null;
}
/** Base64, bare or as a data URL. A picture without a type is a PNG. */
const wirePicture = z.string().transform((text, context) => {
  const [, type = 'image/png', data = ''] = /^(?:data:([^;,]+);base64,)?([A-Za-z0-9+/=\s]+)$/.exec(text) ?? [];
  const known = z.enum(IMAGE_TYPES).safeParse(type);
  if (!known.success || data === '') {
    context.addIssue('not a picture');
    return z.NEVER;
  }
  return { type: known.data, bytes: new Uint8Array(Buffer.from(data, 'base64')) };
});
/** Ours: spec 2 §3 names id, type and background image. */
export const captchaBody = z.object({
  errcode: z.literal(0),
  captcha_key: z.string().min(1),
  captcha_type: z.string(),
  captcha: wirePicture,
  background: wirePicture.nullish(),
});

/** Ours: path and shape. The pictures of a captcha that a login demanded. */
export const captchaInfo: ShopeeCall<null, CaptchaPictures> = {
  key: 'shopee-login GET captcha/info',
  tag: 'ours',
  repeat: 'read',
  toWire: () => toGet('/api/v2/captcha/info/'),
  fromWire: (answer) =>
    mapOutcome(readAnswer(answer, captchaBody), ({ captcha_key, captcha_type, captcha, background }) => ({
      captchaId: captcha_key,
      captchaType: captchaTypeOf(captcha_type),
      image: captcha,
      background: background ?? null,
    })),
};

export const CODE_CHANNELS = ['sms', 'email', 'app'] as const;
export type CodeChannel = (typeof CODE_CHANNELS)[number];
export interface SentCode {
  /** Milliseconds until the next code may be requested; null when the answer does not say. */
  readonly resendAfterMs: number | null;
}
/** Ours: the field; in seconds, as the page counts down. */
const resendBody = z.object({ errcode: z.literal(0), resend_after: z.number().nonnegative().nullish() });

/**
 * Ours: path and shape. The login form again, with the channel of the code. It sends one more code, so it is not
 * repeated.
 */
export const vcodeResend: ShopeeCall<{ credentials: Credentials; channel: CodeChannel }, SentCode> = {
  key: 'shopee-login POST vcode/resend',
  tag: 'ours',
  repeat: 'once',
  toWire: ({ credentials, channel }) => ({
    ...toGet('/api/v2/vcode/resend/'),
    method: 'POST',
    body: { type: 'form', fields: { ...toLoginForm(credentials, NO_PROOF), channel } },
  }),
  fromWire: (answer) => {
    const parsed = resendBody.safeParse(answer.json);
    if (!isSuccess(answer.status) || !parsed.success) return loginRefusalOf(answer);
    const seconds = parsed.data.resend_after ?? null;
    return { ok: true, value: { resendAfterMs: seconds === null ? null : seconds * 1_000 } };
  },
};

export const chatLoginBody = z.object({
  token: z.string().min(1),
  version: z.string().min(1).nullish(),
  user: z.object({ id: wireId, uid: z.string().regex(/^[01]-[0-9]+$/), type: z.string() }),
  shop: z.object({ id: wireId, user_id: wireId, country: z.string(), name: z.string() }),
});
/** Status of a finished login (seen in 2019). Ours: any other status means that the login is not finished. */
const FINISHED_STATUS = 'verified';
const unfinishedBody = z.object({
  token: z.undefined().optional(),
  status: z.string().refine((status) => status !== FINISHED_STATUS),
});
const missingUser = z.object({ token: z.string(), user: z.null().optional() });

export type ChatLogin =
  | { readonly state: 'pending' }
  | {
      readonly state: 'finished';
      readonly token: string;
      /** The web build to name in calls; null when the answer does not say. */
      readonly version: string | null;
      readonly uid: string;
      readonly shop: {
        readonly shopId: string;
        readonly userId: string;
        readonly region: string;
        readonly name: string;
      };
    };

/** The seller's cookies identify the login. The cross-border centre has its own path of the same call. */
export const webchatLogin: ShopeeCall<null, ChatLogin> = {
  key: 'shopee-login POST webchat/login',
  tag: 'seen',
  repeat: 'login',
  toWire: (_, { isSubAccount }) => toPost(`/webchat/api/coreapi/v1.2/mini/${isSubAccount ? 'cbsc/' : ''}login`, {}),
  fromWire: (answer) => {
    if (!isSuccess(answer.status)) return loginRefusalOf(answer);
    const parsed = chatLoginBody.safeParse(answer.json);
    if (parsed.success) {
      const { token, version, user, shop } = parsed.data;
      const facts = { shopId: shop.id, userId: shop.user_id, region: shop.country, name: shop.name };
      return { ok: true, value: { state: 'finished', token, version: version ?? null, uid: user.uid, shop: facts } };
    }
    if (unfinishedBody.safeParse(answer.json).success) return { ok: true, value: { state: 'pending' } };
    if (loginWordOf(answer.json) !== null) return loginRefusalOf(answer);
    if (missingUser.safeParse(answer.json).success) {
      const detail = wordsOf(answer.status, answer.json);
      return { ok: false, refusal: refusal('user_not_found', detail), canRetry: false };
    }
    return { ok: false, refusal: refusal('unexpected_answer', z.prettifyError(parsed.error)), canRetry: false };
  },
};

export const LOGIN_CALLS = [passwordLogin, sessionCheck, captchaInfo, vcodeResend, webchatLogin] as const;
