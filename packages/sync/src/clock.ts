/** Time as an input: milliseconds since the epoch, and one-shot timers. */
export interface Clock {
  now(): number;
  /** Runs `task` once after `delayMs`, unless the returned function is called first. */
  after(delayMs: number, task: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, task) => {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};
