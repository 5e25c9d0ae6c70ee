import { describe, expect, it } from 'vitest';
import { dayOfDue, dueOf, startOfDay } from './due.ts';

describe('the due date of a remark', () => {
  it.each(['2026-02-28', '2026-03-29', '2026-12-31'])(
    '%s is the last moment of the day, also where clocks change',
    (day) => {
      const at = dueOf(day);
      expect(dayOfDue(at)).toBe(day);
      expect(startOfDay(at ?? 0, 1)).toBe((at ?? 0) + 1);
    },
  );

  it('is none where the field is empty or half written', () => {
    expect([dueOf(''), dueOf('2026-11'), dueOf('x-y-z')]).toEqual([null, null, null]);
    expect(dayOfDue(null)).toBe('');
  });
});
