/**
 * The signed-in line to Lazada: every call of a session goes through it. It owns the login. When several calls find
 * that the login is dead, the first one renews it and the others wait.
 */
import type { Bridge } from '@pasar/bridge';
import { type Challenge, type ConnectionContext, type Notify, type Outcome, Pauses } from '@pasar/connector-kit';
import { isRepeatedByCalls, isSessionOver, isUnexplained, type ReasonCode, type Refusal, refusal } from '@pasar/domain';
import { loginUserInfo, type Seller } from '../calls/account.ts';
import type { LazadaCallShape, LazadaScope } from '../calls/definition.ts';
import { fromWireAnswer, type GatewayAnswer } from '../wire/answer.ts';
import type { LazadaConfig } from '../wire/config.ts';
import { suspicionOf } from './demand.ts';
import { FRESH_LOGIN, type LoginInput, type LoginRefused, type LoginResult, logIn } from './login.ts';
import { createRequests, type Requests, settle } from './requests.ts';

/** For code that only makes calls. */
export type Calling = Pick<Line, 'call'>;

export type SendAnswer =
  | GatewayAnswer
  /** Nothing was sent, because the login could not be renewed. */
  | { readonly kind: 'notLoggedIn'; readonly refusal: Refusal; readonly canRetry: boolean };

export interface Line {
  readonly bridge: Bridge;
  /** Uses the stored cookies, which are in the bridge's jar, if they still hold; otherwise identifier and password. */
  start(): Promise<{ readonly ok: true; readonly value: Seller } | LoginRefused>;
  /** Requests another code. The result is the challenge again. */
  resendCode(continuation: string): Promise<Outcome<Challenge>>;
  /**
   * Makes a call under its own retry rule, and once more after a renewed login. A call that sends is made once; if the
   * previous send found the login dead, the login is renewed first.
   */
  call<Params, Answer>(call: LazadaCallShape<Params, Answer>, params: Params): Promise<Outcome<Answer>>;
  /** The same for a message: the answer is returned in full, because it decides about the delivery. */
  send<Params>(call: LazadaCallShape<Params, unknown>, params: Params): Promise<SendAnswer>;
  /** `https` or `http` origin of the push socket. */
  readonly socketOrigin: string;
  readonly notify: Notify;
  close(): void;
}

/** A renewal that failed for this reason does not prove that the login is dead. */
const saysNothingOfLogin = (reason: ReasonCode): boolean => isRepeatedByCalls(reason) || isUnexplained(reason);

/** `scope`: the scope of a login that is known to hold; null before the first login. */
export function createLine(config: LazadaConfig, context: ConnectionContext, scope: LazadaScope | null): Line {
  return new SellerLine(config, context, scope);
}

class SellerLine implements Line {
  readonly bridge: Bridge;
  readonly socketOrigin: string;
  readonly notify: Notify;
  readonly #context: ConnectionContext;
  readonly #pauses: Pauses;
  readonly #requests: Requests;
  #scope: LazadaScope;
  /** Counts logins, so that a call that failed under an older login does not log in again. */
  #generation = 0;
  /** The login that a send found dead. A send does not renew it; the next send does. */
  #deadGeneration: number | null = null;
  #renewal: Promise<LoginResult> | null = null;

