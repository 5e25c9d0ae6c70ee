import { OWN_LIMITS } from '@pasar/domain';

/** Full jitter over a doubling, capped time. */
export const backOff = (failures: number): number =>
  Math.random() * Math.min(OWN_LIMITS.reconnectCapMs, OWN_LIMITS.reconnectBaseMs * 2 ** failures);
