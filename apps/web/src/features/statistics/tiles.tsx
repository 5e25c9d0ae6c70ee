import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { moneyText } from '../../base/texts/money-text.ts';
import { averagesOf, type Compared, countOf, type Rates, type Shown, salesOf } from './figures.ts';
import styles from './statistics.module.css';

/** The figures of a period, each with its change against the period before. */
export function Tiles({ rows, rates }: { readonly rows: readonly Compared[]; readonly rates: Rates | null }) {
  const { t } = useTranslation('statistics');
  return (
    <ul className={styles.tiles} aria-label={t('tile.label')}>
      <Tile name={t('tile.sales')} hint={t('tile.salesHint')} values={salesOf(rows, rates)} />
      <Tile name={t('tile.orders')} hint={t('tile.ordersHint')} values={[countOf(rows, 'orders')]} />
      <Tile name={t('tile.average')} hint={t('tile.averageHint')} values={averagesOf(rows, rates)} />
      <Tile name={t('tile.cancelled')} hint={null} values={[countOf(rows, 'cancelled')]} />
      <Tile name={t('tile.refunds')} hint={null} values={[countOf(rows, 'refunds')]} />
    </ul>
  );
}

function Tile(props: { readonly name: string; readonly hint: string | null; readonly values: readonly Shown[] }) {
  const { t } = useTranslation('statistics');
  const locale = useLocale();
  const { name, hint, values } = props;
  return (
    <li className={styles.tile}>
      <span className={styles.tileName} data-tip={hint ?? undefined}>
        {name}
      </span>
      {values.length === 0 && <span className={styles.value}>–</span>}
      {values.map((shown) => (
        <span key={shown.currency} className={styles.shown}>
          <strong className={styles.value}>
            {shown.value === null
              ? '–'
              : shown.currency === null
                ? new Intl.NumberFormat(locale).format(Number(shown.value))
                : moneyText({ amount: shown.value, currency: shown.currency }, locale)}
          </strong>
          <span className={styles.change}>{changeText(shown, t)}</span>
        </span>
      ))}
    </li>
  );
}

/** Words beside the arrow, because a colour or a sign alone is not read by everybody. */
function changeText({ change }: Shown, t: ReturnType<typeof useTranslation<'statistics'>>['t']): string {
  if (change === null) return t('change.none');
  if (change === 0) return t('change.same');
  return change > 0 ? t('change.more', { percent: change }) : t('change.less', { percent: -change });
}
