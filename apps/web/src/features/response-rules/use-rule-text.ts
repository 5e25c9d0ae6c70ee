import type { ResponseRule } from '@pasar/domain';
import { toTime, useDayName } from '../../base/texts/day-time.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';

const HOUR_MS = 3_600_000;
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
