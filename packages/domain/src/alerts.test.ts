import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AlertState, isQuietAt, isTimeZone, stepAlert } from './alerts.ts';

const AFTER_MS = 600;

/** A minute of the life of an account, on a fake clock. */
const minute = fc.record({ byMs: fc.integer({ min: 1, max: 400 }), hurts: fc.boolean(), isQuiet: fc.boolean() });

describe('an alert', () => {
  it('is told once when it begins and once when it is over, in turn, and never in quiet hours', () => {
    fc.assert(
      fc.property(fc.array(minute, { maxLength: 60 }), (minutes) => {
        let now = 0;
        let since: number | null = null;
        let state: AlertState | null = null;
        const told: string[] = [];
        for (const { byMs, hurts, isQuiet } of minutes) {
          now += byMs;
          since = hurts ? (since ?? now) : null;
          const before: AlertState | null = state;
          const { next, tell } = stepAlert(before, since, { now, afterMs: AFTER_MS, isQuiet });
          state = next === 'over' ? null : next;
          if (tell !== null) {
            expect(isQuiet).toBe(false);
            expect(tell).toBe(told.length % 2 === 0 ? 'began' : 'over');
            if (tell === 'began') expect(now - (since ?? now)).toBeGreaterThanOrEqual(AFTER_MS);
            else expect(since).toBeNull();
            told.push(tell);
          }
          // Outside quiet hours nothing is left untold: what was told is what is.
          if (!isQuiet) {
            const isDue = since !== null && now - since >= AFTER_MS;
            expect(state === null || state === 'told').toBe(true);
            if (isDue) expect(state).toBe('told');
            if (since === null) expect(state).toBeNull();
          }
          expect(told.length % 2 === 1).toBe(state === 'told' || state === 'ending');
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('looked at twice at the same time is told once', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(null, 'open', 'told', 'ending'),
        fc.boolean(),
        fc.boolean(),
        (before: AlertState | null, hurts, isQuiet) => {
          const at = { now: 1_000, afterMs: AFTER_MS, isQuiet };
          const first = stepAlert(before, hurts ? 0 : null, at);
          const second = stepAlert(first.next === 'over' ? null : first.next, hurts ? 0 : null, at);
          expect(second.tell).toBeNull();
        },
      ),
    );
  });
});

describe('quiet hours', () => {
  const at = (time: string) => Date.parse(`2026-11-23T${time}:00Z`);
  const night = { from: 22 * 60, to: 7 * 60, timeZone: 'Asia/Bangkok' };

  it.each([
    ['14:59', false],
    ['15:00', true],
    ['17:00', true],
    ['23:59', true],
    ['00:00', false],
  ])('go over midnight in their time zone: %s UTC', (time, isQuiet) => {
    expect(isQuietAt(at(time), night)).toBe(isQuiet);
  });

  it('may lie within a day, or be none', () => {
    expect(isQuietAt(at('12:30'), { from: 720, to: 780, timeZone: 'UTC' })).toBe(true);
    expect(isQuietAt(at('13:00'), { from: 720, to: 780, timeZone: 'UTC' })).toBe(false);
    expect(isQuietAt(at('12:00'), { from: 720, to: 720, timeZone: 'UTC' })).toBe(false);
    expect(isQuietAt(at('12:00'), null)).toBe(false);
    expect([isTimeZone('Asia/Shanghai'), isTimeZone('Mars/Base')]).toEqual([true, false]);
  });
});
