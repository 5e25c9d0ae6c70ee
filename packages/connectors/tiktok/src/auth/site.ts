/**
 * The request layer of one login's seller, chat and affiliate pages: cookies from the bridge's jar, the shop, and a
 * CSRF token for each POST. When a call finds the session over, it signs in and makes the call once more.
 */
import { type CallKey, type Outcome, UPLOAD_TIMEOUT_MS, type WireAnswer } from '@pasar/connector-kit';
import { isSessionOver, LIMITS } from '@pasar/domain';
import { uploadImageCall } from '../calls/media.ts';
import { sellerCommonCall } from '../calls/shop.ts';
import { AFFILIATE_AID, PIGEON_BIZ_TYPE, SITE_AID } from '../wire/config.ts';
import { isCsrfRefused } from '../wire/envelope.ts';
import type { TiktokHosts } from '../wire/hosts.ts';
import { type Failed, unlucky } from '../wire/outcome.ts';
import type { ShopOnSite, SiteCall, TiktokScope } from '../wire/scope.ts';
import { type Line, sendWire } from '../wire/send-wire.ts';
import type { Csrf } from './csrf.ts';
import type { SignIn } from './sign-in.ts';

export interface SellerSite {
  readonly origin: string;
  make<Params, Answer>(
    call: SiteCall<Params, Answer> & { readonly key?: CallKey },
    shop: ShopOnSite | null,
    params: Params,
  ): Promise<Outcome<Answer>>;
}
export interface SiteOptions {
  readonly line: Line;
  readonly hosts: TiktokHosts;
  readonly country: TiktokScope['country'];
  readonly signIn: SignIn;
  /** One for each host that takes POSTs. */
  readonly csrf: Readonly<Record<'seller' | 'affiliate', Csrf>>;
}
type AnyCall = SiteCall<never, unknown> & { readonly key?: CallKey };

/** Spec 2 §9: shop calls 5 s, everything else 10 s; uploads (our choice). */
const TIMEOUTS: ReadonlyMap<CallKey | undefined, number> = new Map([
  [sellerCommonCall.key, LIMITS.loginTimeoutMs],
  [uploadImageCall.key, UPLOAD_TIMEOUT_MS],
]);
const siteOf = ({ key }: AnyCall): 'seller' | 'affiliate' =>
  key?.startsWith('tiktok-affiliate ') === true ? 'affiliate' : 'seller';

export function createSellerSite(options: SiteOptions): SellerSite {
  const { hosts, signIn } = options;
  const make: SellerSite['make'] = async (call, shop, params) => {
    const { generation } = signIn;
    const answer = await ask(options, call, shop, params);
    if (answer.ok || !isSessionOver(answer.refusal.reason)) return answer;
    const renewed = await signIn.renew(generation);
    if (!renewed.ok) {
      options.line.notify({ notice: 'shop_login_expire' });
      return renewed;
    }
    // The tokens belonged to the session that is over.
    options.csrf.seller.forget();
    options.csrf.affiliate.forget();
    return ask(options, call, shop, params);
  };
  return { origin: hosts.seller, make };
}

async function ask<Params, Answer>(
  options: SiteOptions,
  call: SiteCall<Params, Answer> & { readonly key?: CallKey },
  shop: ShopOnSite | null,
  params: Params,
): Promise<Outcome<Answer>> {
  const scope: TiktokScope = { country: options.country, isGlobal: options.hosts.isGlobal, shop };
  const csrf = options.csrf[siteOf(call)];
  for (let attempt = 0; ; attempt += 1) {
    const answer = await send(options, call, params, scope, csrf);
    if ('ok' in answer) return answer;
    if (!isCsrfRefused(answer)) return call.fromWire(answer, scope);
    // The token may have died early: fetch a new one, once.
    csrf.forget();
    if (attempt > 0) return unlucky('marketplace_error', 'csrf token refused');
  }
}

async function send<Params, Answer>(
  { line, hosts }: SiteOptions,
  call: SiteCall<Params, Answer> & { readonly key?: CallKey },
  params: Params,
  scope: TiktokScope,
  csrf: Csrf,
): Promise<WireAnswer | Failed> {
  const wire = call.toWire(params, scope);
  const token = wire.method === 'POST' ? await csrf.token(wire.path) : null;
  if (token !== null && !token.ok) return token;
  const site = siteOf(call);
  return sendWire(line, {
    call: wire,
    repeat: call.repeat,
    origin: hosts[site],
    query: site === 'affiliate' ? affiliateQuery(scope) : siteQuery(wire.method, scope),
    headers: {
      ...(wire.method === 'HEAD' ? {} : { accept: 'application/json, text/plain, */*' }),
      ...(scope.shop === null ? {} : { 'x-tt-oec-region': scope.shop.region }),
      ...(token === null ? {} : { 'x-csrf-token': token.value }),
    },
    timeoutMs: TIMEOUTS.get(call.key) ?? LIMITS.requestTimeoutMs,
  });
}

/** Facts 3.1. A HEAD requests a token of the page, for no shop. */
const siteQuery = (method: string, { shop }: TiktokScope): Readonly<Record<string, string>> =>
  method === 'HEAD'
    ? {}
    : {
        PIGEON_BIZ_TYPE,
        aid: SITE_AID,
        ...(shop === null ? {} : { oec_region: shop.region, oec_seller_id: shop.shopId }),
      };

/** Seen at the affiliate pages. */
const affiliateQuery = ({ shop }: TiktokScope): Readonly<Record<string, string>> => ({
  user_language: 'en',
  aid: AFFILIATE_AID,
  app_name: 'i18n_ecom_alliance',
  device_platform: 'web',
  ...(shop === null ? {} : { shop_region: shop.region, oec_seller_id: shop.shopId }),
});
