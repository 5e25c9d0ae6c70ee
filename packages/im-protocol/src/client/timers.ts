import type { ClockPort } from './ports.ts';

/** The timers of one client: stopping cancels all of them, and ends every pause. */
export interface Timers extends ClockPort {
  /** True when the time has passed, false when the timers were stopped first. */
  pause(delayMs: number): Promise<boolean>;
  stop(): void;
  readonly isStopped: boolean;
}

export function createTimers(clock: ClockPort): Timers {
  const running = new Set<() => void>();
  let isStopped = false;
  const start = (delayMs: number, run: () => void, cancelled: () => void): (() => void) => {
    if (isStopped) {
      cancelled();
      return () => undefined;
    }
    const cancelClock = clock.after(delayMs, () => {
      running.delete(cancel);
      run();
    });
    const cancel = (): void => {
      if (!running.delete(cancel)) return;
      cancelClock();
      cancelled();
    };
    running.add(cancel);
    return cancel;
  };
  return {
    now: () => clock.now(),
    after: (delayMs, run) => start(delayMs, run, () => undefined),
    pause: (delayMs) =>
      new Promise((resolve) => {
        start(
          delayMs,
          () => resolve(true),
          () => resolve(false),
        );
      }),
    stop: () => {
      isStopped = true;
      for (const cancel of [...running]) cancel();
    },
    get isStopped() {
      return isStopped;
    },
  };
}
