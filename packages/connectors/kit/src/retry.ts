import type { BridgeError } from '@pasar/bridge';
import { LIMITS, type Marketplace } from '@pasar/domain';
import type { Pauses } from './pauses.ts';

/**
 * Whether a call may be repeated. `read` and `idempotent`: a repeat does no harm. `once`: a repeat may do a thing
 * twice, so the call is repeated only when it certainly never arrived. `login`: repeated within the limits of logins.
 * `send`: never; the delivery ledger alone decides about messages.
 */
const REPEATS = ['read', 'idempotent', 'once', 'login', 'send'] as const;
export type Repeat = (typeof REPEATS)[number];

/**
 * How often a call is repeated, by cause (spec 2 §7.4, §8, §9; docs/decisions/0014). `total` bounds all causes but 429
 * together. (Our choice: a 429 is counted apart, because it has its own 3.)
 */
export interface RetryRule {
  readonly total: number;
  /** HTTP 429: wait 2 s each time. (Our choice: on the second and the third marketplace as on the first.) */
  readonly tooManyRequests: number;
  readonly timeouts: number;
  /** ECONNRESET, ECONNREFUSED, ETIMEDOUT. */
  readonly cuts: number;
  /** The proxy on the way failed. */
  readonly proxy: number;
}

const NEVER: RetryRule = { total: 0, tooManyRequests: 0, timeouts: 0, cuts: 0, proxy: 0 };
/**
 * Spec 2 §9, §7.4: numbers of retries after the first attempt. The first marketplace's number includes the first
 * attempt.
 */
const REQUEST_RETRIES = 3;
const LOGIN_RETRIES = 3;
const SHOPEE_ATTEMPTS = 3;
const ONE_EACH = { tooManyRequests: LIMITS.tooManyRequestsRetries, timeouts: 1, cuts: 1, proxy: 1 };
const REQUESTS: Readonly<Record<Marketplace, RetryRule>> = {
  // "Attempts 3, timeouts retry once."
  shopee: { ...ONE_EACH, total: SHOPEE_ATTEMPTS - 1, cuts: SHOPEE_ATTEMPTS - 1 },
  // "Generic get, post, put and delete with three retries."
  lazada: { ...ONE_EACH, total: REQUEST_RETRIES, timeouts: REQUEST_RETRIES, cuts: REQUEST_RETRIES },
  // "Network error, after one retry."
  tiktok: { ...ONE_EACH, total: REQUEST_RETRIES },
};
/**
 * "Login retry 3 times" for a cut connection. A slow login may have sent a code, so it is repeated only once (our
 * choice).
 */
const LOGIN: RetryRule = { ...ONE_EACH, total: LOGIN_RETRIES, cuts: LOGIN_RETRIES };

function retryRule(marketplace: Marketplace, repeat: Repeat): RetryRule {
  switch (repeat) {
    case 'read':
    case 'idempotent':
    case 'once':
      return REQUESTS[marketplace];
    case 'login':
      return LOGIN;
    case 'send':
      return NEVER;
  }
}

export type Attempt<Answered extends { readonly status: number }> =
  | ({ readonly kind: 'answered' } & Answered)
  | { readonly kind: 'failed'; readonly error: BridgeError };

const TOO_MANY_REQUESTS = 429;

/** Makes attempts until the rule allows no further one. Resolves with the last attempt. */
export async function withRetries<Answered extends { readonly status: number }>(
  marketplace: Marketplace,
  repeat: Repeat,
  pauses: Pauses,
  attempt: () => Promise<Attempt<Answered>>,
): Promise<Attempt<Answered>> {
  const left = { ...retryRule(marketplace, repeat) };
  for (;;) {
    const result = await attempt();
    const cause = causeOf(result, repeat);
    if (cause === null || left[cause] === 0) return result;
    left[cause] -= 1;
    if (cause === 'tooManyRequests') {
      if (!(await pauses.pause(LIMITS.tooManyRequestsWaitMs))) return result;
      continue;
    }
    if (left.total === 0) return result;
    left.total -= 1;
  }
}

function causeOf(
  result: Attempt<{ readonly status: number }>,
  repeat: Repeat,
): Exclude<keyof RetryRule, 'total'> | null {
  if (result.kind === 'answered') return result.status === TOO_MANY_REQUESTS ? 'tooManyRequests' : null;
  const { error } = result;
  if (repeat === 'once' && error.mayHaveReachedServer) return null;
  switch (error.code) {
    case 'timeout':
      return 'timeouts';
    case 'reset':
    case 'refused':
    case 'unreachable':
      return 'cuts';
    case 'proxy':
      return 'proxy';
    default:
      return null;
  }
}
