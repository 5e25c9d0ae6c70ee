/**
 * The request layer: origins, cookies, signatures and timeouts, the retry rule of each call, and notices of network
 * failures. It knows nothing of logins; the line (auth/line.ts) does.
 */
import type { Bridge, BridgeError, HttpRequest, HttpResponse } from '@pasar/bridge';
import {
  type Attempt,
  type Notify,
  type Outcome,
  type Pauses,
  tellLineFailure,
  tryExactJson,
  UPLOAD_TIMEOUT_MS,
  type WireAnswer,
  type WireCall,
  withRetries,
} from '@pasar/connector-kit';
import { type Country, LIMITS } from '@pasar/domain';
import { loginUserInfo } from '../calls/account.ts';
import type { LazadaCallShape, LazadaScope } from '../calls/definition.ts';
import { sessionInit } from '../calls/login.ts';
import { fileBrokerUpload } from '../calls/media.ts';
import { asNetworkError, failed, meaningOfNetwork } from '../wire/answer.ts';
import type { LazadaConfig } from '../wire/config.ts';
import { createGateway } from '../wire/gateway.ts';

export interface Requests {
  /** Makes attempts under the call's own rule. Resolves with the last one. */
  run<Params, Answer>(
    call: LazadaCallShape<Params, Answer>,
    params: Params,
    scope: LazadaScope,
  ): Promise<Attempt<WireAnswer>>;
}
export interface RequestsOptions {
  readonly config: LazadaConfig;
  readonly country: Country;
  readonly bridge: Bridge;
  readonly pauses: Pauses;
  readonly notify: Notify;
}

const GATEWAY_PATH = '/h5/';
/** The page that a browser would show. */
const REFERER_PATH = '/apps/seller/login';
const CSRF_COOKIE = 'CSRFT';

export function toWireAnswer({ status, headers, text }: HttpResponse): WireAnswer {
  const parsed = tryExactJson(text);
  return { status, headers, json: parsed.ok ? parsed.value : undefined, text };
}

/** Spec 2 §9: logins and calls about the shop itself 5 s, sends 120 s, everything else 10 s; uploads (our choice). */
function timeoutOf({ key, repeat }: Pick<LazadaCallShape<never, unknown>, 'key' | 'repeat'>): number {
  if (repeat === 'login' || key === sessionInit.key || key === loginUserInfo.key) return LIMITS.loginTimeoutMs;
  if (repeat === 'send') return LIMITS.messageSendTimeoutMs;
  if (key === fileBrokerUpload.key) return UPLOAD_TIMEOUT_MS;
  return LIMITS.requestTimeoutMs;
}

export function createRequests({ config, country, bridge, pauses, notify }: RequestsOptions): Requests {
  const sellerOrigin = config.sellerOrigin(country);
  const gatewayOrigin = config.gatewayOrigin(country);
  const throughGateway = createGateway({
    bridge,
    origin: gatewayOrigin,
    sellerOrigin,
    appKey: config.appKey,
    country,
    toAnswer: toWireAnswer,
  });

  const toSite = async (call: WireCall, timeoutMs: number): Promise<WireAnswer> => {
    const csrf = bridge.cookies.get(`${sellerOrigin}/`, CSRF_COOKIE);
    const search = new URLSearchParams({ ...call.query }).toString();
    const request: HttpRequest = {
      method: call.method,
      url: `${sellerOrigin}${call.path}${search === '' ? '' : `?${search}`}`,
      headers: {
        origin: sellerOrigin,
        referer: `${sellerOrigin}${REFERER_PATH}`,
        ...(csrf === null ? {} : { 'x-csrf-token': csrf }),
        ...call.headers,
      },
      body: call.body,
      timeoutMs,
    };
    return toWireAnswer(await bridge.http.request(request));
  };

  const attempt = async (call: WireCall, timeoutMs: number): Promise<Attempt<WireAnswer>> => {
    const isGateway = call.path.startsWith(GATEWAY_PATH);
    try {
      return { kind: 'answered', ...(await (isGateway ? throughGateway : toSite)(call, timeoutMs)) };
    } catch (error) {
      return { kind: 'failed', error: asNetworkError(error) };
    }
  };

  const tell = (error: BridgeError, { path }: WireCall): void =>
    tellLineFailure(error, path.startsWith(GATEWAY_PATH) ? gatewayOrigin : sellerOrigin, notify);

  return {
    async run(call, params, scope) {
      const wire = call.toWire(params, scope);
      const timeoutMs = timeoutOf(call);
      const result = await withRetries('lazada', call.repeat, pauses, () => attempt(wire, timeoutMs));
      if (result.kind === 'failed') tell(result.error, wire);
      return result;
    },
  };
}

/** The outcome of a call's last attempt. */
export function settle<Params, Answer>(
  call: LazadaCallShape<Params, Answer>,
  result: Attempt<WireAnswer>,
  scope: LazadaScope,
): Outcome<Answer> {
  return result.kind === 'answered' ? call.fromWire(result, scope) : failed(meaningOfNetwork(result.error));
}
