import type { ResponseRule } from '@pasar/domain';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** The first Sunday of 1970. */
const SUNDAY = 3 * DAY_MS;
const MINUTES_OF_HOUR = 60;

export const toTime = (minutes: number): string =>
  [Math.floor(minutes / MINUTES_OF_HOUR), minutes % MINUTES_OF_HOUR]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

/** The name of a day of the week; 0 is Sunday. */
export function useDayName(): (day: number) => string {
  const format = new Intl.DateTimeFormat(useLocale(), { weekday: 'short', timeZone: 'UTC' });
  return (day) => format.format(SUNDAY + day * DAY_MS);
}

/** A rule in one or two sentences. */
export function useRuleText(): (rule: ResponseRule) => string {
  const { t } = useTranslation('responseRules');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const dayName = useDayName();
  const hours = new Intl.NumberFormat(locale, { style: 'unit', unit: 'hour', unitDisplay: 'long' });
  const list = new Intl.ListFormat(locale, { style: 'narrow', type: 'unit' });
  return ({ withinMs, wantedPercent: percent, windowDays: days, counts, quiet }) => {
    const facts = { percent, days, within: hours.format(withinMs / HOUR_MS) };
    const first = counts === 'first' ? t('ruleFirst', facts) : t('ruleAll', facts);
    if (quiet === null) return first;
    const names = list.format(quiet.days.map(dayName));
    return common('sentences', {
      first,
      second: t('ruleQuiet', { from: toTime(quiet.from), to: toTime(quiet.to), days: names }),
    });
  };
}
