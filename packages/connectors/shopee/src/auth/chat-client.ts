/**
 * Webchat calls: each carries a bearer token, `_uid` and `_v`. A dead token is renewed once when a repeat is harmless
 * (facts 1.3).
 */
import { type Outcome, UPLOAD_TIMEOUT_MS, type WireCall } from '@pasar/connector-kit';
import { LIMITS } from '@pasar/domain';
import { failureOf, saysTokenNotFound } from '../wire/answer.ts';
import type { CallResult } from '../wire/http-call.ts';
import type { LineCall, ShopeeLine } from '../wire/line.ts';
import type { ShopeeCall, ShopeeScope } from '../wire/scope.ts';
import type { ChatAccess } from './chat-login.ts';
import type { LoginKeeper } from './keeper.ts';

/** The newest web build that the facts saw. */
const WEB_VERSION = '9.1.17';

/** A webchat call, from the catalogue or besides it. */
export type ChatCall<Params, Answer> = Omit<ShopeeCall<Params, Answer>, 'key' | 'tag'>;

export class ChatClient {
  readonly #line: ShopeeLine;
  readonly #keeper: LoginKeeper;

  constructor(line: ShopeeLine, keeper: LoginKeeper) {
    this.#line = line;
    this.#keeper = keeper;
  }

  /** Makes a call for the current login about one of its shops (spec 2 §8, no user); null for a call without a shop. */
  async ask<Params, Answer>(
    call: ChatCall<Params, Answer>,
    params: Params,
    shopId: string | null,
  ): Promise<Outcome<Answer>> {
    const access = await this.#keeper.access();
    if (!access.ok) return access;
    if (shopId === null) return this.make(call, params, this.#keeper.scopeOf(null));
    const scope = this.#keeper.ownScopeOf(shopId);
    return scope.ok ? this.make(call, params, scope.value) : scope;
  }

  async make<Params, Answer>(
    call: ChatCall<Params, Answer>,
    params: Params,
    scope: ShopeeScope,
  ): Promise<Outcome<Answer>> {
    const result = await this.exchange(call, params, scope);
    if (!result.ok) return result;
    return result.value.kind === 'failed' ? failureOf(result.value.error) : call.fromWire(result.value, scope);
  }

  /**
   * Follows the retry table. When the token is not found, nothing was accepted: it logs in once more and repeats the
   * call. A send is one wire attempt: it is not repeated then, and the next call logs in first.
   */
  async exchange<Params, Answer>(
    call: ChatCall<Params, Answer>,
    params: Params,
    scope: ShopeeScope,
  ): Promise<Outcome<CallResult>> {
    let isRenewed = false;
    for (;;) {
      const access = await this.#keeper.access();
      if (!access.ok) return access;
      const result = await this.#request(access.value, call, params, scope);
      if (!saysTokenNotFound(result)) return { ok: true, value: result };
      this.#keeper.forget(access.value);
      // A fresh token is not found either: this login is dead.
      if (isRenewed) this.#keeper.tellExpired();
      if (isRenewed || call.repeat === 'send') return { ok: true, value: result };
      isRenewed = true;
    }
  }

  #request<Params, Answer>(
    { token, uid, version }: ChatAccess,
    call: ChatCall<Params, Answer>,
    params: Params,
    scope: ShopeeScope,
  ): Promise<CallResult> {
    const wire = call.toWire(params, scope);
    const query = { ...wire.query, _uid: uid, _v: version ?? WEB_VERSION, _api_source: 'sc' };
    const line: LineCall = { ...wire, query, repeat: call.repeat, timeoutMs: timeoutOf(call.repeat, wire), token };
    return this.#line.request(line);
  }
}

function timeoutOf(repeat: LineCall['repeat'], { body }: WireCall): number {
  if (repeat === 'login') return LIMITS.loginTimeoutMs;
  if (repeat === 'send') return LIMITS.messageSendTimeoutMs;
  return body.type === 'bytes' ? UPLOAD_TIMEOUT_MS : LIMITS.requestTimeoutMs;
}
