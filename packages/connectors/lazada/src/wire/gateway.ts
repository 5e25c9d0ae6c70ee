/** The signed mtop gateway (facts 2.1). */
import type { Bridge, HttpRequest, HttpResponse } from '@pasar/bridge';
import type { WireAnswer, WireCall } from '@pasar/connector-kit';
import type { Country } from '@pasar/domain';
import { classify, fromWireAnswer } from './answer.ts';
import { sign } from './sign.ts';

/**
 * Lets one request through. A request that the gateway turned away for its signing token alone is signed again with the
 * token that came with the refusal, at most twice: it never reached the service, so this holds for sends too. Rejects
 * with what the bridge rejects with.
 */
export type GatewaySend = (call: WireCall, timeoutMs: number) => Promise<WireAnswer>;

export interface GatewayOptions {
  readonly bridge: Bridge;
  readonly origin: string;
  readonly sellerOrigin: string;
  readonly appKey: string;
  readonly country: Country;
  readonly toAnswer: (response: HttpResponse) => WireAnswer;
}

const LIBRARY_VERSION = '2.6.1';
const MAX_SIGNINGS = 3;
/** ours: a combined cross-border login is of no country; its company's is Singapore. */
const COMBINED_REGION = 'SG';
const TOKEN_COOKIE = '_m_h5_tk';

/** The very text that is signed. */
const dataOf = ({ query, body }: WireCall): string => (body.type === 'form' ? body.fields.data : query.data) ?? '';

export function createGateway(options: GatewayOptions): GatewaySend {
  const { bridge, origin, sellerOrigin, appKey, country, toAnswer } = options;
  const tokenNow = (): string => bridge.cookies.get(`${origin}/`, TOKEN_COOKIE)?.split('_')[0] ?? '';

  const toRequest = (call: WireCall, timeoutMs: number, token: string): HttpRequest => {
    const t = String(bridge.clock.now());
    const query = new URLSearchParams({
      jsv: LIBRARY_VERSION,
      appKey,
      t,
      sign: sign(token, t, appKey, dataOf(call)),
      timeout: String(timeoutMs),
      type: 'originaljson',
      dataType: 'json',
      valueType: 'original',
      H5Request: 'true',
      'x-i18n-regionID': `LAZADA_${country === 'CB' ? COMBINED_REGION : country}`,
      ...call.query,
    });
    return {
      method: call.method,
      url: `${origin}${call.path}?${query.toString()}`,
      headers: { accept: 'application/json', origin: sellerOrigin, referer: `${sellerOrigin}/`, ...call.headers },
      body: call.body,
      timeoutMs,
    };
  };

  /** A wrong signature is worth another one only when a parallel call changed the cookie under this one. */
  const isWorthSigning = (answer: WireAnswer, usedToken: string): boolean => {
    const read = fromWireAnswer(answer);
    if (read.kind !== 'refused') return false;
    const kind = classify(read.code);
    return kind === 'token' || (kind === 'signature' && tokenNow() !== usedToken);
  };

  return async (call, timeoutMs) => {
    for (let signing = 1; ; signing += 1) {
      const token = tokenNow();
      const answer = toAnswer(await bridge.http.request(toRequest(call, timeoutMs, token)));
      if (signing === MAX_SIGNINGS || !isWorthSigning(answer, token)) return answer;
    }
  };
}
