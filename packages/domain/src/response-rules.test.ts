import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueIn, lateAnswersLeft, responseRuleOf, sharePercent } from './response-rules.ts';

const HOUR = 3_600_000;
const rule = responseRuleOf('shopee', 'SG');

describe('the time of an answer', () => {
  it.each([
    [0, 'calm'],
    [10 * HOUR - 1, 'calm'],
    [10 * HOUR, 'soon'],
    [12 * HOUR - 1, 'soon'],
    [12 * HOUR, 'overdue'],
  ] as const)('after %i ms is %s', (waited, urgency) => {
    expect(dueIn(1_000 + rule.withinMs, 1_000 + waited)).toEqual({
      leftMs: 12 * HOUR - waited,
      urgency,
    });
  });

  it('is that of the country where the country has its own rule', () => {
    expect(responseRuleOf('shopee', 'TH')).toMatchObject({ wantedPercent: 60, withinMs: 12 * HOUR, counts: 'first' });
    expect(responseRuleOf('tiktok', 'TH').wantedPercent).toBe(90);
  });
});

describe('the share of answers in time', () => {
  it('is null for no answers, and rounded down', () => {
    expect(sharePercent({ inTime: 0, late: 0 })).toBeNull();
    expect(sharePercent({ inTime: 849, late: 151 })).toBe(84);
  });

  it('falls below what is wanted with the last of the answers that are left, and not before', () => {
    const below = (inTime: number, late: number) => inTime * 100 < rule.wantedPercent * (inTime + late);
    fc.assert(
      fc.property(fc.nat(2_000), fc.nat(400), (inTime, late) => {
        const left = lateAnswersLeft({ inTime, late }, rule);
        expect(below(inTime, late + left)).toBe(true);
        expect(left === 0 || !below(inTime, late + left - 1)).toBe(true);
      }),
    );
  });
});
