/**
 * The retry table for reads and idempotent calls (spec 2 §7.4, §8, §9): three tries; too many requests waits 2 s, up to
 * three times. Sends never come here.
 */
import type { Clock } from '@pasar/bridge';
import type { Outcome } from '@pasar/connector-kit';
import { LIMITS } from '@pasar/domain';

export interface RetryPolicy {
  readonly attempts: number;
  readonly tooManyRequestsRetries: number;
  readonly tooManyRequestsWaitMs: number;
}
export const READ_POLICY: RetryPolicy = {
  attempts: LIMITS.requestAttempts,
  tooManyRequestsRetries: LIMITS.tooManyRequestsRetries,
  tooManyRequestsWaitMs: LIMITS.tooManyRequestsWaitMs,
};
export const LOGIN_POLICY: RetryPolicy = { ...READ_POLICY, attempts: LIMITS.loginAttempts };

const wait = (clock: Clock, delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(delayMs, resolve);
  });

export async function withRetries<Value>(
  clock: Clock,
  policy: RetryPolicy,
  attempt: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  let attempts = 0;
  let throttled = 0;
  for (;;) {
    const outcome = await attempt();
    if (outcome.ok || !outcome.canRetry) return outcome;
    if (outcome.refusal.reason === 'too_frequent') {
      if (throttled === policy.tooManyRequestsRetries) return outcome;
      throttled += 1;
      await wait(clock, policy.tooManyRequestsWaitMs);
    } else {
      attempts += 1;
      if (attempts === policy.attempts) return outcome;
    }
  }
}
