import type { CallKey, Repeat } from '@pasar/connector-kit';
import type { DomainSwitchResult, Marketplace, ReasonCode } from '@pasar/domain';
import type { Fault } from './faults.ts';

/**
 * The rules of spec 2 §7.4, §8 and §9, written down a second time and independently of the code that keeps them: how often
 * each marketplace's harmless calls are made again.
 */
const AGAIN: Readonly<Record<Marketplace, Readonly<Record<NonNullable<Fault['part']>, number>>>> = {
  // attempts 3, 429 waits 2 s up to 3 times, a timeout is tried once more.
  shopee: { tooManyRequests: 3, timeouts: 1, cuts: 2, proxy: 1 },
  // three tries.
  lazada: { tooManyRequests: 3, timeouts: 2, cuts: 2, proxy: 1 },
  // one retry.
  tiktok: { tooManyRequests: 3, timeouts: 1, cuts: 1, proxy: 1 },
};
const WAIT_MS = 2_000;

export interface Expectation {
  readonly attempts: number;
  readonly waits: readonly number[];
  /** `value`: the example's own result. */
  readonly outcome: 'value' | ReasonCode;
  readonly notice: 'ip_tip' | 'ip_isolation_failed' | null;
  /** What is remembered of the country's other domain. */
  readonly learned: DomainSwitchResult | null;
}

const marketplaceOf = (key: CallKey): Marketplace => {
  if (key.startsWith('shopee')) return 'shopee';
  return key.startsWith('lazada') ? 'lazada' : 'tiktok';
};

/** Spec 2 §4: on the first marketplace a 403 is tried on the country's other domain; shop fronts have none. */
const hasOtherDomain = (key: CallKey): boolean => key.startsWith('shopee') && !/ (mall|shop)\//.test(key);

const isSwitched = (key: CallKey, { stroke }: Fault): boolean =>
  hasOtherDomain(key) && stroke.kind === 'answered' && stroke.status === 403;

/** How many attempts a call may have under a fault that does not end. */
function mostAttempts(key: CallKey, repeat: Repeat, fault: Fault): number {
  const { part, stroke } = fault;
  if (repeat === 'send') return 1;
  if (isSwitched(key, fault)) return 2;
  if (part === null) return 1;
  const again = AGAIN[marketplaceOf(key)][part];
  // what may have arrived is not asked twice of a call that must happen once.
  if (repeat === 'once' && stroke.kind === 'broken' && stroke.mayHaveReachedServer) return 1;
  // a login is tried three times, but a marketplace that is slow to answer one is not pressed.
  if (repeat === 'login') return part === 'timeouts' ? 1 : part === 'cuts' ? 3 : 1 + again;
  return 1 + again;
}

const REASONS: Readonly<Record<NonNullable<Fault['part']>, ReasonCode>> = {
  tooManyRequests: 'too_frequent',
  timeouts: 'request_timed_out',
  cuts: 'marketplace_unreachable',
  proxy: 'ip_isolation_failed',
};

export function expectationOf(key: CallKey, repeat: Repeat, fault: Fault): Expectation {
  const most = mostAttempts(key, repeat, fault);
  const isHealed = fault.times !== null && fault.times < most;
  const attempts = fault.times === null ? most : Math.min(most, fault.times + 1);
  const waits = fault.part === 'tooManyRequests' ? Array.from({ length: attempts - 1 }, () => WAIT_MS) : [];
  return {
    attempts,
    waits,
    outcome: isHealed ? 'value' : reasonOf(key, fault),
    notice: isHealed ? null : noticeOf(fault),
    learned: attempts > 1 && isSwitched(key, fault) ? 'fail' : null,
  };
}

function reasonOf(key: CallKey, { part, stroke }: Fault): ReasonCode {
  if (part !== null) return REASONS[part];
  if (stroke.kind === 'broken') return 'marketplace_unreachable';
  if (stroke.kind === 'answered' && stroke.status !== 200) return NOT_200[marketplaceOf(key)];
  return UNREADABLE[key] ?? 'unexpected_answer';
}

/** Calls for which the specification has words of their own when the answer does not say what it should (spec 1 §8, spec 2 §8). */
const UNREADABLE: Readonly<Partial<Record<CallKey, ReasonCode>>> = {
  'shopee-seller GET mall/item': 'shop_status_not_detected',
  'lazada-seller GET im-window-page(seller': 'page_configuration_unreadable',
};

/** Spec 2 §8: of the second marketplace 'failed to get info on non-200'; the others say what they answered. */
const NOT_200: Readonly<Record<Marketplace, ReasonCode>> = {
  shopee: 'marketplace_error',
  lazada: 'info_failed',
  tiktok: 'marketplace_error',
};

/** Spec 2 §8: a connection timeout raises the IP tip, a proxy that fails after its retry the isolation message. */
function noticeOf({ part, stroke }: Fault): Expectation['notice'] {
  if (part === 'proxy') return 'ip_isolation_failed';
  if (stroke.kind !== 'broken') return null;
  const isConnectionLate = stroke.code === 'unreachable' || (stroke.code === 'timeout' && !stroke.mayHaveReachedServer);
  return isConnectionLate ? 'ip_tip' : null;
}
