import { LIMITS, OWN_LIMITS, type ReasonCode, type Refusal } from '@pasar/domain';

/** Full jitter over a doubling, capped time. */
export const backOff = (failures: number): number =>
  Math.random() * Math.min(OWN_LIMITS.reconnectCapMs, OWN_LIMITS.reconnectBaseMs * 2 ** failures);

/** The marketplace was there and let nobody in for now: a password that comes too often gets an account locked. */
const ANSWERED: ReadonlySet<ReasonCode> = new Set(['too_frequent', 'marketplace_error', 'unexpected_answer']);

/** What an unattended login waits for after so many that failed in a row; a line that is down is tried again soon. */
export const pauseBeforeLogin = (failures: number, { reason }: Refusal): number =>
  failures >= LIMITS.loginAttempts && ANSWERED.has(reason) ? OWN_LIMITS.loginRestMs : backOff(failures);
