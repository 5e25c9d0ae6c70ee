/** Lazada Open Platform: signatures, the renewal of tokens, and pushes (facts 4.2). Timestamps are milliseconds. */
import { concatSorted, hmacHex, isSameHex, type OfficialRequest } from '@pasar/connector-kit';

/** Gives and renews tokens for all countries. */
export const LAZADA_AUTH_ORIGIN = 'https://auth.lazada.com/rest';

export interface LazadaApp {
  readonly appKey: string;
  readonly appSecret: string;
}

/**
 * Upper-case hex over the path and all sorted parameters but `sign`. A parameter without a value is neither sent nor
 * signed.
 */
export function signLazada(app: LazadaApp, path: string, params: Readonly<Record<string, string>>): string {
  return hmacHex(app.appSecret, path, concatSorted(signedParams(params))).toUpperCase();
}

export interface LazadaCall {
  /** With `/rest`, for the shop's country: for example `https://api.lazada.co.th/rest`. */
  readonly origin: string;
  readonly method: 'GET' | 'POST';
  /** The path after `/rest`, with its first slash. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** Null for the calls that give tokens. */
  readonly accessToken: string | null;
  readonly timestampMs: number;
}

/** A GET has its parameters in the address, a POST in a form. */
export function toLazadaRequest(app: LazadaApp, call: LazadaCall): OfficialRequest {
  const params = signedParams({
    ...call.params,
    app_key: app.appKey,
    sign_method: 'sha256',
    timestamp: `${call.timestampMs}`,
    access_token: call.accessToken ?? '',
  });
  const fields = new URLSearchParams({ ...params, sign: signLazada(app, call.path, params) }).toString();
  if (call.method === 'GET') {
    return { method: 'GET', url: `${call.origin}${call.path}?${fields}`, headers: {}, body: null };
  }
  return {
    method: 'POST',
    url: `${call.origin}${call.path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
    body: fields,
  };
}

export function toLazadaTokenRefresh(
  app: LazadaApp,
  refresh: { readonly refreshToken: string; readonly timestampMs: number },
): OfficialRequest {
  return toLazadaRequest(app, {
    origin: LAZADA_AUTH_ORIGIN,
    method: 'POST',
    path: '/auth/token/refresh',
    params: { refresh_token: refresh.refreshToken },
    accessToken: null,
    timestampMs: refresh.timestampMs,
  });
}

/** A push must be answered within 500 ms. So it is verified and stored at once, and read later. */
export function isLazadaPush(
  app: LazadaApp,
  push: { readonly rawBody: Uint8Array; readonly authorization: string | null },
): boolean {
  return isSameHex(hmacHex(app.appSecret, app.appKey, push.rawBody), push.authorization);
}

const signedParams = (params: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).filter(([name, value]) => name !== 'sign' && value !== ''));
