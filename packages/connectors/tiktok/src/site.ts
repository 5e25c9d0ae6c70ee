/**
 * The seller site's JSON calls of one login: cookies from the bridge's jar, CSRF where a call changes something. A call
 * that finds the session over signs in and is made again, once.
 */
import type { Bridge, HttpBody, HttpResponse } from '@pasar/bridge';
import type { Outcome } from '@pasar/connector-kit';
import { LIMITS } from '@pasar/domain';
import type { z } from 'zod';
import { type Csrf, createCsrf } from './auth/csrf.ts';
import type { SignIn } from './auth/sign-in.ts';
import { PIGEON_BIZ_TYPE, SITE_AID } from './config.ts';
import { readEnvelope, type SiteAnswer } from './inbound/envelope.ts';
import { withOneRetry, withPatience } from './limits/retry.ts';
import { unlucky } from './outcome.ts';

/** The shop a call is about; null for a call about the login. */
interface ShopOnSite {
  readonly shopId: string;
  readonly region: string;
}
export interface SellerSite {
  readonly origin: string;
  get<Value>(path: string, shop: ShopOnSite | null, query: Query, data: z.ZodType<Value>): Promise<Outcome<Value>>;
  /** Idempotent posts only: it may be made more than once. */
  post<Value>(path: string, shop: ShopOnSite | null, body: unknown, data: z.ZodType<Value>): Promise<Outcome<Value>>;
}
type Query = Readonly<Record<string, string>>;

interface Call<Value> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly shop: ShopOnSite | null;
  readonly query: Query;
  readonly body: HttpBody;
  readonly data: z.ZodType<Value>;
}

export function createSellerSite(bridge: Bridge, origin: string, signIn: SignIn): SellerSite {
  const csrf = createCsrf(bridge, origin);
  const make = async <Value>(call: Call<Value>): Promise<Outcome<Value>> => {
    const attempt = (): Promise<Outcome<Value>> => withPatience(bridge.clock, () => ask(bridge, origin, csrf, call));
    const { generation } = signIn;
    const answer = await attempt();
    if (answer.ok || answer.refusal.reason !== 'shop_login_expired') return answer;
    const renewed = await signIn.renew(generation);
    if (!renewed.ok) return renewed;
    csrf.forget(); // it belonged to the session that is over
    return attempt();
  };
  return {
    origin,
    get: (path, shop, query, data) => make({ method: 'GET', path, shop, query, body: { type: 'none' }, data }),
    post: (path, shop, body, data) =>
      make({ method: 'POST', path, shop, query: {}, body: { type: 'json', value: body }, data }),
  };
}

async function ask<Value>(bridge: Bridge, origin: string, csrf: Csrf, call: Call<Value>): Promise<Outcome<Value>> {
  const first = await askOnce(bridge, origin, csrf, call);
  if (first !== 'csrf') return first;
  // the token may have died before its life was over: a new one, once
  csrf.forget();
  const second = await askOnce(bridge, origin, csrf, call);
  return second === 'csrf' ? unlucky('marketplace_error', 'csrf token refused') : second;
}

async function askOnce<Value>(
  bridge: Bridge,
  origin: string,
  csrf: Csrf,
  call: Call<Value>,
): Promise<SiteAnswer<Value>> {
  const token = call.method === 'POST' ? await csrf.token(call.path) : null;
  if (token !== null && !token.ok) return token;
  const response = await withOneRetry(() => request(bridge, origin, call, token?.value ?? null));
  return 'ok' in response ? response : readEnvelope(response, call.data);
}

const request = (
  bridge: Bridge,
  origin: string,
  { method, path, shop, query, body }: Call<unknown>,
  csrfToken: string | null,
): Promise<HttpResponse> => {
  const params = new URLSearchParams({ PIGEON_BIZ_TYPE, aid: SITE_AID });
  if (shop !== null) {
    params.set('oec_region', shop.region);
    params.set('oec_seller_id', shop.shopId);
  }
  for (const [key, value] of Object.entries(query)) params.set(key, value);
  return bridge.http.request({
    method,
    url: `${origin}${path}?${params}`,
    headers: {
      accept: 'application/json, text/plain, */*',
      ...(shop === null ? {} : { 'x-tt-oec-region': shop.region }),
      ...(csrfToken === null ? {} : { 'x-csrf-token': csrfToken }),
    },
    body,
    timeoutMs: LIMITS.requestTimeoutMs,
  });
};
