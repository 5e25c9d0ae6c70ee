import type { Clock } from '../types.ts';

/** `setTimeout` fires at once beyond this many milliseconds, so a longer delay is split. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's own time. Its timers never keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    let timer: NodeJS.Timeout;
    const sleep = (leftMs: number): void => {
      timer = setTimeout(
        () => (leftMs > LONGEST_TIMER_MS ? sleep(leftMs - LONGEST_TIMER_MS) : run()),
        Math.min(leftMs, LONGEST_TIMER_MS),
      );
      timer.unref();
    };
    sleep(delayMs);
    return () => clearTimeout(timer);
  },
};
