import type { ClockPort } from './ports.ts';

/**
 * The heartbeat of the vendor's web client (facts §4.2): every `checkMs` it takes the time since the last packet plus
 * two thirds of `checkMs` as idle time. Beyond `windowMs` the socket counts as dead, beyond `checkMs` a `hi` is sent.
 */
export interface Heartbeat {
  readonly checkMs: number;
  readonly windowMs: number;
}
export const DEFAULT_HEARTBEAT: Heartbeat = { checkMs: 15_000, windowMs: 30_000 };
export const HEARTBEAT_TEXT = 'hi';

export interface Pulse {
  /** Any packet from the server came. */
  beat(): void;
  stop(): void;
}

/** Starts the checks, the first at once. After `silent` nothing more is called. */
export function startPulse(
  clock: ClockPort,
  heartbeat: Heartbeat,
  actions: { readonly ask: () => void; readonly silent: () => void },
): Pulse {
  let lastPacketAt = clock.now();
  let cancel = (): void => undefined;
  const check = (): void => {
    const idleMs = clock.now() - lastPacketAt + heartbeat.checkMs / 1.5;
    if (idleMs > heartbeat.windowMs) {
      actions.silent();
      return;
    }
    if (idleMs > heartbeat.checkMs) actions.ask();
    cancel = clock.after(heartbeat.checkMs, check);
  };
  check();
  return {
    beat: () => {
      lastPacketAt = clock.now();
    },
    stop: () => cancel(),
  };
}
