import { describe, expect, it } from 'vitest';
import type { QuietHours } from './alerts.ts';
import { isRuleQuietAt } from './reach.ts';

const at = (time: string) => Date.parse(`2026-11-25T${time}Z`);
const hours = (from: number, to: number, timeZone = 'UTC'): QuietHours => ({ from, to, timeZone });
/** From 22:00 to 07:00. */
const night = hours(1_320, 420);
/** From 12:00 to 13:00. */
const noon = hours(720, 780);

describe('a rule of reach', () => {
  it.each([
    ['has none, the member neither', '23:00', null, null, false],
    ["has none: the member's apply, at night", '23:00', null, night, true],
    ["has none: the member's apply, by day", '12:30', null, night, false],
    ['is quiet at noon, where the member is not', '12:30', noon, null, true],
    ["is quiet at noon alone, instead of the member's night", '23:00', noon, night, false],
    ['is never quiet', '23:00', 'never', night, false],
    ['begins with its first minute', '12:00', noon, null, true],
    ['is not quiet a minute before', '11:59', noon, null, false],
    ['is quiet in the last minute', '12:59', noon, null, true],
    ['ends with the minute of its end', '13:00', noon, null, false],
    ['goes over midnight: at its beginning', '22:00', night, noon, true],
    ['goes over midnight: before its beginning', '21:59', night, noon, false],
    ['goes over midnight: the last minute of the day', '23:59', night, noon, true],
    ['goes over midnight: the first minute of the day', '00:00', night, noon, true],
    ['goes over midnight: before its end', '06:59', night, noon, true],
    ['goes over midnight: at its end', '07:00', night, noon, false],
    ['ends at midnight', '00:00', hours(1_320, 0), null, false],
    ['begins at midnight', '00:00', hours(0, 420), null, true],
    // Bangkok is seven hours before UTC.
    ['has its own time zone', '15:00', hours(1_320, 420, 'Asia/Bangkok'), null, true],
    ['has its own time zone, whatever the member chose', '22:30', hours(1_320, 300, 'Asia/Bangkok'), night, false],
  ] as const)('%s', (_name, time, ofRule, ofMember, isQuiet) => {
    expect(isRuleQuietAt(at(time), { quietHours: ofRule }, { quietHours: ofMember })).toBe(isQuiet);
  });
});
