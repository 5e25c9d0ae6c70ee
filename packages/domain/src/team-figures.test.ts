import { describe, expect, it } from 'vitest';
import { wallHours } from './team-figures.ts';

const hours = (timeZone: string, from: string, to: string) =>
  wallHours(timeZone, Date.parse(from), Date.parse(to))?.map(
    ({ from: at, hour }) => `${new Date(at).toISOString().slice(11, 16)} ${hour}`,
  );

describe('the hours of a wall clock', () => {
  it('begin at the full hours of the zone, also where it is half an hour off', () => {
    expect(hours('Asia/Shanghai', '2026-11-25T14:20:00Z', '2026-11-25T17:00:00Z')).toEqual([
      '14:20 22',
      '15:00 23',
      '16:00 0',
    ]);
    expect(hours('Asia/Kolkata', '2026-11-25T00:00:00Z', '2026-11-25T02:00:00Z')).toEqual([
      '00:00 5',
      '00:30 6',
      '01:30 7',
    ]);
  });

  it('come twice where the clock is put back, and one is left out where it is put forward', () => {
    expect(hours('Europe/Madrid', '2026-10-25T00:00:00Z', '2026-10-25T03:00:00Z')).toEqual([
      '00:00 2',
      '01:00 2',
      '02:00 3',
    ]);
    expect(hours('Europe/Madrid', '2026-03-29T00:00:00Z', '2026-03-29T02:00:00Z')).toEqual(['00:00 1', '01:00 3']);
  });

  it('are none for an unknown zone', () => expect(wallHours('Nowhere/City', 0, 1)).toBeNull());
});
