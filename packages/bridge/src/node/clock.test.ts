import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from './clock.ts';

describe('systemClock', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs after the delay, once, and not at all when cancelled', () => {
    const run = vi.fn();
    const cancelled = vi.fn();
    systemClock.after(1_000, run);
    systemClock.after(1_000, cancelled)();
    vi.advanceTimersByTime(999);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5_000);
    expect(run).toHaveBeenCalledTimes(1);
    expect(cancelled).not.toHaveBeenCalled();
  });

  it('sleeps through delays longer than a timer can hold', () => {
    const run = vi.fn();
    systemClock.after(2 ** 31 + 5_000, run);
    vi.advanceTimersByTime(2 ** 31);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5_000);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
