import { describe, expect, it } from 'vitest';
import { age, clockTime, dayName, dayOf, daysAgo, fullTime, listTime, shortDay } from './time-format.ts';

const at = (...parts: [number, number, number, number?, number?, number?]) => {
  const [year, month, day, hour = 0, minute = 0, second = 0] = parts;
  return new Date(year, month - 1, day, hour, minute, second).getTime();
};
const NOW = at(2026, 11, 21, 14, 5);

describe('times', () => {
  it('are written as the specification says', () => {
    expect(fullTime(at(2026, 1, 2, 3, 4, 5))).toBe('2026-01-02 03:04:05');
    expect(clockTime(NOW)).toBe('14:05');
    expect(dayOf(at(2026, 1, 2, 23, 59, 59))).toBe('2026-01-02');
  });

  it('in a list say the least that is enough', () => {
    expect(listTime(at(2026, 11, 21, 0, 0), NOW, 'en')).toBe('00:00');
    expect(listTime(at(2026, 11, 20, 23, 59), NOW, 'en')).toBe('Fri');
    expect(listTime(at(2026, 11, 15, 1, 0), NOW, 'zh-CN')).toBe('周日');
    expect(listTime(at(2026, 11, 14, 23, 0), NOW, 'en')).toBe('11-14');
    expect(listTime(at(2025, 12, 31, 23, 0), NOW, 'en')).toBe('2025-12-31');
    expect(listTime(NOW + 60_000, NOW, 'en')).toBe('14:06');
    expect(listTime(at(2026, 11, 22, 3, 19), NOW, 'en')).toBe('11-22 03:19');
    expect(listTime(at(2027, 1, 2, 3, 19), NOW, 'en')).toBe('2027-01-02 03:19');
  });

  it('name the year of a day only where it is another', () => {
    expect(shortDay(at(2026, 1, 2), NOW)).toBe('01-02');
    expect(shortDay(at(2025, 12, 31), NOW)).toBe('2025-12-31');
  });

  it('count days by midnights, not by hours', () => {
    expect(daysAgo(at(2026, 11, 20, 23, 59), at(2026, 11, 21, 0, 1))).toBe(1);
    expect(daysAgo(at(2026, 11, 21, 0, 1), at(2026, 11, 21, 23, 59))).toBe(0);
  });

  it('name a day in the Gregorian calendar, in Thai too', () => {
    expect(dayName(at(2025, 12, 31), NOW, 'th')).toContain('2025');
    expect(dayName(at(2026, 11, 19), NOW, 'zh-CN')).toMatch(/11月19日/);
    expect(dayName(at(2026, 11, 19), NOW, 'en')).not.toContain('2026');
  });

  it('give an age as one number, never less than a minute', () => {
    expect(age(NOW, NOW)).toEqual({ unit: 'minutes', count: 1 });
    expect(age(NOW - 59 * 60_000, NOW)).toEqual({ unit: 'minutes', count: 59 });
    expect(age(NOW - 60 * 60_000, NOW)).toEqual({ unit: 'hours', count: 1 });
    expect(age(NOW - 49 * 3_600_000, NOW)).toEqual({ unit: 'days', count: 2 });
  });
});
