/** The signed mtop gateway (facts 2.1). */
import type { Bridge } from '@pasar/bridge';
import type { Country } from '@pasar/domain';
import { asNetworkError, classify, fromWireAnswer, type GatewayAnswer } from './answer.ts';
import { sign } from './sign.ts';

export interface GatewayCall {
  readonly api: string;
  readonly method: 'GET' | 'POST';
  readonly data: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
}
/**
 * Lets one request through. A request that the gateway turned away for its signing token alone is signed again with the
 * token that came with the refusal, at most twice: it never reached the service, so this holds for sends too.
 */
export interface Gateway {
  call(call: GatewayCall): Promise<GatewayAnswer>;
}
export interface GatewayOptions {
  readonly bridge: Bridge;
  readonly origin: string;
  readonly sellerOrigin: string;
  readonly appKey: string;
  readonly country: Country;
}

const VERSION = '1.0';
const LIBRARY_VERSION = '2.6.1';
const MAX_SIGNINGS = 3;
const TOKEN_COOKIE = '_m_h5_tk';

export function createGateway(options: GatewayOptions): Gateway {
  const { bridge, origin, sellerOrigin, appKey, country } = options;
  const tokenNow = (): string => bridge.cookies.get(`${origin}/`, TOKEN_COOKIE)?.split('_')[0] ?? '';

  const attempt = async (call: GatewayCall, token: string): Promise<GatewayAnswer> => {
    const data = JSON.stringify(call.data);
    const t = String(bridge.clock.now());
    const query = new URLSearchParams({
      jsv: LIBRARY_VERSION,
      appKey,
      t,
      sign: sign(token, t, appKey, data),
      v: VERSION,
      api: call.api,
      timeout: String(call.timeoutMs),
      type: 'originaljson',
      dataType: 'json',
      valueType: 'original',
      H5Request: 'true',
      'x-i18n-regionID': `LAZADA_${country}`,
      ...(call.method === 'GET' ? { data } : {}),
    });
    try {
      const response = await bridge.http.request({
        method: call.method,
        url: `${origin}/h5/${call.api.toLowerCase()}/${VERSION}/?${query.toString()}`,
        headers: { accept: 'application/json', origin: sellerOrigin, referer: `${sellerOrigin}/` },
        body: call.method === 'POST' ? { type: 'form', fields: { data } } : { type: 'none' },
        timeoutMs: call.timeoutMs,
      });
      return fromWireAnswer(response);
    } catch (error) {
      return { kind: 'network', error: asNetworkError(error) };
    }
  };

  /** A wrong signature is worth another one only when a parallel call changed the cookie under this one. */
  const isWorthSigning = (answer: GatewayAnswer, usedToken: string): boolean => {
    if (answer.kind !== 'refused') return false;
    const kind = classify(answer.code);
    return kind === 'token' || (kind === 'signature' && tokenNow() !== usedToken);
  };

  return {
    async call(call) {
      for (let signing = 1; ; signing += 1) {
        const token = tokenNow();
        const answer = await attempt(call, token);
        if (signing === MAX_SIGNINGS || !isWorthSigning(answer, token)) return answer;
      }
    },
  };
}
