/** The login family's calls of one login: at a shop's site, or at the cross-border centre (facts 1.2). */
import type { Challenge, Credentials, Outcome } from '@pasar/connector-kit';
import { isUnexplained, type ReasonCode, refusal } from '@pasar/domain';
import { identifierKind, type LoginProof } from '../calls/credentials.ts';
import { passwordLogin, sessionCheck } from '../calls/login.ts';
import {
  getMerchantList,
  getMerchantShopList,
  getOrSetShop,
  getSession,
  type SellerShop,
  shopInfo,
  subaccountLogin,
  switchMerchant,
  switchMerchantShop,
  userInfo,
} from '../calls/subaccount.ts';
import { failureOf, type Refused } from '../wire/answer.ts';
import type { ShopeeLine } from '../wire/line.ts';
import type { LoginClient } from '../wire/login-client.ts';
import type { ShopeeCall, ShopeeScope } from '../wire/scope.ts';
import { challengeOf } from './challenges.ts';

/** More pages than a merchant has (our choice). A list that does not end is refused instead of read forever. */
const MOST_SHOP_PAGES = 20;

/**
 * How often a switch is made until the marketplace confirms it (our choice). Another program may switch the same login
 * in between.
 */
const MOST_SWITCHES = 3;

async function againWhileRefused<Value>(run: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await run();
    if (outcome.ok || outcome.canRetry || tries === MOST_SWITCHES || !isSwitchRefusal(outcome.refusal.reason))
      return outcome;
  }
}
/** A switch that was undone before it was confirmed: refused by Pasar or by the marketplace. */
const isSwitchRefusal = (reason: ReasonCode): boolean => reason === 'switch_shop_failed' || isUnexplained(reason);

export type PasswordOutcome =
  | { readonly ok: true; readonly value: null }
  | (Refused & { readonly challenge: Challenge | null });

const refused = (reason: ReasonCode, detail: string): Refused => ({
  ok: false,
  refusal: refusal(reason, detail),
  canRetry: false,
});

export class SellerSite {
  readonly #client: LoginClient;
  readonly #line: ShopeeLine;
  readonly #scope: ShopeeScope;
  /** The sub-account's own id, from its session. Without it no shop can be switched to. */
  #accountId: string | null = null;

  constructor(client: LoginClient, line: ShopeeLine, scope: ShopeeScope) {
    this.#client = client;
    this.#line = line;
    this.#scope = scope;
  }

  get accountId(): string | null {
    return this.#accountId;
  }

