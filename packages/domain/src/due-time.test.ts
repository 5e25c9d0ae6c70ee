import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueAt, leavesTime, zoneOf } from './due-time.ts';
import { COUNTRIES, type Country } from './marketplace.ts';
import type { QuietTimes } from './response-rules.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const NIGHT: QuietTimes = { from: 22 * 60, to: 8 * 60, days: EVERY_DAY };

const due = (since: string, hours: number, quiet: QuietTimes | null, country: Country) =>
  new Date(dueAt(Date.parse(since), { withinMs: hours * HOUR, quiet }, country)).toISOString();

describe('the due time', () => {
  it('is the time of the rule later where no time is quiet', () => {
    expect(due('2026-11-25T03:00:00Z', 12, null, 'SG')).toBe('2026-11-25T15:00:00.000Z');
    expect(due('2026-11-25T03:00:00Z', 12, { ...NIGHT, days: [] }, 'SG')).toBe('2026-11-25T15:00:00.000Z');
  });

  it.each([
    // Singapore is eight hours ahead: 20:00 there, two hours until the night, ten after it.
    ['before a quiet night', '2026-11-25T12:00:00Z', 12, NIGHT, 'SG', '2026-11-26T10:00:00.000Z'],
    ['in a quiet night', '2026-11-25T16:00:00Z', 1, NIGHT, 'SG', '2026-11-26T01:00:00.000Z'],
    ['exactly where the night begins', '2026-11-25T14:00:00Z', 1, NIGHT, 'SG', '2026-11-26T01:00:00.000Z'],
    ['exactly where it ends', '2026-11-26T00:00:00Z', 1, NIGHT, 'SG', '2026-11-26T01:00:00.000Z'],
    ['until exactly where the night begins', '2026-11-25T13:00:00Z', 1, NIGHT, 'SG', '2026-11-25T14:00:00.000Z'],
    // A Sunday off: from Saturday 20:00 of Bangkok, four hours on Saturday, the rest on Monday.
    ['over a day off', '2026-11-28T13:00:00Z', 6, { from: 0, to: 1_440, days: [0] }, 'TH', '2026-11-29T19:00:00.000Z'],
    // Two nights: 14 hours of each day count.
    ['over two nights', '2026-11-25T00:00:00Z', 30, NIGHT, 'SG', '2026-11-27T02:00:00.000Z'],
    // Only the night after a Friday is quiet, which ends on Saturday.
    ['after another day', '2026-11-25T12:00:00Z', 12, { ...NIGHT, days: [5] }, 'SG', '2026-11-26T00:00:00.000Z'],
    ['on the day itself', '2026-11-27T12:00:00Z', 12, { ...NIGHT, days: [5] }, 'SG', '2026-11-28T10:00:00.000Z'],
    // Poland puts its clock back on 25 October 2026 at 03:00 (01:00 UTC): that night has eleven hours.
    ['over the end of summer time', '2026-10-24T19:00:00Z', 2, NIGHT, 'PL', '2026-10-25T08:00:00.000Z'],
    // And forward on 29 March 2026 at 02:00: that night has nine hours.
    ['over its begin', '2026-03-28T20:00:00Z', 2, NIGHT, 'PL', '2026-03-29T07:00:00.000Z'],
    // 02:30 does not exist in that night, and means 03:30.
    [
      'at a time that is skipped',
      '2026-03-29T00:00:00Z',
      1,
      { from: 90, to: 150, days: [0] },
      'PL',
      '2026-03-29T02:00:00.000Z',
    ],
    // 02:30 comes twice on 25 October, and ends the first time.
    [
      'at a time that comes twice',
      '2026-10-25T00:00:00Z',
      1,
      { from: 60, to: 150, days: [0] },
      'PL',
      '2026-10-25T01:30:00.000Z',
    ],
    // Chile puts its clock forward at midnight (04:00 UTC) of 6 September 2026: that day begins at 01:00.
    [
      'where midnight is skipped',
      '2026-09-06T02:00:00Z',
      3,
      { from: 0, to: 480, days: [0] },
      'CL',
      '2026-09-06T12:00:00.000Z',
    ],
    // And back at midnight (03:00 UTC) of 5 April 2026: 23:01 comes twice on that Saturday, and ends the first time.
    [
      'at a time before midnight that comes twice',
      '2026-04-05T00:00:00Z',
      1,
      { from: 240, to: 1_381, days: [6] },
      'CL',
      '2026-04-05T03:01:00.000Z',
    ],
  ] as const)('%s', (_name, since, hours, quiet, country, expected) => {
    expect(due(since, hours, quiet, country)).toBe(expected);
  });

  it('counts the minutes that are not quiet, in every country', () => {
    const minuteOf = fc.integer({ min: 0, max: 1_440 });
    const quiets = fc
      .record({
        from: fc.integer({ min: 0, max: 1_439 }),
        to: minuteOf,
        days: fc.uniqueArray(fc.integer({ min: 0, max: 6 })),
      })
      .filter(leavesTime);
    // Around the changes of summer time of 2026, away from the hours whose minutes come twice or never: until 03:00 in
    // Europe, around midnight in Chile.
    const isOnce = (minute: number) => (minute >= 240 && minute <= 1_380) || minute === 1_440;
    const days = ['2026-03-29', '2026-10-25', '2026-09-06', '2026-04-05', '2026-11-25'];
    fc.assert(
      fc.property(
        fc.constantFrom(...COUNTRIES),
        fc.constantFrom(...days),
        fc.integer({ min: -2_000, max: 2_000 }),
        fc.integer({ min: 1, max: 12 }),
        quiets.filter(({ from, to }) => isOnce(from) && isOnce(to)),
        (country, day, minutes, hours, quiet) => {
          const since = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE;
          const at = dueAt(since, { withinMs: hours * HOUR, quiet }, country);
          let counted = 0;
          for (let minute = since; minute < at; minute += MINUTE)
            if (!isQuiet(minute, quiet, zoneOf(country))) counted += 1;
          expect(counted).toBe(hours * 60);
          expect(isQuiet(at - MINUTE, quiet, zoneOf(country))).toBe(false);
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** By what a clock on the wall shows, minute for minute. */
const formats = new Map<string, Intl.DateTimeFormat>();
function isQuiet(at: number, { from, to, days }: QuietTimes, zone: string): boolean {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  formats.set(zone, format);
  const [weekday = '', time = ''] = format.format(at).split(/,? /);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const today = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(weekday);
  const now = hour * 60 + minute;
  const isOvernight = to <= from;
  const beganToday = days.includes(today) && now >= from && (isOvernight || now < to);
  return beganToday || (isOvernight && days.includes((today + 6) % 7) && now < to);
}

it('quiet times leave an hour a week', () => {
  expect(leavesTime({ from: 0, to: 1_440, days: [0, 1, 2, 3, 4, 5] })).toBe(true);
  expect(leavesTime({ from: 0, to: 1_440, days: EVERY_DAY })).toBe(false);
  expect(leavesTime({ from: 480, to: 480, days: EVERY_DAY })).toBe(false);
  // All the same, there is a due time.
  expect(dueAt(5, { withinMs: HOUR, quiet: { from: 0, to: 1_440, days: EVERY_DAY } }, 'SG')).toBe(HOUR + 5);
});
