import { MARKETPLACE_NAMES, type ShopId } from '@pasar/domain';
import { useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { shopName } from '../../base/shops/health.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { moneyText } from '../../base/texts/money-text.ts';
import { MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import { averagesOf, type Compared, countOf, type Figures, type Rates, salesOf } from './figures.ts';
import styles from './statistics.module.css';

const COLUMNS = ['shop', 'sales', 'orders', 'average', 'cancelled', 'refunds'] as const;
type Column = (typeof COLUMNS)[number];
const COLUMN_TEXTS = {
  shop: 'table.shop',
  sales: 'tile.sales',
  orders: 'tile.orders',
  average: 'tile.average',
  cancelled: 'tile.cancelled',
  refunds: 'tile.refunds',
} as const satisfies Record<Column, string>;

interface ShopRow {
  readonly shopId: ShopId;
  readonly name: string;
  readonly rows: readonly Compared[];
}

/** The figures of each shop; a shop without orders in both periods is absent. */
export function ShopTable(props: {
  readonly figures: Figures;
  readonly rates: Rates | null;
  readonly openId: ShopId | null;
  readonly onOpen: (shopId: ShopId) => void;
}) {
  const { figures, rates, openId, onOpen } = props;
  const { t } = useTranslation('statistics');
  const locale = useLocale();
  const shops = useDeskState((state) => state.shops);
  const [sort, setSort] = useState<{ readonly column: Column; readonly isUp: boolean }>({
    column: 'orders',
    isUp: false,
  });
  const byShop = Map.groupBy(figures.shops, ({ shopId }) => shopId);
  const rows = [...byShop].map(([shopId, own]): ShopRow => {
    const shop = shops.get(shopId);
    return { shopId, name: shop === undefined ? t('table.gone') : shopName(shop), rows: own };
  });
  const sorted = rows.toSorted((one, other) => {
    const by = sort.column === 'shop' ? one.name.localeCompare(other.name) : rank(one) - rank(other);
    return sort.isUp ? by : -by;
  });
  function rank({ rows: own }: ShopRow): number {
    if (sort.column === 'shop') return 0;
    // Ours: amounts of several currencies are ordered as numbers unless they are converted.
    if (sort.column === 'sales') return Number(salesOf(own, rates)[0]?.value ?? 0);
    if (sort.column === 'average') return Number(averagesOf(own, rates)[0]?.value ?? 0);
    return Number(countOf(own, sort.column).value);
  }
  const most = Math.max(1, ...rows.map((row) => Number(countOf(row.rows, 'orders').value)));
  const number = (value: string | null) => new Intl.NumberFormat(locale).format(Number(value ?? 0));
  return (
    <section className={styles.block} aria-label={t('table.label')}>
      <h2 className={styles.subtitle}>{t('table.label')}</h2>
      <div className={styles.wide}>
        <table className={styles.shops}>
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th
                  key={column}
                  scope="col"
                  aria-sort={sort.column !== column ? 'none' : sort.isUp ? 'ascending' : 'descending'}
                >
                  <button
                    type="button"
                    onClick={() => setSort({ column, isUp: sort.column === column ? !sort.isUp : column === 'shop' })}
                  >
                    {t(COLUMN_TEXTS[column])}
                    <span aria-hidden="true">{sort.column !== column ? '' : sort.isUp ? ' ↑' : ' ↓'}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ shopId, name, rows: own }) => {
              const shop = shops.get(shopId);
              const orders = countOf(own, 'orders').value;
              return (
                <tr key={shopId} data-shop={shopId}>
                  <th scope="row">
                    <button
                      type="button"
                      className={styles.shop}
                      aria-expanded={openId === shopId}
                      onClick={() => onOpen(shopId)}
                    >
                      {shop !== undefined && (
                        <span title={MARKETPLACE_NAMES[shop.marketplace]}>
                          <MarketplaceMark marketplace={shop.marketplace} size={16} />
                        </span>
                      )}
                      {name}
                    </button>
                  </th>
                  <td>
                    {salesOf(own, rates).map(({ value, currency }) => (
                      <div key={currency}>{moneyText({ amount: value ?? '0', currency: currency ?? '' }, locale)}</div>
                    ))}
                  </td>
                  <td>
                    {number(orders)}
                    <span className={styles.bar} aria-hidden="true">
                      <span style={{ width: `${(Number(orders) / most) * 100}%` }} />
                    </span>
                  </td>
                  <td>
                    {averagesOf(own, rates).map(({ value, currency }) => (
                      <div key={currency}>
                        {value === null ? '–' : moneyText({ amount: value, currency: currency ?? '' }, locale)}
                      </div>
                    ))}
                  </td>
                  <td>{number(countOf(own, 'cancelled').value)}</td>
                  <td>{number(countOf(own, 'refunds').value)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
