import type { BridgeError } from '@pasar/bridge';
import { LIMITS, type Marketplace } from '@pasar/domain';
import type { Pauses } from './pauses.ts';

/**
 * Whether a call may be made again. `read` and `idempotent`: a repeat does no harm. `once`: a repeat might do a thing twice,
 * so only what certainly never arrived is tried again. `login`: bounded by the login attempts. `send`: never; the delivery
 * ledger alone decides about messages.
 */
const REPEATS = ['read', 'idempotent', 'once', 'login', 'send'] as const;
export type Repeat = (typeof REPEATS)[number];

/**
 * How many times more, by what went wrong (spec 2 §7.4, §8, §9). All causes but 429 together make at most three tries: the
 * 'attempts 3' of the first marketplace and the 'request retry 3' of all. ours: that a 429 is counted apart, having its own 3.
 */
export interface RetryRule {
  /** HTTP 429: wait 2 s each time. ours: on the second and the third marketplace as on the first. */
  readonly tooManyRequests: number;
  readonly timeouts: number;
  /** ECONNRESET, ECONNREFUSED, ETIMEDOUT. */
  readonly cuts: number;
  /** The proxy on the way failed. */
  readonly proxy: number;
}

const NEVER: RetryRule = { tooManyRequests: 0, timeouts: 0, cuts: 0, proxy: 0 };
/** ours: the time of the system (ETIMEDOUT) and the caller's own are told apart, and each is tried once more. */
const ONCE: RetryRule = { tooManyRequests: LIMITS.tooManyRequestsRetries, timeouts: 1, cuts: 1, proxy: 1 };
const again = (attempts: number): number => attempts - 1;
/** Second marketplace: reads have three tries, whatever cut them; of all else 'the request is retried once'. */
const LAZADA_READ: RetryRule = {
  ...ONCE,
  timeouts: again(LIMITS.requestAttempts),
  cuts: again(LIMITS.requestAttempts),
};
/** 'Login retry 3 times' where the line is cut; that one is slow to answer is a timeout as any other. */
const LOGIN: RetryRule = { ...ONCE, cuts: again(LIMITS.loginAttempts) };

function retryRule(marketplace: Marketplace, repeat: Repeat): RetryRule {
  switch (repeat) {
    case 'read':
      return marketplace === 'lazada' ? LAZADA_READ : ONCE;
    case 'idempotent':
    case 'once':
      return ONCE;
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

/** Makes attempts until one is not to be repeated under the rule; that one is the answer. */
export async function withRetries<Answered extends { readonly status: number }>(
  marketplace: Marketplace,
  repeat: Repeat,
  pauses: Pauses,
  attempt: () => Promise<Attempt<Answered>>,
): Promise<Attempt<Answered>> {
  const left = { ...retryRule(marketplace, repeat) };
  let tries = 1;
  for (;;) {
    const result = await attempt();
    const cause = causeOf(result, repeat);
    if (cause === null || left[cause] === 0) return result;
    left[cause] -= 1;
    if (cause === 'tooManyRequests') {
      if (!(await pauses.pause(LIMITS.tooManyRequestsWaitMs))) return result;
      continue;
    }
    if (tries === LIMITS.requestAttempts) return result;
    tries += 1;
  }
}

function causeOf(result: Attempt<{ readonly status: number }>, repeat: Repeat): keyof RetryRule | null {
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
