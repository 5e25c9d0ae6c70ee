import { useSyncExternalStore } from 'react';

/** The period of the shared present time: all shown ages change together, every 30 seconds. Milliseconds. */
const PERIOD_MS = 30_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of [...listeners]) each();
    }, PERIOD_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
