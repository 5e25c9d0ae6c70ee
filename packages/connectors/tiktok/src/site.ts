/** The seller site's JSON calls of one login: cookies from the bridge's jar, CSRF where a call changes something. */
import type { Bridge, HttpBody, HttpResponse } from '@pasar/bridge';
import type { Outcome } from '@pasar/connector-kit';
import { LIMITS } from '@pasar/domain';
import type { z } from 'zod';
import { type Csrf, createCsrf } from './auth/csrf.ts';
import { PIGEON_BIZ_TYPE, SITE_AID } from './config.ts';
import { readEnvelope, type SiteAnswer } from './inbound/envelope.ts';
import { withOneRetry } from './limits/retry.ts';
import { unlucky } from './outcome.ts';

/** The shop a call is about; null for a call about the login. */
export interface ShopOnSite {
  readonly shopId: string;
  readonly region: string;
}
export interface SellerSite {
  readonly origin: string;
  get<Value>(path: string, shop: ShopOnSite | null, query: Query, data: z.ZodType<Value>): Promise<Outcome<Value>>;
  /** Idempotent posts only: it may be made twice. */
  post<Value>(path: string, shop: ShopOnSite | null, body: unknown, data: z.ZodType<Value>): Promise<Outcome<Value>>;
}
export type Query = Readonly<Record<string, string>>;

export function createSellerSite(bridge: Bridge, origin: string): SellerSite {
  const csrf = createCsrf(bridge, origin);
  return {
    origin,
    get: async (path, shop, query, data) => {
      const url = siteUrl(origin, path, shop, query);
      const response = await withOneRetry(() => request(bridge, 'GET', url, shop, {}, { type: 'none' }));
      return 'ok' in response ? response : settled(readEnvelope(response, data));
    },
    post: async (path, shop, body, data) => {
      const first = await postOnce(bridge, origin, csrf, path, shop, body, data);
      if (first !== 'csrf') return first;
      // the token may have died before its life was over: a new one, once
      csrf.forget();
      return settled(await postOnce(bridge, origin, csrf, path, shop, body, data));
    },
  };
}

const settled = <Value>(answer: SiteAnswer<Value>): Outcome<Value> =>
  answer === 'csrf' ? unlucky('marketplace_error', 'csrf token refused') : answer;

async function postOnce<Value>(
  bridge: Bridge,
  origin: string,
  csrf: Csrf,
  path: string,
  shop: ShopOnSite | null,
  body: unknown,
  data: z.ZodType<Value>,
): Promise<SiteAnswer<Value>> {
  const token = await csrf.token(path);
  if (!token.ok) return token;
  const url = siteUrl(origin, path, shop, {});
  const headers = { 'x-csrf-token': token.value };
  const response = await withOneRetry(() =>
    request(bridge, 'POST', url, shop, headers, { type: 'json', value: body }),
  );
  return 'ok' in response ? response : readEnvelope(response, data);
}

function siteUrl(origin: string, path: string, shop: ShopOnSite | null, query: Query): string {
  const params = new URLSearchParams({ PIGEON_BIZ_TYPE, aid: SITE_AID });
  if (shop !== null) {
    params.set('oec_region', shop.region);
    params.set('oec_seller_id', shop.shopId);
  }
  for (const [key, value] of Object.entries(query)) params.set(key, value);
  return `${origin}${path}?${params}`;
}

const request = (
  bridge: Bridge,
  method: 'GET' | 'POST',
  url: string,
  shop: ShopOnSite | null,
  headers: Readonly<Record<string, string>>,
  body: HttpBody,
): Promise<HttpResponse> =>
  bridge.http.request({
    method,
    url,
    headers: {
      accept: 'application/json, text/plain, */*',
      ...(shop === null ? {} : { 'x-tt-oec-region': shop.region }),
      ...headers,
    },
    body,
    timeoutMs: LIMITS.requestTimeoutMs,
  });
