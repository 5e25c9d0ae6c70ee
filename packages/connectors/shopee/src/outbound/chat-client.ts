/** Webchat calls: bearer token, `_uid` and `_v` on each, refreshed once where a repeat is harmless (facts 1.3). */
import type { Bridge } from '@pasar/bridge';
import type { Outcome } from '@pasar/connector-kit';
import { LIMITS } from '@pasar/domain';
import type { ChatAccess } from '../auth/chat-login.ts';
import type { LoginKeeper } from '../auth/keeper.ts';
import { saysTokenNotFound } from '../inbound/answer.ts';
import { withRetries } from '../limits/retry.ts';
import type { Pauses } from '../limits/wait.ts';
import { type CallResult, callOnce, type HttpCall } from './http-call.ts';

const BASE = '/webchat/api/v1.2/';
/** The web build that the facts saw last. */
const WEB_VERSION = '9.1.17';

export interface ChatCall {
  readonly method: HttpCall['method'];
  /** Relative to the webchat API base. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: HttpCall['body'];
}

export class ChatClient {
  readonly #bridge: Bridge;
  readonly #keeper: LoginKeeper;
  readonly #pauses: Pauses;
  readonly #origin: string;

  constructor(bridge: Bridge, keeper: LoginKeeper, pauses: Pauses, origin: string) {
    this.#bridge = bridge;
    this.#keeper = keeper;
    this.#pauses = pauses;
    this.#origin = origin;
  }

  /** A read or a call that may be repeated: the retry table applies, and one new login when the token is not found. */
  async callIdempotent(toCall: (access: ChatAccess) => ChatCall): Promise<Outcome<CallResult>> {
    let isRenewed = false;
    for (;;) {
      const access = await this.#keeper.access();
      if (!access.ok) return access;
      const result = await withRetries(this.#pauses, () =>
        this.#callOnce(access.value, toCall(access.value), LIMITS.requestTimeoutMs),
      );
      if (!saysTokenNotFound(result) || isRenewed) return { ok: true, value: result };
      isRenewed = true;
      this.#keeper.forget(access.value);
    }
  }

  /** One wire attempt. A token that is not found is refused before anything is accepted; the next call logs in first. */
  async callOnce(toCall: (access: ChatAccess) => ChatCall, timeoutMs: number): Promise<Outcome<CallResult>> {
    const access = await this.#keeper.access();
    if (!access.ok) return access;
    const result = await this.#callOnce(access.value, toCall(access.value), timeoutMs);
    if (saysTokenNotFound(result)) this.#keeper.forget(access.value);
    return { ok: true, value: result };
  }

  #callOnce({ token, uid }: ChatAccess, call: ChatCall, timeoutMs: number): Promise<CallResult> {
    return callOnce(this.#bridge.http, {
      method: call.method,
      origin: this.#origin,
      path: BASE + call.path,
      query: { ...call.query, _uid: uid, _v: WEB_VERSION, _api_source: 'sc' },
      headers: { authorization: `Bearer ${token}` },
      body: call.body,
      timeoutMs,
    });
  }
}