  /** Whether the cookies in the jar still open the seller centre; a refusal when the site does not tell. */
  async hasSession(): Promise<Outcome<boolean>> {
    if (!this.#scope.isSubAccount) return this.#make(sessionCheck, null);
    const session = await this.#make(getSession, null);
    if (!session.ok) return session;
    this.#accountId = session.value?.accountId ?? null;
    return { ok: true, value: session.value !== null };
  }

  async logIn(credentials: Credentials, proof: LoginProof): Promise<PasswordOutcome> {
    const call = this.#scope.isSubAccount ? subaccountLogin : passwordLogin;
    const result = await this.#client.exchange(call, { credentials, proof }, this.#scope);
    if (result.kind === 'failed') return withoutChallenge(failureOf(result.error));
    const loggedIn = call.fromWire(result, this.#scope);
    if (!loggedIn.ok) {
      const challenge = loggedIn.canRetry
        ? null
        : await challengeOf(result.json, this.#line.origin, this.#client, this.#scope);
      return { ...loggedIn, challenge };
    }
    const isRefused = !this.#scope.isSubAccount && (await this.#isMerchant(credentials, loggedIn.value.isMerchant));
    if (typeof isRefused !== 'boolean') return isRefused;
    if (!isRefused) return { ok: true, value: null };
    return withoutChallenge(refused('merchant_account_site_login', credentials.country));
  }

  /** Every shop of every merchant of the cross-border sub-account. */
  async fetchMerchantShops(): Promise<Outcome<readonly SellerShop[]>> {
    if (this.#accountId === null) {
      const session = await this.hasSession();
      if (!session.ok) return session;
    }
    const merchants = await this.#make(getMerchantList, null);
    if (!merchants.ok) return merchants;
    const shops: SellerShop[] = [];
    for (const { merchantId } of merchants.value.items) {
      const own = await this.#fetchShopsOf(merchantId);
      if (!own.ok) return own;
      shops.push(...own.value);
    }
    return { ok: true, value: shops };
  }

  /** Switches merchant and shop, then asks the marketplace to confirm both (spec 2 §4). */
  async switchShop({ shopId, userId, merchantId, region }: SellerShop): Promise<Outcome<null>> {
    if (this.#accountId === null || userId === null || merchantId === null) {
      const missing = Object.entries({ account: this.#accountId, user: userId, merchant: merchantId });
      const names = missing.flatMap(([name, id]) => (id === null ? [name] : []));
      return refused('switch_shop_parameters_missing', `shop ${shopId} without ${names.join(', ')}`);
    }
    return againWhileRefused(async () => {
      const merchant = await this.#make(switchMerchant, { merchantId });
      if (!merchant.ok) return merchant;
      const shop = await this.#make(switchMerchantShop, { shopId, region });
      if (!shop.ok) return shop;
      const confirmed = await this.#make(getOrSetShop, { shopId, merchantId });
      if (!confirmed.ok) return confirmed;
      if (confirmed.value.shopId === shopId) return { ok: true, value: null };
      return refused('switch_shop_failed', `the current shop is ${confirmed.value.shopId}`);
    });
  }

  /**
   * The shops of one merchant. Counts only if that merchant is still the current one afterwards, because the list need
   * not name it.
   */
  async #fetchShopsOf(merchantId: string): Promise<Outcome<readonly SellerShop[]>> {
    return againWhileRefused(async () => {
      const switched = await this.#make(switchMerchant, { merchantId });
      if (!switched.ok) return switched;
      const own = await this.#fetchShops(merchantId);
      if (!own.ok) return own;
      const session = await this.#make(getSession, null);
      if (!session.ok) return session;
      const current = session.value?.currentMerchantId ?? null;
      const isForeign = own.value.some((shop) => shop.merchantId !== merchantId);
      if (!isForeign && (current === null || current === merchantId)) return own;
      return refused('switch_shop_failed', `the current merchant is not ${merchantId}`);
    });
  }

  async #fetchShops(merchantId: string): Promise<Outcome<readonly SellerShop[]>> {
    const shops: SellerShop[] = [];
    for (let page = 1; page <= MOST_SHOP_PAGES; page += 1) {
      const rows = await this.#make(getMerchantShopList, { page });
      if (!rows.ok) return rows;
      shops.push(...rows.value.items.map((shop) => ({ ...shop, merchantId: shop.merchantId ?? merchantId })));
      if (rows.value.next === null) break;
    }
    return { ok: true, value: shops };
  }

  /** Asks whether a local sub-account is a merchant's; a shop account's login answer tells it. */
  async #isMerchant(credentials: Credentials, isToldSo: boolean): Promise<boolean | PasswordOutcome> {
    if (isToldSo || identifierKind(credentials) !== 'subaccount') return isToldSo;
    const info = await this.#make(userInfo, null);
    if (!info.ok) return withoutChallenge(info);
    if (info.value.isMerchant) return true;
    const shop = await this.#make(shopInfo, null);
    return shop.ok ? false : withoutChallenge(shop);
  }

  #make<Params, Answer>(call: ShopeeCall<Params, Answer>, params: Params): Promise<Outcome<Answer>> {
    return this.#client.make(call, params, this.#scope);
  }
}

const withoutChallenge = (outcome: Refused): PasswordOutcome => ({ ...outcome, challenge: null });
