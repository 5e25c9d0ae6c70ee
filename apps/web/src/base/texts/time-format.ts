import type { Locale } from '@pasar/domain';

/**
 * Times in the desk's formats. All functions take milliseconds and use the machine's time zone and the Gregorian
 * calendar.
 */
const two = (value: number): string => String(value).padStart(2, '0');

/** 2026-11-21, the same for all moments of one day. */
export function dayOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** 14:05. */
export function clockTime(at: number): string {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** 2026-11-21 14:05:09: the default format of spec 1 §2. */
export const fullTime = (at: number): string => `${dayOf(at)} ${clockTime(at)}:${two(new Date(at).getSeconds())}`;

const DAY_MS = 86_400_000;

/** The number of midnights between the two times: 0 today, 1 yesterday; negative for the future. */
export function daysAgo(at: number, now: number): number {
  const start = (time: number) => {
    const date = new Date(time);
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  };
  return Math.round((start(now) - start(at)) / DAY_MS);
}

const formats = new Map<string, Intl.DateTimeFormat>();
function format(locale: Locale, style: 'weekday' | 'day' | 'dayAndYear'): Intl.DateTimeFormat {
  const key = `${locale} ${style}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const options: Intl.DateTimeFormatOptions =
    style === 'weekday'
      ? { weekday: 'short' }
      : { month: 'long', day: 'numeric', weekday: 'short', ...(style === 'dayAndYear' ? { year: 'numeric' } : {}) };
  const made = new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, options);
  formats.set(key, made);
  return made;
}

/** 11-21 this year, else 2025-11-21. */
export function shortDay(at: number, now: number): string {
  const day = dayOf(at);
  return day.slice(0, 4) === dayOf(now).slice(0, 4) ? day.slice(5) : day;
}

/** In a list: 14:05 today, a weekday this week, 11-21 this year, else 2025-11-21; of a later day 11-30 14:05. */
export function listTime(at: number, now: number, locale: Locale): string {
  const days = daysAgo(at, now);
  if (days < 0) return `${shortDay(at, now)} ${clockTime(at)}`;
  if (days === 0) return clockTime(at);
  if (days < 7) return format(locale, 'weekday').format(at);
  return shortDay(at, now);
}

/** The heading above the first message of a day; today and yesterday are words. */
export function dayName(at: number, now: number, locale: Locale): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return format(locale, isThisYear ? 'day' : 'dayAndYear').format(at);
}

/** The age as one number and its unit: whole minutes, hours or days, never less than a minute. */
export function age(
  since: number,
  now: number,
): { readonly unit: 'minutes' | 'hours' | 'days'; readonly count: number } {
  const minutes = Math.max(1, Math.floor((now - since) / 60_000));
  if (minutes < 60) return { unit: 'minutes', count: minutes };
  if (minutes < 24 * 60) return { unit: 'hours', count: Math.floor(minutes / 60) };
  return { unit: 'days', count: Math.floor(minutes / (24 * 60)) };
}
