/** Keeps one login usable: stored cookies first, then the password, then the chat token on top (spec 2 §4). */
import type { Challenge, ConnectionContext, ConnectorNotice, Outcome, Pauses } from '@pasar/connector-kit';
import { COUNTRIES, type Country, isSessionOver, refusal } from '@pasar/domain';
import { z } from 'zod';
import { identifierKind } from '../calls/credentials.ts';
import { vcodeResend } from '../calls/login.ts';
import type { SellerShop } from '../calls/subaccount.ts';
import type { Refused } from '../wire/answer.ts';
import type { ShopeeLine } from '../wire/line.ts';
import { LoginClient } from '../wire/login-client.ts';
import type { ShopeeOrigins } from '../wire/origins.ts';
import type { ShopeeScope } from '../wire/scope.ts';
import { codeOf, proofOf, resentChallenge, signInChallenge } from './challenges.ts';
import { type ChatAccess, logInToChat } from './chat-login.ts';
import { CurrentShop } from './current-shop.ts';
import { SellerSite } from './seller-site.ts';

export interface KeeperParts {
  readonly context: Pick<
    ConnectionContext,
    'bridge' | 'credentials' | 'saveSession' | 'storedSession' | 'answer' | 'mayUsePassword'
  > & {
    readonly notify: (notice: ConnectorNotice) => void;
  };
  readonly line: ShopeeLine;
  readonly pauses: Pauses;
  readonly origins: Pick<ShopeeOrigins, 'imageOrigin'>;
  /** A login that is in use already; null for a login that starts now. */
  readonly inUse: { readonly access: ChatAccess; readonly shops: readonly SellerShop[] } | null;
}

const countrySchema = z.enum(COUNTRIES);
/** Ours: the shop id in calls of the login itself, which have no shop. */
const NO_SHOP = '0';

