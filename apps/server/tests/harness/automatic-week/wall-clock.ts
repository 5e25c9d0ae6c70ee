import type { Country } from '@pasar/domain';

/** Where the clocks of the shops stand, written here once more so that the product's own table is not asked. */
const ZONES: Readonly<Partial<Record<Country, string>>> = {
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
};
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const formats = new Map<Country, Intl.DateTimeFormat>();

/** What a clock on a wall of the country shows. `day` is `2030-03-31`; `weekday` 0 is Sunday. */
export function wallClock(at: number, country: Country) {
  const format =
    formats.get(country) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: ZONES[country],
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      weekday: 'short',
    });
  formats.set(country, format);
  const shown = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const { year = '', month = '', day = '', hour = '', minute = '', weekday = '' } = shown;
  return {
    day: `${year}-${month}-${day}`,
    weekday: WEEKDAYS.indexOf(weekday),
    minutes: Number(hour) * 60 + Number(minute),
  };
}

/** Minutes of the day, and weekdays from Sunday. `to` before `from`: on to the next day. */
export interface Hours {
  readonly from: number;
  readonly to: number;
  readonly days: readonly number[];
}

export function isIn(hours: Hours, at: number, country: Country): boolean {
  const { weekday, minutes } = wallClock(at, country);
  const begunToday = hours.days.includes(weekday) && minutes >= hours.from;
  if (hours.from < hours.to) return begunToday && minutes < hours.to;
  return begunToday || (hours.days.includes((weekday + 6) % 7) && minutes < hours.to);
}
