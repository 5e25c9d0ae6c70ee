import { useLocale } from '../texts/i18n.ts';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** How long an answer took, in its largest unit with one decimal place; a dash where there was none. */
export function useTook(): (ms: number | null) => string {
  const locale = useLocale();
  return (ms) => {
    if (ms === null) return '–';
    const [unit, size] = UNITS.find(([, length]) => ms >= length) ?? UNITS[3];
    const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
    return new Intl.NumberFormat(locale, format).format(ms / size);
  };
}
