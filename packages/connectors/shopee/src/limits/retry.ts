import { LIMITS } from '@pasar/domain';
import type { CallResult } from '../outbound/http-call.ts';
import type { Pauses } from './wait.ts';

const TOO_MANY_REQUESTS = 429;
/** A timeout is tried once more (spec 2 §8). */
const TIMEOUT_RETRIES = 1;

/**
 * The retry table of spec 2 §8 and §9 for reads and idempotent calls: 429 waits 2 s, up to 3 times; a timeout is tried
 * once more; a cut connection up to 3 attempts in all. A 403 would ask for another domain of the country, of which there
 * is one so far. Whatever is left after that is the answer. Sends never come here.
 */
export async function withRetries(pauses: Pauses, attempt: () => Promise<CallResult>): Promise<CallResult> {
  let attempts = 0;
  let waits = 0;
  let timeouts = 0;
  for (;;) {
    const result = await attempt();
    attempts += 1;
    if (result.kind === 'failed') {
      if (result.error.code === 'timeout') {
        if (timeouts >= TIMEOUT_RETRIES) return result;
        timeouts += 1;
      } else if (result.error.code !== 'reset' || attempts >= LIMITS.requestAttempts) return result;
    } else {
      if (result.status !== TOO_MANY_REQUESTS || waits >= LIMITS.tooManyRequestsRetries) return result;
      waits += 1;
      if (!(await pauses.pause(LIMITS.tooManyRequestsWaitMs))) return result;
    }
  }
}
