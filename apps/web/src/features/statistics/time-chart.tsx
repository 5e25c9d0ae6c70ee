import { useCallback, useMemo, useState } from 'react';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { moneyText } from '../../base/texts/money-text.ts';
import { clockTime, dayOf } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Chart } from './chart.tsx';
import { type Figures, pointsOf } from './figures.ts';
import styles from './statistics.module.css';

/** Orders or sales over the hours or days, as bars, and as a table that a screen reader always has. */
export function TimeChart({ figures, isByHour }: { readonly figures: Figures; readonly isByHour: boolean }) {
  const { t } = useTranslation('statistics');
  const locale = useLocale();
  const [wanted, setWanted] = useState<string | null>(null);
  const [isTable, setIsTable] = useState(false);
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
    <section className={`${styles.block} ${styles.overTime}`} aria-label={label}>
      <div className={styles.line}>
        <Select
          aria-label={t('chart.show')}
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
        <Button kind="link" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {t('chart.table')}
        </Button>
      </div>
      {!isTable && <Chart label={label} names={names} values={values} numberText={numberText} />}
      <table className={isTable ? styles.points : styles.heard}>
        <caption className={styles.heard}>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{isByHour ? t('chart.hour') : t('chart.day')}</th>
            <th scope="col">{currency === null ? t('tile.orders') : t('tile.sales')}</th>
          </tr>
        </thead>
        <tbody>
          {points.map((value, index) => (
            <tr key={figures.edges[index]}>
              <th scope="row">{names[index]}</th>
              <td>{currency === null ? value : moneyText({ amount: value, currency }, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
