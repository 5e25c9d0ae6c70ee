/** The request layer of the login calls: each has its host, and 5 s (spec 2 §9). */
import { MediaBrokenError, type MediaClient, type MediaRefusal } from '@pasar/bridge';
import type { CaptchaImage, Outcome } from '@pasar/connector-kit';
import { IMAGE_TYPES, LIMITS } from '@pasar/domain';
import { SITE_AID } from '../wire/config.ts';
import type { TiktokHosts } from '../wire/hosts.ts';
import { type Failed, ok, refused, unlucky } from '../wire/outcome.ts';
import type { TiktokCall, TiktokScope } from '../wire/scope.ts';
import { type Line, sendWire } from '../wire/send-wire.ts';

export interface LoginSite {
  make<Params, Answer>(call: TiktokCall<Params, Answer>, params: Params): Promise<Outcome<Answer>>;
  /** Fetches a picture of a captcha from the address in an answer. */
  picture(url: string): Promise<Outcome<CaptchaImage>>;
}

/** Facts 3.5. */
const PASSPORT_QUERY = { aid: SITE_AID, account_sdk_source: 'web', language: 'en' } as const;

export function createLoginSite(
  line: Line,
  media: MediaClient,
  hosts: TiktokHosts,
  country: TiktokScope['country'],
): LoginSite {
  const scope: TiktokScope = { country, isGlobal: hosts.isGlobal, shop: null };
  const originOf = (path: string): string => {
    if (path.startsWith('/captcha/')) return hosts.captcha;
    return path.startsWith('/passport/sso/') ? hosts.sso : hosts.seller;
  };
  return {
    make: async (call, params) => {
      const wire = call.toWire(params, scope);
      const answer = await sendWire(line, {
        call: wire,
        repeat: call.repeat,
        origin: originOf(wire.path),
        query: wire.path.startsWith('/passport/') ? PASSPORT_QUERY : {},
        headers: { accept: 'application/json, text/plain, */*' },
        timeoutMs: LIMITS.loginTimeoutMs,
      });
      return 'ok' in answer ? answer : call.fromWire(answer, scope);
    },
    picture: (url) => fetchPicture(line, media, URL.parse(url, hosts.captcha)?.href ?? url),
  };
}

/** Largest picture of a captcha; usual ones have some ten thousand bytes (our choice). */
const MOST_BYTES = 2_000_000;

/**
 * The address comes from an answer, so only the guarded client fetches it, and only a picture that a screen can show.
 */
async function fetchPicture(line: Line, media: MediaClient, url: string): Promise<Outcome<CaptchaImage>> {
  const found = await media.fetch({ url, headers: {}, maxBytes: MOST_BYTES, timeoutMs: LIMITS.loginTimeoutMs });
  if (found.kind === 'refused') return pictureFailure(line, found.refusal, found.detail);
  const type = IMAGE_TYPES.find((known) => known === found.contentType);
  if (type === undefined) {
    found.cancel();
    return refused('unexpected_answer', `a captcha of type ${found.contentType}`);
  }
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of found.body) chunks.push(chunk);
    return ok({ type, bytes: Buffer.concat(chunks) });
  } catch (error) {
    if (!(error instanceof MediaBrokenError)) throw error;
    return pictureFailure(line, error.refusal, error.message);
  }
}

function pictureFailure({ notify }: Line, why: MediaRefusal, detail: string): Failed {
  switch (why) {
    case 'timeout':
      return unlucky('request_timed_out', detail);
    case 'proxy':
      notify({ notice: 'ip_isolation_failed' });
      return unlucky('ip_isolation_failed', detail);
    case 'network':
      return unlucky('marketplace_unreachable', detail);
    case 'status':
      return unlucky('info_failed', detail);
    case 'bad-address':
    case 'forbidden-address':
    case 'too-many-redirects':
    case 'content-type':
    case 'too-large':
      return refused('unexpected_answer', detail);
  }
}
