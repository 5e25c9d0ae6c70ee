/**
 * The retry rule of the short-video marketplace (spec 2 §8): a reset, refused or timed-out connection is tried once more,
 * for reads and idempotent calls only. Sends never come here.
 */
import { BridgeError, type BridgeErrorCode } from '@pasar/bridge';
import { type Failed, unlucky } from '../outcome.ts';

const RETRIED: ReadonlySet<BridgeErrorCode> = new Set(['reset', 'refused', 'timeout']);

/** Rethrows what is not the network's fault. */
export async function withOneRetry<Value>(attempt: () => Promise<Value>): Promise<Value | Failed> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error;
    if (!RETRIED.has(error.code)) return networkFailure(error);
  }
  return withNoRetry(attempt);
}

export async function withNoRetry<Value>(attempt: () => Promise<Value>): Promise<Value | Failed> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof BridgeError) return networkFailure(error);
    throw error;
  }
}

export const networkFailure = (error: BridgeError): Failed =>
  unlucky(error.code === 'timeout' ? 'request_timed_out' : 'marketplace_unreachable', error.message);
