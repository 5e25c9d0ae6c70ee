import type { Country } from './marketplace.ts';
import type { QuietTimes, ResponseRule } from './response-rules.ts';
import { createClockOf } from './statistics.ts';

/** Where the clocks of a shop stand: the capital's zone, and China's for the sites that are no country (our choice). */
const ZONES: Readonly<Record<Country, string>> = {
  ID: 'Asia/Jakarta',
  TW: 'Asia/Taipei',
  VN: 'Asia/Ho_Chi_Minh',
  TH: 'Asia/Bangkok',
  PH: 'Asia/Manila',
  MY: 'Asia/Kuala_Lumpur',
  SG: 'Asia/Singapore',
  BR: 'America/Sao_Paulo',
  MX: 'America/Mexico_City',
  CL: 'America/Santiago',
  CO: 'America/Bogota',
  PL: 'Europe/Warsaw',
  ES: 'Europe/Madrid',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  CNSC: 'Asia/Shanghai',
  GLOBAL: 'Asia/Shanghai',
  CB: 'Asia/Shanghai',
};
export const zoneOf = (country: Country): string => ZONES[country];

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAY_MINUTES = 1_440;
const DAYS_OF_WEEK = 7;

/**
 * When the answer to a buyer who wrote at `since` is due: after the rule's time, in which the quiet times of the shop's
 * wall clock do not count.
 */
export function dueAt(
  since: number,
  { withinMs, quiet }: Pick<ResponseRule, 'withinMs' | 'quiet'>,
  country: Country,
): number {
  if (quiet === null || quiet.days.length === 0 || !leavesTime(quiet)) return since + withinMs;
  const clock = clockIn(zoneOf(country));
  let at = since;
  let leftMs = withinMs;
  // The quiet time of the day before may go on after midnight.
  for (let day = midnightBefore(clock(since)) - DAY_MS; ; day += DAY_MS) {
    const stretch = quietOn(day, quiet, clock);
    if (stretch === null || stretch.to <= at) {
      // A day without quiet times lets the clock run on; whether it runs out is seen at the next quiet time.
      if (at + leftMs <= momentOf(day + DAY_MS, clock)) return at + leftMs;
      continue;
    }
    if (at + leftMs <= stretch.from) return at + leftMs;
    leftMs -= Math.max(0, stretch.from - at);
    at = stretch.to;
  }
}

/** Whether quiet times leave an hour of the week in which answers are expected. */
export function leavesTime({ from, to, days }: QuietTimes): boolean {
  const minutes = to > from ? to - from : to - from + DAY_MINUTES;
  return new Set(days).size * minutes <= DAYS_OF_WEEK * DAY_MINUTES - 60;
}

type ClockOf = (at: number) => number;

/** What the wall clock of a country shows, as if it stood in UTC. */
export const clockOfCountry = (country: Country): ClockOf => clockIn(zoneOf(country));

const clocks = new Map<string, ClockOf>();
function clockIn(zone: string): ClockOf {
  const clock = clocks.get(zone) ?? createClockOf(zone);
  if (clock === null) throw new Error(`this machine does not know the time zone ${zone}`);
  clocks.set(zone, clock);
  return clock;
}

const midnightBefore = (wall: number): number => wall - (((wall % DAY_MS) + DAY_MS) % DAY_MS);

/** The quiet time that begins on a day of the wall clock; null for none. */
function quietOn(day: number, { from, to, days }: QuietTimes, clock: ClockOf) {
  // The first of January 1970 was a Thursday.
  const weekday = (((day / DAY_MS + 4) % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK;
  if (!days.includes(weekday)) return null;
  const end = day + to * MINUTE_MS + (to > from ? 0 : DAY_MS);
  return { from: momentOf(day + from * MINUTE_MS, clock), to: momentOf(end, clock) };
}

/**
 * The moment at which the wall clock shows a time. A time that comes twice is meant the first time; a time that the clock
 * skips is that much after the jump.
 */
function momentOf(wall: number, clock: ClockOf): number {
  const before = wall - offsetAt(wall - DAY_MS, clock);
  const after = wall - offsetAt(wall + DAY_MS, clock);
  const shown = [before, after].filter((at) => clock(at) === wall);
  return shown.length === 0 ? before : Math.min(...shown);
}
const offsetAt = (at: number, clock: ClockOf): number => clock(at) - at;
