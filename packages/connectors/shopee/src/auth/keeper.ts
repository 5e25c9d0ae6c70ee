/** Keeps one login usable: stored cookies first, then the password, then the chat token on top (spec 2 §4). */
import type { ConnectionContext, Outcome } from '@pasar/connector-kit';
import type { Pauses } from '../limits/wait.ts';
import { type ChatAccess, logInToChat } from './chat-login.ts';
import { CurrentShop } from './current-shop.ts';
import { type SellerShop, SellerSite } from './seller-site.ts';

export class LoginKeeper {
  readonly #context: ConnectionContext;
  readonly #pauses: Pauses;
  readonly #origin: string;
  readonly #site: SellerSite;
  readonly #currentShop: CurrentShop;
  #access: ChatAccess | null = null;
  #shops: readonly SellerShop[] = [];
  #renewing: Promise<Outcome<ChatAccess>> | null = null;
  /** A refusal that only a person can lift: asking the marketplace again would get the account locked. */
  #verdict: Outcome<never> | null = null;

  constructor(context: ConnectionContext, pauses: Pauses, origin: string) {
    this.#context = context;
    this.#pauses = pauses;
    this.#origin = origin;
    this.#site = new SellerSite(context.bridge, pauses, origin, this.#isCnsc);
    this.#currentShop = new CurrentShop(this.#site);
  }

  get #isCnsc(): boolean {
    return this.#context.credentials.country === 'CNSC';
  }
  /** The login's shops; known after the first access. */
  get shops(): readonly SellerShop[] {
    return this.#shops;
  }

  /** The access in hand, or a new one. Many callers share one login under way. */
  async access(): Promise<Outcome<ChatAccess>> {
    const access = this.#access;
    if (access === null) return this.renew(null);
    if (access.renewAt === null || this.#context.bridge.clock.now() < access.renewAt)
      return { ok: true, value: access };
    const renewed = await this.renew(access);
    // Renewed ahead of time: while the marketplace cannot be asked, the old token may still do.
    return renewed.ok || !renewed.canRetry ? renewed : { ok: true, value: access };
  }

  /** A new access in place of one that the marketplace no longer takes; whoever comes late gets the new one. */
  renew(dead: ChatAccess | null): Promise<Outcome<ChatAccess>> {
    if (this.#verdict !== null) return Promise.resolve(this.#verdict);
    if (this.#access !== null && this.#access !== dead) return Promise.resolve({ ok: true, value: this.#access });
    this.#access = null;
    this.#renewing ??= this.#logIn().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  /** The next call logs in first. */
  forget(dead: ChatAccess): void {
    if (this.#access === dead) this.#access = null;
  }

  async #logIn(): Promise<Outcome<ChatAccess>> {
    const hasSession = await this.#site.hasSession();
    if (!hasSession.ok) return hasSession;
    if (hasSession.value) {
      const opened = await this.#openChat();
      // Cookies that the seller centre takes and the chat does not: only a new login helps.
      if (opened.ok || opened.refusal.reason !== 'shop_login_expired') return opened;
    }
    const loggedIn = await this.#logInWithPassword();
    if (!loggedIn.ok && !loggedIn.canRetry) this.#verdict = loggedIn;
    return loggedIn;
  }

  async #logInWithPassword(): Promise<Outcome<ChatAccess>> {
    const loggedIn = await this.#site.logIn(this.#context.credentials);
    if (!loggedIn.ok) return loggedIn;
    await this.#context.saveSession(this.#context.bridge.cookies.serialize());
    return this.#openChat();
  }

  async #openChat(): Promise<Outcome<ChatAccess>> {
    const opened = this.#isCnsc ? await this.#openMerchantChat() : await this.#chatLogin();
    if (!opened.ok) return opened;
    this.#access = opened.value;
    if (!this.#isCnsc) this.#shops = [opened.value.shop];
    return opened;
  }

  async #openMerchantChat(): Promise<Outcome<ChatAccess>> {
    const shops = await this.#site.fetchMerchantShops();
    if (!shops.ok) return shops;
    this.#shops = shops.value;
    const [first] = shops.value;
    if (first === undefined) {
      return { ok: false, refusal: { reason: 'login_failed', detail: 'the account has no shops' }, canRetry: false };
    }
    return this.#currentShop.run(first, () => this.#chatLogin());
  }

  #chatLogin(): Promise<Outcome<ChatAccess>> {
    return logInToChat(this.#context.bridge, this.#pauses, this.#origin, this.#isCnsc);
  }
}
