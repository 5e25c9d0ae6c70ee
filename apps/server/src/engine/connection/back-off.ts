import { isAnswered, LIMITS, OWN_LIMITS, type Refusal } from '@pasar/domain';

/** Exponential back-off with full jitter. Milliseconds. */
export const backOff = (failures: number): number =>
  Math.random() * Math.min(OWN_LIMITS.reconnectCapMs, OWN_LIMITS.reconnectBaseMs * 2 ** failures);

/**
 * How long an unattended login waits after this many failures in a row. Milliseconds. When the marketplace answered and
 * refused, the pause is long, because an account is locked when a password is sent too often. A network failure is
 * tried again soon.
 */
export const pauseBeforeLogin = (failures: number, { reason }: Refusal): number =>
  failures >= LIMITS.loginAttempts && isAnswered(reason) ? OWN_LIMITS.loginRestMs : backOff(failures);
