/** Identifies the browser (ttwid), and checks that a person uses it (captcha). */
import type { Outcome, WireAnswer } from '@pasar/connector-kit';
import { z } from 'zod';
import { SITE_AID } from '../wire/config.ts';
import { statusRefusal } from '../wire/envelope.ts';
import { ok, refused, unlucky } from '../wire/outcome.ts';
import { type TiktokCall, type TiktokScope, wireGet, wirePost } from '../wire/scope.ts';

const ttwidAnswer = z.object({ status_code: z.int(), message: z.string().nullish() });
/** Seen: 0 is a known browser, 1001 requires a registration. */
const REGISTER_FIRST = 1_001;

/** Seen in public clients of the family. */
const ttwidBody = (service: string) => ({
  aid: Number(SITE_AID),
  service,
  union: false,
  unionHost: '',
  needFid: false,
  fid: '',
  migrate_priority: 0,
});

/** `service` is the host that asks. The cookie itself comes by Set-Cookie. */
interface TtwidRequest {
  readonly service: string;
}

function readTtwid(answer: WireAnswer): Outcome<{ readonly isRegistered: boolean }> {
  const unexplained = statusRefusal(answer);
  if (unexplained !== null) return unexplained;
  const read = ttwidAnswer.safeParse(answer.json);
  if (!read.success) {
    return answer.status === 200
      ? refused('unexpected_answer', 'ttwid')
      : unlucky('info_failed', `HTTP ${answer.status}`);
  }
  const { status_code: code, message } = read.data;
  if (code === 0 || code === REGISTER_FIRST) return ok({ isRegistered: code === 0 });
  return message === '' || message === null || message === undefined
    ? refused('request_interface_failed', `code ${code}`)
    : refused('marketplace_error', message);
}

export const ttwidCheckCall: TiktokCall<TtwidRequest, { readonly isRegistered: boolean }> = {
  key: 'tiktok-login POST ttwid/check',
  tag: 'seen',
  repeat: 'login',
  toWire: ({ service }) => wirePost('/ttwid/check/', ttwidBody(service)),
  fromWire: readTtwid,
};

export const ttwidRegisterCall: TiktokCall<TtwidRequest, { readonly isRegistered: boolean }> = {
  key: 'tiktok-login POST ttwid/register',
  tag: 'seen',
  repeat: 'login',
  toWire: ({ service }) => wirePost('/ttwid/register/', ttwidBody(service)),
  fromWire: readTtwid,
};

const captchaData = z.object({
  code: z.int(),
  message: z.string().nullish(),
  data: z
    .object({
      id: z.string().min(1),
      mode: z.string(),
      question: z.object({ url1: z.string(), url2: z.string() }),
    })
    .nullish(),
});
/** The addresses of the picture and of the piece that belongs into it. */
export interface CaptchaPuzzle {
  readonly captchaId: string;
  readonly mode: string;
  readonly backgroundUrl: string;
  readonly pieceUrl: string;
}
/** Seen: 200 in the body means success, with any HTTP status. */
const WELL = 200;

const captchaQuery = ({ country }: TiktokScope, fingerprint: string): Readonly<Record<string, string>> => ({
  aid: SITE_AID,
  app_name: 'i18n_ecom_shop',
  lang: 'en',
  // Ours: the global site's own place is not public.
  region: country === 'GLOBAL' ? 'sg' : country.toLowerCase(),
  subtype: 'slide',
  fp: fingerprint,
});

export const captchaGetCall: TiktokCall<{ readonly fingerprint: string }, CaptchaPuzzle> = {
  key: 'tiktok-login GET captcha/get',
  tag: 'seen',
  repeat: 'login',
  toWire: ({ fingerprint }, scope) => wireGet('/captcha/get', captchaQuery(scope, fingerprint)),
  fromWire: (answer) => {
    const unexplained = statusRefusal(answer);
    if (unexplained !== null) return unexplained;
    const read = captchaData.safeParse(answer.json);
    if (!read.success) return refused('unexpected_answer', 'captcha');
    const { code, message, data } = read.data;
    if (code !== WELL || data === null || data === undefined) {
      return message ? refused('marketplace_error', message) : refused('request_interface_failed', `code ${code}`);
    }
    const { url1: backgroundUrl, url2: pieceUrl } = data.question;
    return ok({ captchaId: data.id, mode: data.mode, backgroundUrl, pieceUrl });
  },
};

const verdict = z.object({
  code: z.int(),
  message: z.string().nullish(),
  data: z.object({ verify_ticket: z.string().optional(), ticket: z.string().optional() }).nullish(),
});
export interface CaptchaAnswer {
  readonly fingerprint: string;
  readonly captchaId: string;
  readonly mode: string;
  /** Pixels of the background. */
  readonly offset: number;
}

/**
 * Only an answer with a ticket is a success (spec 2 §5); anything else demands another captcha. Ours: `captchaBody` is
 * plain here. The vendor's page encrypts it by a script that is not reproduced (facts 0.3).
 */
export const captchaVerifyCall: TiktokCall<CaptchaAnswer, { readonly ticket: string }> = {
  key: 'tiktok-login POST captcha/verify',
  tag: 'seen',
  repeat: 'once',
  toWire: ({ fingerprint, captchaId, mode, offset }, scope) => ({
    ...wirePost('/captcha/verify', {
      captchaBody: JSON.stringify({ id: captchaId, mode, reply: [{ x: offset, y: 0 }] }),
    }),
    query: captchaQuery(scope, fingerprint),
  }),
  fromWire: (answer) => {
    const unexplained = statusRefusal(answer);
    if (unexplained !== null) return unexplained;
    const read = verdict.safeParse(answer.json);
    if (!read.success) return refused('unexpected_answer', 'captcha');
    const ticket = read.data.data?.verify_ticket ?? read.data.data?.ticket ?? '';
    return ticket === '' ? refused('captcha_wrong', null) : ok({ ticket });
  },
};
