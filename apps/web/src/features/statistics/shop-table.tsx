import { MARKETPLACE_NAMES, type ShopId } from '@pasar/domain';
import { useDeskState } from '../../base/desk.tsx';
import { type FigureColumn, FigureTable } from '../../base/figures/figure-table.tsx';
import { shopName } from '../../base/shops/health.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { moneyText } from '../../base/texts/money-text.ts';
import { numberText } from '../../base/texts/number-text.ts';
import { MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import { averagesOf, type Compared, countOf, type Figures, type Rates, type Shown, salesOf } from './figures.ts';

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
  const rows = [...Map.groupBy(figures.shops, ({ shopId }) => shopId)].map(([shopId, own]): ShopRow => {
    const shop = shops.get(shopId);
    return { shopId, name: shop === undefined ? t('table.gone') : shopName(shop), rows: own };
  });
  const number = (value: string | null) => numberText(Number(value ?? 0), locale);
  const amounts = (shown: readonly Shown[]) =>
    shown.map(({ value, currency }) => (
      <div key={currency}>{value === null ? '–' : moneyText({ amount: value, currency: currency ?? '' }, locale)}</div>
    ));
  const counted = (key: 'orders' | 'cancelled' | 'refunds'): FigureColumn<ShopRow> => ({
    key,
    title: t(`tile.${key}`),
    rank: (row) => Number(countOf(row.rows, key).value),
    cell: (row) => number(countOf(row.rows, key).value),
    hasBar: key === 'orders',
  });
  const columns: FigureColumn<ShopRow>[] = [
    {
      key: 'shop',
      title: t('table.shop'),
      rank: ({ name }) => name,
      cell: ({ shopId, name }) => <ShopMark shopId={shopId} name={name} />,
    },
    {
      key: 'sales',
      title: t('tile.sales'),
      // Ours: amounts of several currencies are ordered as numbers unless they are converted.
      rank: (row) => Number(salesOf(row.rows, rates)[0]?.value ?? 0),
      cell: (row) => amounts(salesOf(row.rows, rates)),
    },
    counted('orders'),
    {
      key: 'average',
      title: t('tile.average'),
      rank: (row) => Number(averagesOf(row.rows, rates)[0]?.value ?? 0),
      cell: (row) => amounts(averagesOf(row.rows, rates)),
    },
    counted('cancelled'),
    counted('refunds'),
  ];
  return (
    <FigureTable
      label={t('table.label')}
      columns={columns}
      rows={rows}
      keyOf={({ shopId }) => shopId}
      sortedBy="orders"
      openKey={openId}
      onOpen={({ shopId }) => onOpen(shopId)}
    />
  );
}

function ShopMark({ shopId, name }: Pick<ShopRow, 'shopId' | 'name'>) {
  const shop = useDeskState(({ shops }) => shops.get(shopId));
  return (
    <>
      {shop !== undefined && (
        <span title={MARKETPLACE_NAMES[shop.marketplace]}>
          <MarketplaceMark marketplace={shop.marketplace} size={16} />
        </span>
      )}
      {name}
    </>
  );
}
