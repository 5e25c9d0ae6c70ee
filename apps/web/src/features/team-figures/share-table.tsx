import type { ShopView } from '@pasar/api';
import {
  lateAnswersLeft,
  MARKETPLACE_NAMES,
  RESPONSE_RULE_SOURCES,
  type ResponseRule,
  type ResponseShare,
  responseRuleOf,
  type ShopId,
  sharePercent,
} from '@pasar/domain';
import { useDeskState } from '../../base/desk.tsx';
import { type FigureColumn, FigureTable } from '../../base/figures/figure-table.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { shopName } from '../../base/shops/health.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { listText } from '../../base/texts/list-text.ts';
import { MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import { RESPONSE_SHARES } from './look-ups.ts';
import styles from './share-table.module.css';
import { useTook } from './took.ts';

interface Row extends ResponseShare {
  readonly days: readonly ResponseShare[];
  readonly shop: ShopView;
  /** The account's own, else that of the marketplace. */
  readonly rule: ResponseRule;
}

const NOTHING: ResponseShare = { inTime: 0, late: 0 };

/** How each shop stands against the rule of its marketplace, the lowest share first. */
export function ShareTable({
  openKey,
  onOpen,
}: {
  readonly openKey: ShopId | null;
  readonly onOpen: (shop: ShopView) => void;
}) {
  const { t } = useTranslation('teamFigures');
  const locale = useLocale();
  const took = useTook();
  const look = useLookUp(RESPONSE_SHARES, {});
  const shops = useDeskState((state) => state.shops);
  const shares = look.state === 'found' || look.state === 'stale' ? look.data.shares : [];
  const rows = shares.flatMap(({ shopId, ...share }): Row[] => {
    const shop = shops.get(shopId);
    return shop === undefined ? [] : [{ shop, ...share }];
  });
  if (rows.length === 0) return null;
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const columns: FigureColumn<Row>[] = [
    {
      key: 'shop',
      title: t('table.shop'),
      rank: ({ shop }) => shopName(shop),
      cell: ({ shop }) => (
        <>
          <span title={MARKETPLACE_NAMES[shop.marketplace]}>
            <MarketplaceMark marketplace={shop.marketplace} size={16} />
          </span>
          {shopName(shop)}
        </>
      ),
    },
    {
      key: 'share',
      title: t('share.share'),
      hint: t('share.hint'),
      // The lowest first.
      rank: (row) => -(sharePercent(row) ?? 0),
      cell: (row) => <Share row={row} wanted={row.rule.wantedPercent} />,
    },
    {
      key: 'days',
      title: t('share.days'),
      // The last day.
      rank: ({ days }) => sharePercent(days.at(-1) ?? NOTHING),
      cell: (row) => <Days row={row} />,
    },
    { key: 'inTime', title: t('share.inTime'), rank: ({ inTime }) => inTime, cell: ({ inTime }) => number(inTime) },
    { key: 'late', title: t('share.late'), rank: ({ late }) => late, cell: ({ late }) => number(late) },
    {
      key: 'forecast',
      title: t('share.forecast'),
      rank: (row) => -lateAnswersLeft(row, row.rule),
      cell: (row) => {
        const left = lateAnswersLeft(row, row.rule);
        const percent = row.rule.wantedPercent;
        return left === 0 ? t('share.below', { percent }) : t('share.left', { count: left, percent });
      },
    },
    {
      key: 'rule',
      title: t('share.rule'),
      rank: (row) => row.rule.wantedPercent,
      cell: (row) => {
        const { withinMs, wantedPercent, windowDays, counts } = row.rule;
        const { source, asOf } = RESPONSE_RULE_SOURCES[row.shop.marketplace];
        const isOwn =
          JSON.stringify(row.rule) !== JSON.stringify(responseRuleOf(row.shop.marketplace, row.shop.country));
        const facts = { percent: wantedPercent, within: took(withinMs), days: windowDays };
        return (
          <span data-tip={isOwn ? t('share.own') : t('share.source', { source, day: asOf })}>
            {counts === 'first' ? t('share.ruleFirst', facts) : t('share.ruleAll', facts)}
          </span>
        );
      },
    },
  ];
  return (
    <FigureTable
      label={t('share.label')}
      columns={columns}
      rows={rows}
      keyOf={({ shop }) => shop.shopId}
      sortedBy="share"
      openKey={openKey}
      onOpen={({ shop }) => onOpen(shop)}
    />
  );
}

/** The share as a bar with a mark at what is wanted; the words say the same. */
function Share({ row, wanted }: { readonly row: Row; readonly wanted: number }) {
  const percent = sharePercent(row) ?? 0;
  return (
    <span className={styles.share} data-below={percent < wanted}>
      {percent}%
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.reached} style={{ width: `${percent}%` }} />
        <span className={styles.wanted} style={{ left: `${wanted}%` }} />
      </span>
    </span>
  );
}

/** The share of each day of the window; the words say the same, the last day last. */
function Days({ row }: { readonly row: Row }) {
  const { t } = useTranslation('teamFigures');
  const locale = useLocale();
  const bars = row.days.map((day, index) => {
    const percent = sharePercent(day);
    const words = percent === null ? t('share.noAnswer') : `${percent}%`;
    return { ago: row.days.length - 1 - index, percent, words };
  });
  const label = listText(
    bars.map(({ words }) => words),
    locale,
  );
  return (
    <span className={styles.days} role="img" aria-label={label}>
      {bars.map(({ ago, percent, words }) => (
        <span
          key={ago}
          data-tip={words}
          className={styles.day}
          data-below={percent === null ? undefined : percent < row.rule.wantedPercent}
          style={{ height: `${percent ?? 0}%` }}
        />
      ))}
    </span>
  );
}
