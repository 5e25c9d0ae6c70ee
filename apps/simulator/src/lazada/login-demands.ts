/** The demands between a right password and a session (world/demands.ts). ours: all shapes and codes. */
import type { DemandKind } from '../world/demands.ts';
import { CODE_RULES } from '../world/demands.ts';
import type { LazadaContext } from './context.ts';
import { LOGIN_PATHS } from './site-paths.ts';

/** The fields of a login form besides the password. */
export interface Submission {
  readonly identifier: string;
  /** Demands that were met are remembered by device token and identifier. */
  readonly deviceToken: string;
  readonly captcha: { readonly captchaId: string; readonly text: string } | null;
  /** A code of any channel. */
  readonly code: string | null;
  readonly isResend: boolean;
}
/** The JSON body of a refusal, which takes the place of the ticket. */
export type Refused = Readonly<Record<string, unknown>>;

type CodeKind = Extract<DemandKind, 'otp' | 'vcode' | 'emailCode'>;
const CODES = {
  vcode: { channel: 'sms', word: 'NEED_VCODE' },
  emailCode: { channel: 'email', word: 'NEED_EMAIL_CODE' },
  otp: { channel: 'app', word: 'NEED_OTP' },
} as const;
const isCodeKind = (kind: DemandKind): kind is CodeKind => kind in CODES;

const WRONG_CODES = {
  wrong: ['INVALID_VCODE', 'invalid verification code'],
  expired: ['VCODE_EXPIRED', 'the verification code has expired'],
  tooOften: ['TOO_FREQUENT', 'too many wrong codes'],
} as const;

export const failure = (errorCode: string, errorMessage: string, data: Refused | null = null): Refused => ({
  success: false,
  errorCode,
  errorMessage,
  ...(data === null ? {} : { data }),
});

/** A masked phone number or mail address, as a login page shows where a code was sent. */
function targetOf(identifier: string, channel: string): string {
  const [name = '', domain] = identifier.split('@');
  return channel === 'email' && domain !== undefined ? `${name.slice(0, 1)}***@${domain}` : '*******42';
}

export interface LoginDemands {
  /** The refusal for the first open demand; null when every demand is met. */
  check(submission: Submission): Refused | null;
  /** Marks the verification page as passed; false for an unknown token. */
  passPage(token: string): boolean;
}
type Site = Pick<LazadaContext, 'demands' | 'origin' | 'now'>;

type CaptchaKind = Extract<DemandKind, 'captcha' | 'strangeCaptcha'>;
const isCaptchaKind = (kind: DemandKind): kind is CaptchaKind => kind === 'captcha' || kind === 'strangeCaptcha';

function captchaDemand({ demands }: Site, kind: CaptchaKind, errorCode: string, text: string): Refused {
  const captcha = demands.openCaptcha('lazada', kind === 'captcha' ? 'slide' : 'strange');
  return failure(errorCode, text, {
    kind: 'captcha',
    captchaId: captcha.captchaId,
    captchaType: captcha.captchaType === 'strange' ? 'TAP_WORDS' : captcha.captchaType,
    image: Buffer.from(captcha.png).toString('base64'),
    background: captcha.backgroundPng === null ? null : Buffer.from(captcha.backgroundPng).toString('base64'),
  });
}

function codeData(kind: CodeKind, identifier: string): Refused {
  const { channel } = CODES[kind];
  const resendAfter = Math.ceil(CODE_RULES.resendAfterMs / 1_000);
  return { kind: 'code', channel, target: targetOf(identifier, channel), resendAfter };
}

function codeDemand({ demands, now }: Site, kind: CodeKind, { identifier, isResend }: Submission): Refused {
  const data = codeData(kind, identifier);
  const sent = demands.sendCode('lazada', identifier, CODES[kind].channel);
  const newest = demands.codes('lazada', identifier)[0];
  // A code that was sent just now is still valid, so only an explicit resend is refused as too early.
  const isStillFresh = newest !== undefined && now() - newest.sentAt < CODE_RULES.resendAfterMs;
  return sent === null && (isResend || !isStillFresh)
    ? failure('SEND_VCODE_FREQUENT', 'send verification code failed', data)
    : failure(CODES[kind].word, 'login needs a verification code', data);
}

/** Verification pages by token, and the identifiers that passed one. */
class Pages {
  readonly #open = new Map<string, string>();
  readonly #passed = new Set<string>();
  readonly #origin: () => string;
  constructor(origin: () => string) {
    this.#origin = origin;
  }

  /** The gateway's own "please verify" refusal, with the page's address (facts 2.1). */
  demand({ identifier, deviceToken }: Submission): Refused {
    const token = Buffer.from(`${identifier}/${deviceToken}`).toString('base64url');
    this.#open.set(token, identifier);
    return {
      ret: ['FAIL_SYS_USER_VALIDATE', 'RGV587_ERROR::SM::please verify'],
      data: { url: `${this.#origin()}${LOGIN_PATHS.verify}?token=${token}` },
    };
  }
  pass(token: string): boolean {
    const identifier = this.#open.get(token);
    if (identifier === undefined) return false;
    this.#open.delete(token);
    this.#passed.add(identifier);
    return true;
  }
  hasPassed(identifier: string): boolean {
    return this.#passed.has(identifier);
  }
  forget(identifier: string): void {
    this.#passed.delete(identifier);
  }
}

export function createLoginDemands(site: Site): LoginDemands {
  const { demands, origin } = site;
  /** The demands that were met, by device token and identifier. */
  const met = new Map<string, Set<DemandKind>>();
  const pages = new Pages(origin);

  /**
   * Checks an answer to a demand: null when it meets the demand, a refusal when it does not, `undefined` without an
   * answer.
   */
  const answer = (kind: DemandKind, { identifier, captcha, code }: Submission): Refused | null | undefined => {
    if (kind === 'identity') return pages.hasPassed(identifier) ? null : undefined;
    if (isCaptchaKind(kind)) {
      if (captcha === null) return undefined;
      const isRight = demands.checkCaptcha(captcha.captchaId, captcha.text);
      return isRight ? null : captchaDemand(site, kind, 'WRONG_CAPTCHA', 'the captcha is wrong');
    }
    if (code === null) return undefined;
    const verdict = demands.checkCode('lazada', identifier, code);
    if (verdict === 'right') return null;
    const [errorCode, text] = WRONG_CODES[verdict];
    return failure(errorCode, text, codeData(kind, identifier));
  };
  const ask = (kind: DemandKind, submission: Submission): Refused => {
    if (isCodeKind(kind)) return codeDemand(site, kind, submission);
    return isCaptchaKind(kind)
      ? captchaDemand(site, kind, 'NEED_CAPTCHA', 'login needs a captcha')
      : pages.demand(submission);
  };

  return {
    check(submission) {
      const key = `${submission.deviceToken}/${submission.identifier}`;
      const metByDevice = met.get(key) ?? new Set<DemandKind>();
      met.set(key, metByDevice);
      // An answer counts for the first open demand only; the next demand is asked anew.
      let isAnswered = false;
      for (const kind of demands.of('lazada', submission.identifier).demands) {
        if (metByDevice.has(kind)) continue;
        const verdict = isAnswered ? undefined : answer(kind, submission);
        if (verdict === undefined) return ask(kind, submission);
        if (verdict !== null) return verdict;
        metByDevice.add(kind);
        isAnswered = kind !== 'identity';
      }
      met.delete(key);
      pages.forget(submission.identifier);
      return null;
    },
    passPage: (token) => pages.pass(token),
  };
}
