/**
 * Shopee Open Platform v2: signatures, the renewal of tokens, and pushes (facts 4.1). Timestamps are seconds and hold
 * for five minutes; ids are decimal strings.
 */
import { hmacHex, idDigits, isSameHex, type OfficialRequest } from '@pasar/connector-kit';

export interface ShopeeApp {
  /** For example `https://partner.shopeemobile.com`, without a slash at the end. */
  readonly origin: string;
  readonly partnerId: string;
  readonly partnerKey: string;
}
/** The owner of the data of a call: none, one shop, or a merchant (cross-border). */
export type ShopeeScope =
  | { readonly kind: 'public' }
  | { readonly kind: 'shop'; readonly accessToken: string; readonly shopId: string }
  | { readonly kind: 'merchant'; readonly accessToken: string; readonly merchantId: string };

/**
 * Lower-case hex over partner id, path, timestamp and, if the call has an owner, token and owner. No query, no body.
 */
export function signShopee(app: ShopeeApp, path: string, timestamp: number, scope: ShopeeScope): string {
  return hmacHex(app.partnerKey, `${app.partnerId}${path}${timestamp}`, ...ownerOf(scope));
}

export interface ShopeeCall {
  readonly method: 'GET' | 'POST';
  /** From `/api/v2/`, without a query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** JSON text, for POST. */
  readonly body: string | null;
  readonly scope: ShopeeScope;
  readonly timestamp: number;
}

export function toShopeeRequest(app: ShopeeApp, call: ShopeeCall): OfficialRequest {
  const query = new URLSearchParams({
    ...call.query,
    partner_id: app.partnerId,
    timestamp: `${call.timestamp}`,
    ...scopeQuery(call.scope),
    sign: signShopee(app, call.path, call.timestamp, call.scope),
  });
  return {
    method: call.method,
    url: `${app.origin}${call.path}?${query}`,
    headers: call.body === null ? {} : { 'content-type': 'application/json' },
    body: call.body,
  };
}

export type ShopeeTokenOwner =
  | { readonly kind: 'shop'; readonly shopId: string }
  | { readonly kind: 'merchant'; readonly merchantId: string };

/** The refresh token works once; the answer has the next token, which lives 30 days. */
export function toShopeeTokenRefresh(
  app: ShopeeApp,
  refresh: { readonly refreshToken: string; readonly owner: ShopeeTokenOwner; readonly timestamp: number },
): OfficialRequest {
  const { owner, refreshToken, timestamp } = refresh;
  const ownerField =
    owner.kind === 'shop' ? `"shop_id":${idDigits(owner.shopId)}` : `"merchant_id":${idDigits(owner.merchantId)}`;
  return toShopeeRequest(app, {
    method: 'POST',
    path: '/api/v2/auth/access_token/get',
    query: {},
    // Written by hand, because the ids are JSON numbers longer than JavaScript's.
    body: `{"refresh_token":${JSON.stringify(refreshToken)},"partner_id":${idDigits(app.partnerId)},${ownerField}}`,
    scope: { kind: 'public' },
    timestamp,
  });
}

/** `callbackUrl` is the address to which the push was sent, exactly as in the partner's console. */
export function isShopeePush(
  app: ShopeeApp,
  push: { readonly callbackUrl: string; readonly rawBody: Uint8Array; readonly authorization: string | null },
): boolean {
  return isSameHex(hmacHex(app.partnerKey, push.callbackUrl, '|', push.rawBody), push.authorization);
}

function ownerOf(scope: ShopeeScope): readonly string[] {
  switch (scope.kind) {
    case 'public':
      return [];
    case 'shop':
      return [scope.accessToken, scope.shopId];
    case 'merchant':
      return [scope.accessToken, scope.merchantId];
  }
}

function scopeQuery(scope: ShopeeScope): Record<string, string> {
  switch (scope.kind) {
    case 'public':
      return {};
    case 'shop':
      return { access_token: scope.accessToken, shop_id: scope.shopId };
    case 'merchant':
      return { access_token: scope.accessToken, merchant_id: scope.merchantId };
  }
}