export class LoginKeeper {
  readonly client: LoginClient;
  readonly #parts: KeeperParts;
  readonly #site: SellerSite;
  readonly #currentShop: CurrentShop;
  #access: ChatAccess | null;
  /** From the last access. It does not change with the token. */
  #uid: string;
  #shops: readonly SellerShop[];
  #renewing: Promise<Outcome<ChatAccess>> | null = null;
  /** A refusal that only a person can lift. Another attempt would get the account locked. */
  #verdict: Refused | null = null;
  #challenge: Challenge | null = null;
  /** Whether this login has ever held. */
  #wasLoggedIn: boolean;
  #isExpiryTold = false;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    this.#access = parts.inUse?.access ?? null;
    this.#uid = parts.inUse?.access.uid ?? '';
    this.#shops = parts.inUse?.shops ?? [];
    this.#wasLoggedIn = parts.inUse !== null || parts.context.storedSession !== null;
    this.client = new LoginClient(parts.line, () => this.tellExpired());
    this.#site = new SellerSite(this.client, parts.line, this.loginScope);
    this.#currentShop = new CurrentShop(this.#site);
  }

  /** The login's shops; known after the first access. */
  get shops(): readonly SellerShop[] {
    return this.#shops;
  }
  /** The challenge of the refused login. */
  get challenge(): Challenge | null {
    return this.#challenge;
  }
  /** The cross-border sub-account's own id (spec 2 §3); null for a shop account. */
  get accountId(): string | null {
    return this.#site.accountId;
  }
  get isSubAccount(): boolean {
    return this.#parts.context.credentials.country === 'CNSC';
  }
  /**
   * Whether the login is a sub-account's, known once logged in: a cross-border one, or a local one. A local one has a
   * colon in the identifier (spec 2 §5) or, if it logs in by e-mail, a chat id that says so (spec 2 §7.1).
   */
  get isSubAccountUser(): boolean {
    const { credentials } = this.#parts.context;
    return this.isSubAccount || identifierKind(credentials) === 'subaccount' || this.#uid.startsWith('1-');
  }

  /** The scope of the login family's calls. */
  get loginScope(): ShopeeScope {
    return this.#scope(null);
  }
  /** The scope of a call about a shop, once logged in. Null takes the login's first shop. */
  scopeOf(shopId: string | null): ShopeeScope {
    const shop = shopId === null ? this.#shops[0] : this.#shops.find((each) => each.shopId === shopId);
    const scope = this.#scope(shop ?? null);
    return shopId === null ? scope : { ...scope, shopId };
  }

  /** The same, but refused for a shop of another login, because such a shop has no user here (spec 2 §8). */
  ownScopeOf(shopId: string): Outcome<ShopeeScope> {
    return this.#shops.some((shop) => shop.shopId === shopId)
      ? { ok: true, value: this.scopeOf(shopId) }
      : { ok: false, refusal: refusal('shop_not_in_software', `shop ${shopId}`), canRetry: false };
  }

  /** The current access, or a new one. Callers that come during a login share it. */
  async access(): Promise<Outcome<ChatAccess>> {
    const access = this.#access;
    if (access === null) return this.renew(null);
    if (access.renewAt === null || this.#parts.context.bridge.clock.now() < access.renewAt)
      return { ok: true, value: access };
    const renewed = await this.renew(access);
    // The token is renewed ahead of time. If the marketplace cannot be reached, the old token may still hold.
    return renewed.ok || !renewed.canRetry ? renewed : { ok: true, value: access };
  }

  /** A new access in place of a dead one. A caller that comes late gets the new one. */
  renew(dead: ChatAccess | null): Promise<Outcome<ChatAccess>> {
    if (this.#verdict !== null) return Promise.resolve(this.#verdict);
    if (this.#access !== null && this.#access !== dead) return Promise.resolve({ ok: true, value: this.#access });
    this.#access = null;
    this.#renewing ??= this.#logIn().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  /** Makes the next call log in first. */
  forget(dead: ChatAccess): void {
    if (this.#access === dead) this.#access = null;
  }

  async resendCode(continuation: string): Promise<Outcome<Challenge>> {
    const code = codeOf(continuation);
    if (!code.ok) return code;
    const params = { credentials: this.#parts.context.credentials, channel: code.value.channel };
    const sent = await this.client.make(vcodeResend, params, this.loginScope);
    return sent.ok ? { ok: true, value: resentChallenge(code.value, sent.value.resendAfterMs) } : sent;
  }

  /** Tells the end of the login, once for each time that the login was lost. */
  tellExpired(): void {
    if (this.#isExpiryTold) return;
    this.#isExpiryTold = true;
    this.#parts.context.notify({ notice: 'shop_login_expire' });
  }

  #scope(shop: SellerShop | null): ShopeeScope {
    const { credentials } = this.#parts.context;
    const region = countrySchema.safeParse(shop?.region.toUpperCase());
    const country: Country = region.success ? region.data : credentials.country;
    return {
      uid: this.#uid,
      isSubAccount: this.isSubAccount,
      shopId: shop?.shopId ?? NO_SHOP,
      userId: shop?.userId ?? null,
      country,
      imageOrigin: this.#parts.origins.imageOrigin(country),
    };
  }

  async #logIn(): Promise<Outcome<ChatAccess>> {
    this.#challenge = null;
    const hasSession = await this.#site.hasSession();
    if (!hasSession.ok) return hasSession;
    if (hasSession.value) {
      const opened = await this.#openChat();
      // The seller centre takes the cookies and the chat does not: only a new login helps.
      if (opened.ok || !isSessionOver(opened.refusal.reason)) return opened;
    }
    const loggedIn = await this.#logInWithPassword();
    if (!loggedIn.ok && !loggedIn.canRetry) {
      this.#verdict = loggedIn;
      // There was a session, and it does not come back without a person (spec 2 §4).
      if (this.#wasLoggedIn) this.tellExpired();
    }
    return loggedIn;
  }

  async #logInWithPassword(): Promise<Outcome<ChatAccess>> {
    const { credentials, answer, saveSession, bridge, mayUsePassword } = this.#parts.context;
    // A password would only bring another code, which no person reads (spec 2 §4).
    if (!mayUsePassword) return { ok: false, refusal: refusal('verification_needed'), canRetry: false };
    const loggedIn = await this.#site.logIn(credentials, proofOf(answer));
    if (!loggedIn.ok) {
      this.#challenge = loggedIn.challenge;
      return loggedIn;
    }
    await saveSession(bridge.cookies.serialize());
    return this.#openChat();
  }

  async #openChat(): Promise<Outcome<ChatAccess>> {
    const opened = this.isSubAccount ? await this.#openMerchantChat() : await this.#chatLogin();
    if (!opened.ok) return opened;
    this.#access = opened.value;
    this.#uid = opened.value.uid;
    this.#wasLoggedIn = true;
    this.#isExpiryTold = false;
    if (!this.isSubAccount) this.#shops = [{ ...opened.value.shop, merchantId: null, isCb: false }];
    return opened;
  }

  async #openMerchantChat(): Promise<Outcome<ChatAccess>> {
    const shops = await this.#currentShop.alone(() => this.#site.fetchMerchantShops());
    if (!shops.ok) return shops;
    this.#shops = shops.value;
    // A shop without one of its ids does not keep the other shops from being served.
    const current = shops.value.find((shop) => shop.userId !== null && shop.merchantId !== null) ?? shops.value[0];
    if (current === undefined) {
      return { ok: false, refusal: refusal('no_shops'), canRetry: false };
    }
    const opened = await this.#currentShop.run(current, () => this.#chatLogin());
    if (!opened.ok || opened.value.shop.shopId === current.shopId) return opened;
    // Another program switched the login's current shop in between. The next attempt may match.
    const words = `the chat was opened for shop ${opened.value.shop.shopId}, not ${current.shopId}`;
    return { ok: false, refusal: refusal('not_matched', words), canRetry: true };
  }

  async #chatLogin(): Promise<Outcome<ChatAccess>> {
    const { context, pauses, line } = this.#parts;
    const opened = await logInToChat(this.client, pauses, this.loginScope, () => context.bridge.clock.now());
    if (!opened.ok && opened.refusal.reason === 'identity_check_needed') {
      this.#challenge = signInChallenge(line.origin);
    }
    return opened;
  }
}
