import type { Locale } from '@pasar/domain';

/** Spans of more than a year in months or years; the choices of retention are whole ones of these. */
const UNITS: Readonly<Record<number, readonly [count: number, unit: 'month' | 'year']>> = {
  365: [1, 'year'],
  400: [13, 'month'],
  730: [2, 'year'],
  1095: [3, 'year'],
};

/** 30 days, 13 months, 2 years. */
export function spanText(days: number, locale: Locale): string {
  const [count, unit] = UNITS[days] ?? [days, 'day'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
