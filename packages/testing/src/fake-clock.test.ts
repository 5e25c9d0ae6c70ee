import { describe, expect, it } from 'vitest';
import { createFakeClock } from './fake-clock.ts';

describe('createFakeClock', () => {
  it('runs timers in the order of their time, including timers set meanwhile, and no others', () => {
    const clock = createFakeClock(1_000);
    const ran: [string, number][] = [];
    clock.after(30, () => ran.push(['late', clock.now()]));
    clock.after(10, () => {
      ran.push(['early', clock.now()]);
      clock.after(10, () => ran.push(['nested', clock.now()]));
    });
    clock.after(5, () => ran.push(['cancelled', clock.now()]))();
    clock.after(31, () => ran.push(['never', clock.now()]));
    clock.advance(30);
    expect(ran).toEqual([
      ['early', 1_010],
      ['nested', 1_020],
      ['late', 1_030],
    ]);
    expect(clock.now()).toBe(1_030);
    expect(clock.pending).toBe(1);
  });

  it('tells when a timer of a given length is set', async () => {
    const clock = createFakeClock();
    const seen = clock.timerOf(2_000);
    clock.after(1_000, () => undefined);
    clock.after(2_000, () => undefined);
    await seen;
    await clock.timerOf(1_000);
  });
});
