import type { Locale } from '@pasar/domain';
import styles from '../../base/figures/figures.module.css';
import { Tile, useChangeText } from '../../base/figures/tile.tsx';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { moneyText } from '../../base/texts/money-text.ts';
import { numberText } from '../../base/texts/number-text.ts';
import { averagesOf, type Compared, countOf, type Rates, type Shown, salesOf } from './figures.ts';

/** The figures of a period, each with its change against the period before; amounts where there is one currency. */
export function Tiles({ rows, rates }: { readonly rows: readonly Compared[]; readonly rates: Rates | null }) {
  const { t } = useTranslation('statistics');
  const [sales, further] = salesOf(rows, rates);
  const [average] = averagesOf(rows, rates);
  return (
    <ul className={styles.tiles} aria-label={t('tile.label')}>
      {further === undefined && (
        <>
          <ShownTile name={t('tile.sales')} hint={t('tile.salesHint')} shown={sales} />
          <ShownTile name={t('tile.average')} hint={t('tile.averageHint')} shown={average} />
        </>
      )}
      <ShownTile name={t('tile.orders')} hint={t('tile.ordersHint')} shown={countOf(rows, 'orders')} />
      <ShownTile name={t('tile.cancelled')} hint={null} shown={countOf(rows, 'cancelled')} />
      <ShownTile name={t('tile.refunds')} hint={null} shown={countOf(rows, 'refunds')} />
    </ul>
  );
}

function ShownTile(props: { readonly name: string; readonly hint: string | null; readonly shown: Shown | undefined }) {
  const changeText = useChangeText();
  const locale = useLocale();
  const { name, hint, shown } = props;
  return (
    <Tile
      name={name}
      hint={hint}
      value={shown === undefined ? '–' : valueText(shown, locale)}
      change={shown === undefined ? null : changeText(shown.change)}
    />
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
                  {average === undefined || average.value === null ? (
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
  return currency === null ? numberText(Number(value), locale) : moneyText({ amount: value, currency }, locale);
}

/** The change without its words, which the tip says and a screen reader hears. */
function ShortChange({ shown }: { readonly shown: Shown }) {
  const changeText = useChangeText();
  const { change } = shown;
  const words = changeText(change);
  return (
    <span className={styles.change} role="img" aria-label={words} data-tip={words}>
      {change === null ? '–' : change === 0 ? '=' : `${change > 0 ? '▲' : '▼'} ${Math.abs(change)}%`}
    </span>
  );
}
