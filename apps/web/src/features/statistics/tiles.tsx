import type { Locale } from '@pasar/domain';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { moneyText } from '../../base/texts/money-text.ts';
import { averagesOf, type Compared, countOf, type Rates, type Shown, salesOf } from './figures.ts';
import styles from './statistics.module.css';

type Translate = ReturnType<typeof useTranslation<'statistics'>>['t'];

/** The figures of a period, each with its change against the period before; amounts where there is one currency. */
export function Tiles({ rows, rates }: { readonly rows: readonly Compared[]; readonly rates: Rates | null }) {
  const { t } = useTranslation('statistics');
  const [sales, further] = salesOf(rows, rates);
  const [average] = averagesOf(rows, rates);
  return (
    <ul className={styles.tiles} aria-label={t('tile.label')}>
      {further === undefined && (
        <>
          <Tile name={t('tile.sales')} hint={t('tile.salesHint')} shown={sales} />
          <Tile name={t('tile.average')} hint={t('tile.averageHint')} shown={average} />
        </>
      )}
      <Tile name={t('tile.orders')} hint={t('tile.ordersHint')} shown={countOf(rows, 'orders')} />
      <Tile name={t('tile.cancelled')} hint={null} shown={countOf(rows, 'cancelled')} />
      <Tile name={t('tile.refunds')} hint={null} shown={countOf(rows, 'refunds')} />
    </ul>
  );
}

function Tile(props: { readonly name: string; readonly hint: string | null; readonly shown: Shown | undefined }) {
  const { t } = useTranslation('statistics');
  const locale = useLocale();
  const { name, hint, shown } = props;
  return (
    <li className={styles.tile}>
      <span className={styles.tileName} data-tip={hint ?? undefined}>
        {name}
      </span>
      <strong className={styles.value}>{shown === undefined ? '–' : valueText(shown, locale)}</strong>
      {shown !== undefined && <span className={styles.change}>{changeText(shown, t)}</span>}
    </li>
  );
}

/** Sales and average order in each currency, because amounts of several currencies make no sum. */
export function CurrencyTable({ rows }: { readonly rows: readonly Compared[] }) {
  const { t } = useTranslation('statistics');
  const locale = useLocale();
  const averages = averagesOf(rows, null);
  return (
    <section className={styles.block} aria-label={t('money.label')}>
      <table className={styles.points}>
        <thead>
          <tr>
            <th scope="col">{t('money.currency')}</th>
            <th scope="col" data-tip={t('tile.salesHint')}>
              {t('tile.sales')}
            </th>
            <th scope="col" data-tip={t('tile.averageHint')}>
              {t('tile.average')}
            </th>
          </tr>
        </thead>
        <tbody>
          {salesOf(rows, null).map((sales) => {
            const average = averages.find(({ currency }) => currency === sales.currency);
            return (
              <tr key={sales.currency}>
                <th scope="row">{sales.currency}</th>
                <td>
                  <strong>{valueText(sales, locale)}</strong> <ShortChange shown={sales} />
                </td>
                <td>
                  {average === undefined ? (
                    '–'
                  ) : (
                    <>
                      {valueText(average, locale)} <ShortChange shown={average} />
                    </>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function valueText({ value, currency }: Shown, locale: Locale): string {
  if (value === null) return '–';
  return currency === null
    ? new Intl.NumberFormat(locale).format(Number(value))
    : moneyText({ amount: value, currency }, locale);
}

/** Words beside the arrow, because a sign alone is not read by everybody. */
function changeText({ change }: Shown, t: Translate): string {
  if (change === null) return t('change.none');
  if (change === 0) return t('change.same');
  return change > 0 ? t('change.more', { percent: change }) : t('change.less', { percent: -change });
}

/** The change without its words, which the tip says and a screen reader hears. */
function ShortChange({ shown }: { readonly shown: Shown }) {
  const { t } = useTranslation('statistics');
  const { change } = shown;
  const words = changeText(shown, t);
  return (
    <span className={styles.change} role="img" aria-label={words} data-tip={words}>
      {change === null ? '–' : change === 0 ? '=' : `${change > 0 ? '▲' : '▼'} ${Math.abs(change)}%`}
    </span>
  );
}
