import { useSyncExternalStore } from 'react';

/** The present minute, shared by all who show an age: they all change at once, every 30 seconds. Milliseconds. */
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
