/** The request layer of the login calls: each to its host, 5 s each (spec 2 §9). */

import { BridgeError } from '@pasar/bridge';
import type { CaptchaImage, Outcome } from '@pasar/connector-kit';
import { type ImageType, LIMITS } from '@pasar/domain';
import type { TiktokCall, TiktokScope } from '../calls/scope.ts';
import { wireGet } from '../calls/scope.ts';
import { type Line, networkFailure, sendWire } from '../calls/send-wire.ts';
import { SITE_AID } from '../config.ts';
import type { TiktokHosts } from '../hosts.ts';
import { ok, unlucky } from '../outcome.ts';

export interface LoginSite {
  make<Params, Answer>(call: TiktokCall<Params, Answer>, params: Params): Promise<Outcome<Answer>>;
  /** A picture of a captcha. */
  picture(url: string): Promise<Outcome<CaptchaImage>>;
}

/** facts 3.5. */
const PASSPORT_QUERY = { aid: SITE_AID, account_sdk_source: 'web', language: 'en' } as const;

export function createLoginSite(line: Line, hosts: TiktokHosts, country: TiktokScope['country']): LoginSite {
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
    picture: (url) => fetchPicture(line, new URL(url, hosts.captcha).href),
  };
}

const PNG = [0x89, 0x50, 0x4e, 0x47];
const typeOf = (bytes: Uint8Array): ImageType =>
  PNG.every((byte, index) => bytes[index] === byte) ? 'image/png' : 'image/jpeg';

async function fetchPicture({ bridge }: Line, url: string): Promise<Outcome<CaptchaImage>> {
  const { method, headers, body } = wireGet('');
  try {
    const answer = await bridge.http.request({ method, url, headers, body, timeoutMs: LIMITS.loginTimeoutMs });
    return answer.status === 200
      ? ok({ type: typeOf(answer.bytes), bytes: answer.bytes })
      : unlucky('marketplace_error', `HTTP ${answer.status}`);
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error;
    return networkFailure(error);
  }
}
