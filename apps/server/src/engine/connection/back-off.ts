import { isAnswered, LIMITS, OWN_LIMITS, type Refusal } from '@pasar/domain';

/** Full jitter over a doubling, capped time. */
export const backOff = (failures: number): number =>
  Math.random() * Math.min(OWN_LIMITS.reconnectCapMs, OWN_LIMITS.reconnectBaseMs * 2 ** failures);

/**
 * How long an unattended login waits after this many failures in a row. Milliseconds. Where the marketplace answered and
 * let nobody in, it rests: a password that comes too often gets an account locked. A line that is down is tried again soon.
 */
export const pauseBeforeLogin = (failures: number, { reason }: Refusal): number =>
  failures >= LIMITS.loginAttempts && isAnswered(reason) ? OWN_LIMITS.loginRestMs : backOff(failures);
