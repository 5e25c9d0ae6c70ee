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
 * How many times more, by what went wrong (spec 2 §8, §9). ours: where 'attempts 3' of the first marketplace and 'one retry'
 * of the short-video one stand side by side, each marketplace keeps its own number for cut connections.
 */
export interface RetryRule {
  /** HTTP 429: wait 2 s each time. */
  readonly tooManyRequests: number;
  readonly timeouts: number;
  /** ECONNRESET, ECONNREFUSED, ETIMEDOUT. */
  readonly cuts: number;
  /** The proxy on the way failed. */
  readonly proxy: number;
}

const NEVER: RetryRule = { tooManyRequests: 0, timeouts: 0, cuts: 0, proxy: 0 };
const attempts = (count: number): number => count - 1;
const harmless: Readonly<Record<Marketplace, RetryRule>> = {
  shopee: {
    tooManyRequests: LIMITS.tooManyRequestsRetries,
    timeouts: 1,
    cuts: attempts(LIMITS.requestAttempts),
    proxy: 1,
  },
  // Reads and other harmless calls have three tries, whatever cut them (spec 2 §7.4).
  lazada: {
    tooManyRequests: LIMITS.tooManyRequestsRetries,
    timeouts: attempts(LIMITS.requestAttempts),
    cuts: attempts(LIMITS.requestAttempts),
    proxy: 1,
  },
  tiktok: { tooManyRequests: LIMITS.tooManyRequestsRetries, timeouts: 1, cuts: 1, proxy: 1 },
};

function retryRule(marketplace: Marketplace, repeat: Repeat): RetryRule {
  switch (repeat) {
    case 'read':
    case 'idempotent':
    case 'once':
      return harmless[marketplace];
    case 'login':
      return { ...harmless[marketplace], timeouts: 0, cuts: attempts(LIMITS.loginAttempts) };
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
  for (;;) {
    const result = await attempt();
    const cause = causeOf(result, repeat);
    if (cause === null || left[cause] === 0) return result;
    left[cause] -= 1;
    if (cause === 'tooManyRequests' && !(await pauses.pause(LIMITS.tooManyRequestsWaitMs))) return result;
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
