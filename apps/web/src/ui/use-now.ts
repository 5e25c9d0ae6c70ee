import { useSyncExternalStore } from 'react';

/** The period of the shared present time: all shown ages change together, every 30 seconds. Milliseconds. */
const PERIOD_MS = 30_000;
/** A difference that the way of the server's message explains (our choice). Milliseconds. */
const SAME_MS = 2_000;
/** How far the server's clock is ahead of the computer's; 0 where they agree. */
let aheadMs = 0;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** The present time by the server's clock, as far as the server has told it. */
export const presentTime = (): number => Date.now() + aheadMs;

/** A time of the server's clock by that of the computer, for what the window has noted itself. */
export const byOwnClock = (serverTime: number): number => serverTime - aheadMs;

/**
 * Keeps what the server says the time is. Due times, ages and quiet hours are judged by it, because the clock of a computer
 * may be wrong.
 */
export function keepServerTime(serverTime: number): void {
  const ahead = serverTime - Date.now();
  if (Math.abs(ahead - aheadMs) < SAME_MS) return;
  aheadMs = Math.abs(ahead) < SAME_MS ? 0 : ahead;
  tellNow();
}

function tellNow(): void {
  now = presentTime();
  for (const each of [...listeners]) each();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = presentTime();
    timer = setInterval(tellNow, PERIOD_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
