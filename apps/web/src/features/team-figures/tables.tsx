import type { TeamFigureSums } from '@pasar/api';
import { MARKETPLACE_NAMES } from '@pasar/domain';
import { useDeskState } from '../../base/desk.tsx';
import { type FigureColumn, FigureTable } from '../../base/figures/figure-table.tsx';
import { useTook } from '../../base/figures/took.ts';
import { shopName } from '../../base/shops/health.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { numberText } from '../../base/texts/number-text.ts';
import { MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import { type Part, partKey, shareOrdered, type TeamFigures } from './figures.ts';

interface TableProps {
  readonly figures: TeamFigures;
  readonly openKey: string | null;
  readonly onOpen: (part: Part) => void;
}
const COLUMN_TEXTS = {
  waits: 'column.waits',
  answered: 'column.answered',
  conversations: 'column.conversations',
  sent: 'column.sent',
} as const;

interface Row {
  readonly part: Part;
  readonly now: TeamFigureSums;
}

/** Who answered how many buyers, and how fast. */
export function MemberTable({ figures, openKey, onOpen }: TableProps) {
  const { t } = useTranslation('teamFigures');
  const rows = figures.members
    .filter(({ now }) => now.answered > 0 || now.sent > 0)
    .map(({ memberId, name, now }): Row => {
      const shown = memberId === null ? t('table.elsewhere') : (name ?? t('table.gone'));
      return { part: { of: 'member', answeredBy: memberId ?? 'elsewhere', name: shown }, now };
    });
  const columns = useColumns(figures, t('table.member'), ({ part }) => part.name);
  return (
    <FigureTable
      label={t('table.members')}
      columns={columns.filter(({ key }) => key !== 'waits')}
      rows={rows}
      keyOf={({ part }) => partKey(part) ?? ''}
      sortedBy="answered"
      openKey={openKey}
      onOpen={({ part }) => onOpen(part)}
    />
  );
}

/** How fast the buyers of each shop were answered. */
export function ShopTable({ figures, openKey, onOpen }: TableProps) {
  const { t } = useTranslation('teamFigures');
  const shops = useDeskState((state) => state.shops);
  const rows = figures.shops
    .filter(({ now }) => now.waits > 0 || now.sent > 0)
    .map(({ shopId, now }): Row => {
      const shop = shops.get(shopId);
      return { part: { of: 'shop', shopId, name: shop === undefined ? t('table.shopGone') : shopName(shop) }, now };
    });
  const columns = useColumns(figures, t('table.shop'), ({ part }) => {
    const shop = part.of === 'shop' ? shops.get(part.shopId) : undefined;
    return (
      <>
        {shop !== undefined && (
          <span title={MARKETPLACE_NAMES[shop.marketplace]}>
            <MarketplaceMark marketplace={shop.marketplace} size={16} />
          </span>
        )}
        {part.name}
      </>
    );
  });
  return (
    <FigureTable
      label={t('table.shops')}
      columns={columns}
      rows={rows}
      keyOf={({ part }) => partKey(part) ?? ''}
      sortedBy="waits"
      openKey={openKey}
      onOpen={({ part }) => onOpen(part)}
    />
  );
}

function useColumns(
  { areOrdersRead }: TeamFigures,
  title: string,
  name: FigureColumn<Row>['cell'],
): readonly FigureColumn<Row>[] {
  const { t } = useTranslation('teamFigures');
  const locale = useLocale();
  const took = useTook();
  const number = (value: number) => numberText(value, locale);
  const counted = (key: keyof typeof COLUMN_TEXTS, hasBar = false): FigureColumn<Row> => ({
    key,
    title: t(COLUMN_TEXTS[key]),
    rank: ({ now }) => now[key],
    cell: ({ now }) => number(now[key]),
    hasBar,
  });
  const timed = (key: 'firstMedian' | 'median' | 'nineTenths'): FigureColumn<Row> => ({
    key,
    title: t(`tile.${key}`),
    hint: t(`tile.${key}Hint`),
    rank: ({ now }) => now[key],
    cell: ({ now }) => took(now[key]),
  });
  const ordered: FigureColumn<Row> = {
    key: 'ordered',
    title: t('tile.ordered'),
    hint: t('tile.orderedHint'),
    rank: ({ now }) => shareOrdered(now),
    cell: ({ now }) => {
      const share = shareOrdered(now);
      const counts = { ordered: now.orderedBuyers, answered: now.answeredBuyers };
      return <span data-tip={t('tile.orderedOf', counts)}>{share === null ? '–' : `${share}%`}</span>;
    },
  };
  return [
    { key: 'name', title, rank: ({ part }) => part.name, cell: name },
    counted('waits', true),
    counted('answered', true),
    timed('firstMedian'),
    timed('median'),
    timed('nineTenths'),
    counted('conversations'),
    counted('sent'),
    ...(areOrdersRead ? [ordered] : []),
  ];
}
