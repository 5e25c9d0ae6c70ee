import { describe, expect, it } from 'vitest';
import { averageOf, changePercent, convertedSum, figureSpan } from './statistics.ts';

const HOUR_MS = 3_600_000;
const at = (text: string) => Date.parse(text);
const iso = (moment: number | undefined) => new Date(moment ?? 0).toISOString();

describe('what a period covers', () => {
  it('begins a day at midnight of the time zone', () => {
    const span = figureSpan('yesterday', 'Asia/Jakarta', at('2026-11-24T03:20:00Z'));
    expect(span?.edges).toHaveLength(25);
    expect(iso(span?.edges[0])).toBe('2026-11-22T17:00:00.000Z');
    expect(iso(span?.edges.at(-1))).toBe('2026-11-23T17:00:00.000Z');
    expect(iso(span?.beforeFrom)).toBe('2026-11-21T17:00:00.000Z');
    expect(span?.beforeTo).toBe(span?.edges[0]);
  });

  it('compares today, as far as its hours have begun, with the same hours of yesterday', () => {
    const span = figureSpan('real_time', 'Asia/Jakarta', at('2026-11-24T03:20:00Z'));
    expect(iso(span?.edges[0])).toBe('2026-11-23T17:00:00.000Z');
    expect(iso(span?.edges.at(-1))).toBe('2026-11-24T04:00:00.000Z');
    expect(iso(span?.beforeFrom)).toBe('2026-11-22T17:00:00.000Z');
    expect(iso(span?.beforeTo)).toBe('2026-11-23T04:00:00.000Z');
  });

  it.each([
    ['begins', '2026-03-30T10:00:00Z', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', 23],
    ['ends', '2026-10-26T10:00:00Z', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', 25],
  ])('has a day of other length where summer time %s', (_, now, from, to, hours) => {
    const span = figureSpan('yesterday', 'Europe/Warsaw', at(now));
    expect(iso(span?.edges[0])).toBe(from);
    expect(iso(span?.edges.at(-1))).toBe(to);
    expect(span?.edges).toHaveLength(hours + 1);
    const week = figureSpan('past7days', 'Europe/Warsaw', at(now));
    expect(week?.edges).toHaveLength(8);
    expect(((week?.edges[7] ?? 0) - (week?.edges[6] ?? 0)) / HOUR_MS).toBe(hours);
    expect(((week?.edges[6] ?? 0) - (week?.edges[5] ?? 0)) / HOUR_MS).toBe(24);
  });

  it('begins a day after the skipped midnight, and after the second pass of the hour before it', () => {
    // Summer time began at midnight of 2018-11-04 and ended at midnight of 2018-02-18.
    const begun = figureSpan('real_time', 'America/Sao_Paulo', at('2018-11-04T15:00:00Z'));
    expect(iso(begun?.edges[0])).toBe('2018-11-04T03:00:00.000Z');
    const ended = figureSpan('real_time', 'America/Sao_Paulo', at('2018-02-18T15:00:00Z'));
    expect(iso(ended?.edges[0])).toBe('2018-02-18T03:00:00.000Z');
    expect(iso(ended?.beforeFrom)).toBe('2018-02-17T02:00:00.000Z');
  });

  it('has 30 whole days before today, and as many before those', () => {
    const span = figureSpan('past30days', 'America/Sao_Paulo', at('2026-11-24T02:30:00Z'));
    expect(span?.edges).toHaveLength(31);
    expect(iso(span?.edges.at(-1))).toBe('2026-11-23T03:00:00.000Z');
    expect(iso(span?.beforeFrom)).toBe('2026-09-24T03:00:00.000Z');
    expect(span?.beforeTo).toBe(span?.edges[0]);
  });

  it('knows no invented time zone', () => {
    expect(figureSpan('yesterday', 'Mars/Olympus', 0)).toBeNull();
  });
});

describe('amounts', () => {
  const RATES = [{ currency: 'THB', rate: '0.21', asOf: '2026-11-20' }];

  it('are converted without a double, and what has no rate is named', () => {
    const amounts = [
      { amount: '99999999999999.99', currency: 'THB' },
      { amount: '0.01', currency: 'CNY' },
      { amount: '5', currency: 'VND' },
    ];
    expect(convertedSum(amounts, 'CNY', RATES)).toEqual({ amount: '21000000000000.01', without: ['VND'] });
  });

  it('are rounded half to even', () => {
    expect(averageOf('0.25', 2)).toBe('0.12');
    expect(averageOf('0.27', 2)).toBe('0.14');
    expect(averageOf('1', 0)).toBeNull();
  });

  it('change by whole percents; nothing before gives none', () => {
    expect(changePercent('150', '100')).toBe(50);
    expect(changePercent('50', '100')).toBe(-50);
    expect(changePercent('5', '0')).toBeNull();
  });
});
