/**
 * Seller centre calls: each carries SPC_CDS, and a sub-account's calls name the shop. When the session is gone, it logs
 * in once more.
 */
import type { ConnectorNotice, Outcome } from '@pasar/connector-kit';
import { type Country, LIMITS, type PlatformShopId } from '@pasar/domain';
import { isSessionGone } from '../calls/seller/envelope.ts';
import { MALL_CALLS } from '../calls/seller/mall.ts';
import { getShop, getShopInfo } from '../calls/seller/settings.ts';
import { failureOf } from '../wire/answer.ts';
import type { CallResult } from '../wire/http-call.ts';
import type { ShopeeLine } from '../wire/line.ts';
import type { MakeCall, ShopeeCall, ShopeeScope } from '../wire/scope.ts';

/** What this client needs of the keeper. An access means that the seller session held when the access was made. */
export interface SellerLogin<Access> {
  access(): Promise<Outcome<Access>>;
  /** A new login in place of a dead one. Callers that come during a login share it. */
  renew(dead: Access): Promise<Outcome<Access>>;
}
export interface SellerClientParts<Access> {
  /** The seller centre's line. */
  readonly line: ShopeeLine;
  /** The shop front of a country: the shops of a cross-border login are in several countries. */
  readonly mallLine: (country: Country) => ShopeeLine;
  readonly login: SellerLogin<Access>;
  /** The scope of one of the login's shops, once logged in; refused for a shop of another login. */
  readonly scopeOf: (shop: PlatformShopId) => Outcome<ShopeeScope>;
  readonly notify: (notice: ConnectorNotice) => void;
}

const MALL_KEYS: ReadonlySet<string> = new Set(MALL_CALLS.map(({ key }) => key));
/** Calls about the shop itself: login and shop calls have the shorter limit (spec 2 §9). */
const SHOP_KEYS: ReadonlySet<string> = new Set([getShop.key, getShopInfo.key]);

export class SellerClient<Access = unknown> {
  readonly #parts: SellerClientParts<Access>;

  constructor(parts: SellerClientParts<Access>) {
    this.#parts = parts;
  }

  now(): number {
    return this.#parts.line.bridge.clock.now();
  }

  /** A call about one of the login's shops. */
  async call<Params, Answer>(
    call: ShopeeCall<Params, Answer>,
    shop: PlatformShopId,
    params: Params,
  ): Promise<Outcome<Answer>> {
    const scope = await this.scope(shop);
    return scope.ok ? this.make(call, params, scope.value) : scope;
  }

  /** The shop's scope. Before the login has named its shops there is none. */
  async scope(shop: PlatformShopId): Promise<Outcome<ShopeeScope>> {
    const access = await this.#parts.login.access();
    return access.ok ? this.#parts.scopeOf(shop) : access;
  }

  readonly make: MakeCall = async (call, params, scope) => {
    const { login, notify } = this.#parts;
    const access = await login.access();
    if (!access.ok) return access;
    const first = await this.#request(call, params, scope);
    if (!isSessionGone(first)) return read(call, first, scope);
    const renewed = await login.renew(access.value);
    if (!renewed.ok) {
      if (!renewed.canRetry) notify({ notice: 'shop_login_expire' });
      return renewed;
    }
    // The call was refused before it did anything, so it may be repeated.
    const second = await this.#request(call, params, scope);
    if (isSessionGone(second)) notify({ notice: 'shop_login_expire' });
    return read(call, second, scope);
  };

  #request<Params, Answer>(call: ShopeeCall<Params, Answer>, params: Params, scope: ShopeeScope): Promise<CallResult> {
    const line = MALL_KEYS.has(call.key) ? this.#parts.mallLine(scope.country) : this.#parts.line;
    const wire = call.toWire(params, scope);
    return line.request({
      ...wire,
      query: { ...wire.query, ...line.cdsQuery(), ...shopQuery(scope) },
      repeat: call.repeat,
      timeoutMs: SHOP_KEYS.has(call.key) ? LIMITS.loginTimeoutMs : LIMITS.requestTimeoutMs,
      token: null,
    });
  }
}

/** A sub-account's calls name their shop, so that the marketplace's own current shop does not matter (facts 1.2). */
const shopQuery = ({ isSubAccount, shopId, country }: ShopeeScope): Readonly<Record<string, string>> =>
  isSubAccount ? { cnsc_shop_id: shopId, cbsc_shop_region: country.toLowerCase() } : {};

function read<Params, Answer>(
  call: ShopeeCall<Params, Answer>,
  result: CallResult,
  scope: ShopeeScope,
): Outcome<Answer> {
  return result.kind === 'failed' ? failureOf(result.error) : call.fromWire(result, scope);
}
