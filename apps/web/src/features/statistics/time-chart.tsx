import { useCallback, useMemo, useState } from 'react';
import { ChartBlock } from '../../base/figures/chart-block.tsx';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { moneyText } from '../../base/texts/money-text.ts';
import { clockTime, dayOf } from '../../base/texts/time-format.ts';
import { Select } from '../../ui/select.tsx';
import { type Figures, pointsOf } from './figures.ts';

/** Orders or sales over the hours or days, as bars, and as a table that a screen reader always has. */
export function TimeChart({ figures, isByHour }: { readonly figures: Figures; readonly isByHour: boolean }) {
  const { t } = useTranslation('statistics');
  const { t: shared } = useTranslation('figures');
  const locale = useLocale();
  const [wanted, setWanted] = useState<string | null>(null);
  const currencies = useMemo(() => [...new Set(figures.series.map(({ currency }) => currency))], [figures]);
  const currency = currencies.find((one) => one === wanted) ?? null;
  const names = useMemo(
    () => figures.edges.slice(0, -1).map((at) => (isByHour ? clockTime(at) : dayOf(at).slice(5))),
    [figures, isByHour],
  );
  const points = useMemo(() => pointsOf(figures, currency), [figures, currency]);
  const values = useMemo(() => points.map(Number), [points]);
  const numberText = useCallback(
    (value: number) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value),
    [locale],
  );
  const label = currency === null ? t('chart.orders') : t('chart.sales', { currency });
  return (
    <ChartBlock
      label={label}
      names={names}
      values={values}
      numberText={numberText}
      headings={[
        isByHour ? shared('chart.hour') : shared('chart.day'),
        currency === null ? t('tile.orders') : t('tile.sales'),
      ]}
      cells={points.map((value) => (currency === null ? value : moneyText({ amount: value, currency }, locale)))}
    >
      <Select
        aria-label={shared('chart.show')}
        value={currency ?? ''}
        onChange={({ currentTarget: { value } }) => setWanted(value === '' ? null : value)}
      >
        <option value="">{t('chart.orders')}</option>
        {currencies.map((one) => (
          <option key={one} value={one}>
            {t('chart.sales', { currency: one })}
          </option>
        ))}
      </Select>
    </ChartBlock>
  );
}
