import type { CallKey, Repeat } from '@pasar/connector-kit';
import type { DomainSwitchResult, Marketplace, ReasonCode } from '@pasar/domain';
import type { Fault } from './faults.ts';

/**
 * How often a call is repeated: the rules of spec 2 §7.4, §8 and §9 with their numbers, written independently of the
 * code under test.
 */
function againBy(marketplace: Marketplace, repeat: Repeat, part: NonNullable<Fault['part']>): number {
  switch (part) {
    // §8: 429, wait 2 s, retry up to 3 times.
    case 'tooManyRequests':
      return 3;
    // §8: timeout, retry once. §7.4: three retries of the second marketplace's requests, whatever their method.
    case 'timeouts':
      return marketplace === 'lazada' && repeat !== 'login' ? 3 : 1;
    // §9: login retry 3 times; first marketplace, attempts 3. §7.4: three retries. §8: short-video, after one retry.
    case 'cuts':
      return repeat === 'login' ? 3 : { shopee: 2, lazada: 3, tiktok: 1 }[marketplace];
    // §8: the proxy request fails after a retry.
    case 'proxy':
      return 1;
  }
}
const WAIT_MS = 2_000;

export interface Expectation {
  readonly attempts: number;
  readonly waits: readonly number[];
  /** `value`: the example's own result. */
  readonly outcome: 'value' | ReasonCode;
  readonly notice: 'ip_tip' | 'ip_isolation_failed' | null;
  /** The stored result for the country's other domain. */
  readonly learned: DomainSwitchResult | null;
}

const marketplaceOf = (key: CallKey): Marketplace => {
  if (key.startsWith('shopee')) return 'shopee';
  return key.startsWith('lazada') ? 'lazada' : 'tiktok';
};

/** Spec 2 §4: Shopee retries a 403 on the country's other domain; shop fronts have no other domain. */
const hasOtherDomain = (key: CallKey): boolean => key.startsWith('shopee') && !/ (mall|shop)\//.test(key);

const isSwitched = (key: CallKey, { stroke }: Fault): boolean =>
  hasOtherDomain(key) && stroke.kind === 'answered' && stroke.status === 403;

/** The number of attempts under a fault that does not end. */
function mostAttempts(key: CallKey, repeat: Repeat, fault: Fault): number {
  const { part, stroke } = fault;
  if (repeat === 'send') return 1;
  if (isSwitched(key, fault)) return 2;
  if (part === null) return 1;
  // A call that must happen once is not repeated when the server may have received it.
  if (repeat === 'once' && stroke.kind === 'broken' && stroke.mayHaveReachedServer) return 1;
  return 1 + againBy(marketplaceOf(key), repeat, part);
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
    learned: attempts > 1 && isSwitched(key, fault) ? (isHealed ? 'success' : 'fail') : null,
  };
}

function reasonOf(key: CallKey, { part, stroke }: Fault): ReasonCode {
  if (part !== null) return REASONS[part];
  if (stroke.kind === 'broken') return 'marketplace_unreachable';
  // §8: a reply other than 200 reads "failed to get info", on every marketplace.
  if (stroke.kind === 'answered' && stroke.status !== 200) return NOT_200[key] ?? 'info_failed';
  return UNREADABLE[key] ?? 'unexpected_answer';
}

/** Milliseconds. §9: logins and shop calls 5 s, a message 120 s, other requests 10 s; an upload 120 s (our choice). */
export function timeoutOf(key: CallKey, repeat: Repeat): number {
  if (repeat === 'send' || UPLOADS.has(key)) return 120_000;
  return repeat === 'login' || key.includes('-login ') || LOGIN_STEPS.has(key) || SHOP_CALLS.has(key) ? 5_000 : 10_000;
}
/** Steps of a login whose rule of repetition is not that of a login. */
const LOGIN_STEPS: ReadonlySet<CallKey> = new Set<CallKey>(['lazada-seller GET session-init']);
const UPLOADS: ReadonlySet<CallKey> = new Set<CallKey>([
  'lazada-seller POST file-broker-image-upload(base64,accessToken)',
  'tiktok-chat POST uploadImg',
  'shopee-chat POST images',
]);
const SHOP_CALLS: ReadonlySet<CallKey> = new Set<CallKey>([
  'shopee-seller GET general/get_shop',
  'shopee-seller GET general/get_shop_info',
  'lazada-gateway GET login-user-info',
  'tiktok-seller GET seller/common/get',
]);

/** Calls for which the specification names a reason when the answer cannot be read (spec 1 §8, spec 2 §8). */
const UNREADABLE: Readonly<Partial<Record<CallKey, ReasonCode>>> = {
  'shopee-seller GET mall/item': 'shop_status_not_detected',
  'lazada-seller GET im-window-page(seller': 'page_configuration_unreadable',
};

/**
 * The delivery code reads the answer to a sent message itself: "failed to get info" would mislead, because nothing was
 * requested.
 */
const NOT_200: Readonly<Partial<Record<CallKey, ReasonCode>>> = {
  'shopee-chat POST messages': 'marketplace_error',
};

/**
 * Spec 2 §8: a connection timeout raises the IP tip; a proxy that fails after its retry raises the isolation message.
 */
function noticeOf({ part, stroke }: Fault): Expectation['notice'] {
  if (part === 'proxy') return 'ip_isolation_failed';
  if (stroke.kind !== 'broken') return null;
  const isConnectionLate = stroke.code === 'unreachable' || (stroke.code === 'timeout' && !stroke.mayHaveReachedServer);
  return isConnectionLate ? 'ip_tip' : null;
}
