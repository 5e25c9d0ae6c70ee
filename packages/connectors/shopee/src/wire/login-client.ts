/** Calls of the login family: SPC_CDS on each, 5 s, the login's own retries (spec 2 §9). */
import type { Outcome } from '@pasar/connector-kit';
import { LIMITS } from '@pasar/domain';
import { failureOf, saysTokenNotFound } from './answer.ts';
import type { CallResult } from './http-call.ts';
import type { ShopeeLine } from './line.ts';
import type { ShopeeCall, ShopeeScope } from './scope.ts';

/** Calls that ask for a session or make one. For them, an answer without a session is normal. */
const SESSION_KEYS: ReadonlySet<string> = new Set([
  'shopee-login POST login(password,per-region)',
  'shopee-login GET login',
  'shopee-login POST subaccount/login',
  'shopee-login GET subaccount/get_session',
]);

export class LoginClient {
  readonly #line: ShopeeLine;
  readonly #onExpired: () => void;

  /** `onExpired`: called when a call that needs a session is answered that there is none. */
  constructor(line: ShopeeLine, onExpired: () => void) {
    this.#line = line;
    this.#onExpired = onExpired;
  }

  async exchange<Params, Answer>(
    call: ShopeeCall<Params, Answer>,
    params: Params,
    scope: ShopeeScope,
  ): Promise<CallResult> {
    const wire = call.toWire(params, scope);
    const result = await this.#line.request({
      ...wire,
      query: { ...wire.query, ...this.#line.cdsQuery() },
      repeat: call.repeat,
      timeoutMs: LIMITS.loginTimeoutMs,
      token: null,
    });
    if (!SESSION_KEYS.has(call.key) && saysTokenNotFound(result)) this.#onExpired();
    return result;
  }

  async make<Params, Answer>(
    call: ShopeeCall<Params, Answer>,
    params: Params,
    scope: ShopeeScope,
  ): Promise<Outcome<Answer>> {
    const result = await this.exchange(call, params, scope);
    return result.kind === 'failed' ? failureOf(result.error) : call.fromWire(result, scope);
  }
}
