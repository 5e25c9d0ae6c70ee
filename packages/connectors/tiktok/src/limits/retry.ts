/**
 * Retries of reads and idempotent calls. Sends never come here. A reset, refused or timed-out connection is tried once
 * more (spec 2 §8); too many requests waits 2 s, up to three times (spec 2 §9, where it is the first marketplace's rule).
 */
import { BridgeError, type BridgeErrorCode, type Clock } from '@pasar/bridge';
import type { Outcome } from '@pasar/connector-kit';
import { LIMITS } from '@pasar/domain';
import { type Failed, unlucky } from '../outcome.ts';

const RETRIED: ReadonlySet<BridgeErrorCode> = new Set(['reset', 'refused', 'timeout']);

/** What a network error means to a caller. */
export const networkFailure = (error: BridgeError): Failed =>
  unlucky(error.code === 'timeout' ? 'request_timed_out' : 'marketplace_unreachable', error.message);

/** A value, or the failure that a network error is. Other errors go on. */
async function tryOnce<Value>(attempt: () => Promise<Value>): Promise<Value | BridgeError> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof BridgeError) return error;
    throw error;
  }
}

/** One more attempt after a network error that may be gone at once. */
export async function withOneRetry<Value>(attempt: () => Promise<Value>): Promise<Value | Failed> {
  const first = await tryOnce(attempt);
  if (!(first instanceof BridgeError)) return first;
  if (!RETRIED.has(first.code)) return networkFailure(first);
  const second = await tryOnce(attempt);
  return second instanceof BridgeError ? networkFailure(second) : second;
}

/** Asks again, after a while, as long as the marketplace says that it is asked too often. */
export async function withPatience<Value>(
  clock: Clock,
  attempt: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  for (let retries = 0; ; retries += 1) {
    const outcome = await attempt();
    const isThrottled = !outcome.ok && outcome.refusal.reason === 'too_frequent';
    if (!isThrottled || retries === LIMITS.tooManyRequestsRetries) return outcome;
    await new Promise<void>((resolve) => {
      clock.after(LIMITS.tooManyRequestsWaitMs, resolve);
    });
  }
}
