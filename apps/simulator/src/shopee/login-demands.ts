/**
 * The marketplace's demands at a password login, one after the other (spec 2 §4), and the calls around them. The error
 * words are known (facts 1.2). ours: the fields beside them.
 */
import { randomUUID } from 'node:crypto';
import type { AccountDemands, DemandKind, Demands, SentCode } from '../world/demands.ts';
import { CODE_RULES } from '../world/demands.ts';
import {
  type Answer,
  answer,
  type CallInput,
  type LoginFields,
  type LoginProgress,
  type OpenRoute,
  type ShopeeContext,
} from './context.ts';

/** The error words are known. ours: their errcode and status. */
export const loginRefused = (message: string, beside: Readonly<Record<string, unknown>> = {}): Answer =>
  answer({ errcode: 2, message, ...beside }, 403);

/** Prefix of a refusal that only strikes the chat's login. */
export const CHAT_REFUSAL = 'chat_';
/** Not a refusal: the login succeeds, and the account turns out to be a merchant's. */
export const MERCHANT_ACCOUNT = 'merchant_account';

const CODE_KINDS: Readonly<
  Record<
    'otp' | 'vcode' | 'emailCode',
    { readonly need: string; readonly wrong: string; readonly channel: SentCode['channel'] }
  >
> = {
  otp: { need: 'error_need_otp', wrong: 'error_otp', channel: 'sms' },
  vcode: { need: 'error_need_vcode', wrong: 'error_invalid_vcode', channel: 'sms' },
  emailCode: { need: 'error_need_vcode', wrong: 'error_invalid_vcode', channel: 'email' },
};
export const IDENTITY_PATH = '/account/verify/ivs';

const beside = (channel: SentCode['channel']) => ({
  channel,
  ...(channel === 'email' ? { email: 's***@***.com' } : { phone: '*****00' }),
  resend_after: CODE_RULES.resendAfterMs / 1_000,
});

export function createLoginProgress(demands: Demands): LoginProgress {
  const met = new Map<string, Set<DemandKind>>();
  const identityTokens = new Map<string, string>();
  let captchaCount = 0;
  let isNextStrange = false;
  const metOf = (identifier: string): Set<DemandKind> => {
    const known = met.get(identifier) ?? new Set<DemandKind>();
    met.set(identifier, known);
    return known;
  };

  const askCaptcha = (
    kind: 'captcha' | 'strangeCaptcha',
    { captcha, captcha_key: key }: LoginFields,
  ): Answer | null => {
    if (captcha && key && demands.checkCaptcha(key, captcha)) return null;
    isNextStrange = kind === 'strangeCaptcha';
    return loginRefused(captcha && key ? 'error_captcha' : 'error_require_captcha');
  };
  const askCode = (kind: keyof typeof CODE_KINDS, identifier: string, vcode: string | undefined): Answer | null => {
    const { need, wrong, channel } = CODE_KINDS[kind];
    if (vcode && demands.checkCode('shopee', identifier, vcode) === 'right') return null;
    // A login without a code has a code sent. When sending is refused as too early, the last code stays valid.
    if (!vcode) demands.sendCode('shopee', identifier, channel);
    return loginRefused(vcode ? wrong : need, beside(channel));
  };
  const askIdentity = (identifier: string, origin: string): Answer => {
    const token = randomUUID();
    identityTokens.set(token, identifier);
    return loginRefused('error_need_ivs', { ivs_url: `${origin}${IDENTITY_PATH}?token=${token}` });
  };

  return {
    demand(identifier, fields, origin) {
      const through = metOf(identifier);
      let { vcode } = fields;
      for (const kind of demands.of('shopee', identifier).demands) {
        if (through.has(kind)) continue;
        const asked =
          kind === 'captcha' || kind === 'strangeCaptcha'
            ? askCaptcha(kind, fields)
            : kind === 'identity'
              ? askIdentity(identifier, origin)
              : askCode(kind, identifier, vcode);
        if (asked !== null) return asked;
        through.add(kind);
        // One code meets one demand.
        if (kind in CODE_KINDS) vcode = undefined;
      }
      return null;
    },
    finish: (identifier) => void met.delete(identifier),
    passIdentity(token) {
      const identifier = identityTokens.get(token);
      if (identifier === undefined) return false;
      identityTokens.delete(token);
      metOf(identifier).add('identity');
      return true;
    },
    nextCaptchaType() {
      if (isNextStrange) return 'strange';
      captchaCount += 1;
      return captchaCount % 2 === 1 ? 'slide' : 'text';
    },
  };
}

/** The refusal at the password; null when none is set, or when it strikes a later step. */
export function refusalOf({ refusal }: AccountDemands): string | null {
  return refusal === null || refusal.startsWith(CHAT_REFUSAL) || refusal === MERCHANT_ACCOUNT ? null : refusal;
}

/** Ours: a captcha type that no client knows. */
const STRANGE_TYPE = 'tap_words';
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
function captchaInfo(context: ShopeeContext): Answer {
  const captcha = context.demands.openCaptcha('shopee', context.progress.nextCaptchaType());
  return answer({
    errcode: 0,
    captcha_key: captcha.captchaId,
    captcha_type: captcha.captchaType === 'strange' ? STRANGE_TYPE : captcha.captchaType,
    captcha: base64(captcha.png),
    background: captcha.backgroundPng === null ? null : base64(captcha.backgroundPng),
  });
}

const page = (body: string): Answer => ({
  kind: 'file',
  type: 'text/html; charset=utf-8',
  bytes: new TextEncoder().encode(`<!doctype html><meta charset="utf-8"><title>Shopee</title>${body}`),
});
const showIdentity = (_context: ShopeeContext, { query }: CallInput): Answer => {
  const token = /^[0-9a-f-]{36}$/.test(query.token ?? '') ? query.token : '';
  return page(
    `<h1>Verify that it is you</h1><form method="post" action="${IDENTITY_PATH}?token=${token}">` +
      '<button>This is me</button></form>',
  );
};
const passIdentity = (context: ShopeeContext, { query }: CallInput): Answer =>
  context.progress.passIdentity(query.token ?? '')
    ? page('<h1>Thank you. Log in again now.</h1>')
    : loginRefused('error_invalid_token');

export const LOGIN_DEMAND_ROUTES: readonly OpenRoute[] = [
  { method: 'GET', path: '/api/v2/captcha/info', provenance: 'ours', handle: captchaInfo },
  { method: 'GET', path: IDENTITY_PATH, provenance: 'ours', handle: showIdentity },
  { method: 'POST', path: IDENTITY_PATH, provenance: 'ours', handle: passIdentity },
];
