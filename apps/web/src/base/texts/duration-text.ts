import type { Locale } from '@pasar/domain';
import { age } from './time-format.ts';

const UNITS = { minutes: 'minute', hours: 'hour', days: 'day' } as const;

/** A length of time as one number and its unit: 3 days. Never less than a minute. */
export function durationText(ms: number, locale: Locale): string {
  const { unit, count } = age(0, ms);
  return new Intl.NumberFormat(locale, { style: 'unit', unit: UNITS[unit], unitDisplay: 'long' }).format(count);
}
