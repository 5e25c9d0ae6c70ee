/** The signed mtop gateway (facts 2.1). */
import type { Bridge, HttpRequest, HttpResponse } from '@pasar/bridge';
import type { WireAnswer, WireCall } from '@pasar/connector-kit';
import type { Country } from '@pasar/domain';
import { classify, fromWireAnswer } from './answer.ts';
import { sign } from './sign.ts';

/**
 * Sends one request. When the gateway refuses only the signing token, the request is signed again with the token of
 * that refusal, at most twice. Such a request never reached the service, so this is safe for sends too. Rejects as the
 * bridge does.
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
/** Ours: a combined cross-border login has no country. The region is Singapore, where Lazada's company is. */
const COMBINED_REGION = 'SG';
const TOKEN_COOKIE = '_m_h5_tk';

/** Exactly the text that is signed. */
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

  /** A wrong signature is worth another attempt only when a parallel call has replaced the token cookie meanwhile. */
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
