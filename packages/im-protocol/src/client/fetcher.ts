import { type Want, wantKey } from './draft.ts';
import type { Timers } from './timers.ts';

/**
 * IM-S21: fetches every want, each once at a time. A failed fetch is repeated until it succeeds; a want that changed
 * during its fetch is fetched again.
 */
export interface Fetcher {
  want(want: Want): void;
  /** Marks the answer that is on its way for this key, if any, as out of date. */
  touch(key: string): void;
  /** Asleep, the fetcher starts no fetch; wants wait. */
  setAwake(isAwake: boolean): void;
  /** True when nothing is wanted or being fetched. */
  readonly isIdle: boolean;
}

export interface FetcherParts {
  readonly timers: Timers;
  readonly retryMs: number;
  /** Number of fetches at a time (our choice). */
  readonly width: number;
  /** Fetches a want; false when it must be tried again. */
  readonly fetch: (want: Want) => Promise<boolean>;
  /** Called whenever the fetcher becomes idle. */
  readonly idle: () => void;
}

export function createFetcher({ timers, retryMs, width, fetch, idle }: FetcherParts): Fetcher {
  const queue = new Map<string, Want>();
  const running = new Map<string, { isStale: boolean }>();
  let paused = 0;
  let isAwake = true;

  const finish = (key: string, want: Want, isDone: boolean): void => {
    const isStale = running.get(key)?.isStale === true;
    running.delete(key);
    if (isDone && isStale) queue.set(key, want);
    if (!isDone) {
      paused += 1;
      timers.after(retryMs, () => {
        paused -= 1;
        queue.set(key, want);
        fill();
      });
    }
    fill();
  };

  const fill = (): void => {
    if (!isAwake) return;
    for (const [key, want] of queue) {
      if (running.size >= width) return;
      if (running.has(key)) continue;
      queue.delete(key);
      running.set(key, { isStale: false });
      void fetch(want).then((isDone) => finish(key, want, isDone));
    }
    if (queue.size === 0 && running.size === 0 && paused === 0) idle();
  };

  return {
    want: (want) => {
      const key = wantKey(want);
      const under = running.get(key);
      if (under !== undefined) under.isStale = true;
      else queue.set(key, want);
      fill();
    },
    touch: (key) => {
      const under = running.get(key);
      if (under !== undefined) under.isStale = true;
    },
    setAwake: (next) => {
      isAwake = next;
      if (queue.size > 0) fill();
    },
    get isIdle() {
      return queue.size === 0 && running.size === 0 && paused === 0;
    },
  };
}
