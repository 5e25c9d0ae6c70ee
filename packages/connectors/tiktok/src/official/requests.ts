/** TikTok Shop Partner API: signatures, the renewal of tokens, and webhooks (facts 4.3). Timestamps are seconds. */
import { concatSorted, hmacHex, isSameHex, type OfficialRequest } from '@pasar/connector-kit';

export const TIKTOK_API_ORIGIN = 'https://open-api.tiktokglobalshop.com';
export const TIKTOK_AUTH_ORIGIN = 'https://auth.tiktok-shops.com';

export interface TikTokApp {
  readonly appKey: string;
  readonly appSecret: string;
}

export interface TikTokSigned {
  /** With its version, without a query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The characters that are sent; null without a body, and for multipart, whose body is not signed. */
  readonly body: string | null;
}

/** Lower-case hex over secret, path, sorted query without `sign` and `access_token`, body, secret. */
export function signTikTok(app: TikTokApp, { path, query, body }: TikTokSigned): string {
  const { sign: _sign, access_token: _token, ...signed } = query;
  return hmacHex(app.appSecret, app.appSecret, path, concatSorted(signed), body ?? '', app.appSecret);
}

export interface TikTokCall extends TikTokSigned {
  readonly origin: string;
  readonly method: 'GET' | 'POST';
  readonly accessToken: string;
  /** The shop of the call; null for calls about the seller. */
  readonly shopCipher: string | null;
  readonly timestamp: number;
}

/** JSON calls only. Uploads are signed by `signTikTok` with body null, and add their own body. */
export function toTikTokRequest(app: TikTokApp, call: TikTokCall): OfficialRequest {
  const query = {
    ...call.query,
    app_key: app.appKey,
    timestamp: `${call.timestamp}`,
    ...(call.shopCipher === null ? {} : { shop_cipher: call.shopCipher }),
  };
  const sign = signTikTok(app, { path: call.path, query, body: call.body });
  return {
    method: call.method,
    url: `${call.origin}${call.path}?${new URLSearchParams({ ...query, sign })}`,
    headers: { 'x-tts-access-token': call.accessToken, 'content-type': 'application/json' },
    body: call.body,
  };
}

/** Not signed: the platform wants the secret itself, in the address. */
export function toTikTokTokenRefresh(app: TikTokApp, refreshToken: string): OfficialRequest {
  const query = new URLSearchParams({
    app_key: app.appKey,
    app_secret: app.appSecret,
    refresh_token: refreshToken,
    grant_type: 'refresh_token',
  });
  return { method: 'GET', url: `${TIKTOK_AUTH_ORIGIN}/api/v2/token/refresh?${query}`, headers: {}, body: null };
}

/** Must be answered within 3 s. */
export function isTikTokWebhook(
  app: TikTokApp,
  webhook: { readonly rawBody: Uint8Array; readonly authorization: string | null },
): boolean {
  return isSameHex(hmacHex(app.appSecret, app.appKey, webhook.rawBody), webhook.authorization);
}