  constructor(config: LazadaConfig, context: ConnectionContext, scope: LazadaScope | null) {
    const { bridge, credentials, notify } = context;
    const { country } = credentials;
    this.bridge = bridge;
    this.notify = notify;
    this.socketOrigin = config.accsOrigin(country);
    this.#context = context;
    this.#pauses = new Pauses(bridge.clock);
    this.#requests = createRequests({ config, country, bridge, pauses: this.#pauses, notify });
    this.#scope = scope ?? {
      country,
      sellerId: '',
      platformShopId: null,
      windowId: bridge.uuid(),
      appKey: config.appKey,
    };
  }

  async start(): Promise<{ readonly ok: true; readonly value: Seller } | LoginRefused> {
    const { storedSession, answer } = this.#context;
    if (storedSession === null || answer !== null) {
      const input: LoginInput = { answer, isResend: false, continuation: answer?.continuation ?? null };
      const loggedIn = await this.#logIn(input);
      if (!loggedIn.ok) return loggedIn;
    }
    const seen = this.#generation;
    const first = await this.#askWhoWeAre();
    const isDead = !first.ok && isSessionOver(first.refusal.reason);
    if (!isDead) return first;
    const renewed = await this.#renew(seen);
    return renewed.ok ? this.#askWhoWeAre() : renewed;
  }

  async #askWhoWeAre(): Promise<{ readonly ok: true; readonly value: Seller } | LoginRefused> {
    const result = await this.#requests.run(loginUserInfo, null, this.#scope);
    const seller = settle(loginUserInfo, result, this.#scope);
    if (!seller.ok) {
      const challenge = result.kind === 'answered' ? suspicionOf(result, this.bridge.uuid()) : null;
      return { ...seller, challenge };
    }
    const { sellerId, platformShopId, country } = seller.value;
    // The country of a combined login is known only now.
    this.#scope = { ...this.#scope, sellerId, platformShopId, country };
    return seller;
  }

  async resendCode(continuation: string): Promise<Outcome<Challenge>> {
    const again = await this.#logIn({ answer: null, isResend: true, continuation });
    if (again.ok) {
      return { ok: false, refusal: refusal('invalid_request', 'no code is asked for any more'), canRetry: true };
    }
    return again.challenge?.kind === 'code' && again.refusal.reason === 'verification_needed'
      ? { ok: true, value: again.challenge }
      : { ok: false, refusal: again.refusal, canRetry: again.canRetry };
  }

  async call<Params, Answer>(call: LazadaCallShape<Params, Answer>, params: Params): Promise<Outcome<Answer>> {
    if (call.repeat === 'send') return this.#callOnce(call, params);
    const seen = this.#generation;
    const first = await this.#attempt(call, params);
    // The calls of a login have no login to renew.
    if (first.ok || !isSessionOver(first.refusal.reason) || call.repeat === 'login') return first;
    const renewed = await this.#renew(seen);
    if (!renewed.ok) return renewed;
    const second = await this.#attempt(call, params);
    if (!second.ok && isSessionOver(second.refusal.reason)) {
      this.#context.notify({ notice: 'shop_login_expire' });
    }
    return second;
  }

  async #attempt<Params, Answer>(call: LazadaCallShape<Params, Answer>, params: Params): Promise<Outcome<Answer>> {
    return settle(call, await this.#requests.run(call, params, this.#scope), this.#scope);
  }

  async #callOnce<Params, Answer>(call: LazadaCallShape<Params, Answer>, params: Params): Promise<Outcome<Answer>> {
    const alive = await this.#reviveForSending();
    if (!alive.ok) return alive;
    const seen = this.#generation;
    const outcome = await this.#attempt(call, params);
    if (!outcome.ok && isSessionOver(outcome.refusal.reason)) this.#deadGeneration = seen;
    return outcome;
  }

  async send<Params>(call: LazadaCallShape<Params, unknown>, params: Params): Promise<SendAnswer> {
    const alive = await this.#reviveForSending();
    if (!alive.ok) return { kind: 'notLoggedIn', refusal: alive.refusal, canRetry: alive.canRetry };
    const seen = this.#generation;
    const result = await this.#requests.run(call, params, this.#scope);
    if (result.kind === 'failed') return { kind: 'network', error: result.error };
    const outcome = call.fromWire(result, this.#scope);
    if (!outcome.ok && isSessionOver(outcome.refusal.reason)) this.#deadGeneration = seen;
    return fromWireAnswer(result);
  }

  async #reviveForSending(): Promise<LoginResult> {
    return this.#deadGeneration === this.#generation ? this.#renew(this.#generation) : { ok: true, value: '' };
  }

  /** Replaces a dead login. The shop's login counts as gone only when the renewal is refused. */
  async #renew(seenGeneration: number): Promise<LoginResult> {
    if (this.#generation !== seenGeneration) return { ok: true, value: '' };
    const hasBegun = this.#renewal !== null;
    this.#renewal ??= this.#logIn(FRESH_LOGIN).finally(() => {
      this.#renewal = null;
    });
    const renewed = await this.#renewal;
    if (renewed.ok || saysNothingOfLogin(renewed.refusal.reason)) return renewed;
    if (!hasBegun) this.#context.notify({ notice: 'shop_login_expire' });
    return renewed.refusal.reason === 'unexpected_answer'
      ? { ...renewed, refusal: refusal('shop_login_expired', renewed.refusal.detail), canRetry: false }
      : renewed;
  }

  async #logIn(input: LoginInput): Promise<LoginResult> {
    const { bridge, credentials, saveSession, mayUsePassword } = this.#context;
    // A password would only bring another code, which no person reads (spec 2 §4).
    if (!mayUsePassword)
      return { ok: false, refusal: refusal('verification_needed'), canRetry: false, challenge: null };
    const ports = { requests: this.#requests, scope: this.#scope, uuid: bridge.uuid };
    const result = await logIn(ports, credentials, input);
    if (result.ok) {
      this.#generation += 1;
      this.#scope = { ...this.#scope, sellerId: result.value };
      await saveSession(bridge.cookies.serialize());
    }
    return result;
  }

  close(): void {
    this.#pauses.close();
  }
}
