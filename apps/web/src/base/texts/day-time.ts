import { useLocale } from './i18n.ts';

const MINUTES_OF_HOUR = 60;
const DAY_MS = 86_400_000;
/** The first Sunday of 1970. */
const SUNDAY = 3 * DAY_MS;

/** Minutes of the day as 08:30. */
export const toTime = (minutes: number): string =>
  [Math.floor(minutes / MINUTES_OF_HOUR), minutes % MINUTES_OF_HOUR]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

/** Null: no time of the day. */
export function toMinutes(time: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  return hours === undefined ? null : Number(hours) * MINUTES_OF_HOUR + Number(minutes);
}

/** The name of a day of the week; 0 is Sunday. */
export function useDayName(): (day: number) => string {
  const format = new Intl.DateTimeFormat(useLocale(), { weekday: 'short', timeZone: 'UTC' });
  return (day) => format.format(SUNDAY + day * DAY_MS);
}
