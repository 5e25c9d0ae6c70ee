import type { ShopView } from '@pasar/api';
import { lateAnswersLeft, MARKETPLACE_NAMES, type ResponseShare, type ShopId, sharePercent } from '@pasar/domain';
import { useDeskState } from '../../base/desk.tsx';
import { type FigureColumn, FigureTable } from '../../base/figures/figure-table.tsx';
import { ShareBar, ShareDays, type ShopShare, useForecast, useShareRule } from '../../base/figures/response-share.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { shopName } from '../../base/shops/health.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { numberText } from '../../base/texts/number-text.ts';
import { MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import { RESPONSE_SHARES } from './look-ups.ts';

interface Row extends ShopShare {
  readonly shop: ShopView;
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
  const { t: figures } = useTranslation('figures');
  const locale = useLocale();
  const forecast = useForecast();
  const ruleOf = useShareRule();
  const look = useLookUp(RESPONSE_SHARES, {});
  const shops = useDeskState((state) => state.shops);
  const shares = look.state === 'found' || look.state === 'stale' ? look.data.shares : [];
  const rows = shares.flatMap(({ shopId, ...share }): Row[] => {
    const shop = shops.get(shopId);
    return shop === undefined ? [] : [{ shop, ...share }];
  });
  if (rows.length === 0) return null;
  const number = (value: number) => numberText(value, locale);
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
      cell: (row) => <ShareBar share={row} />,
    },
    {
      key: 'days',
      title: figures('share.days'),
      // The last day.
      rank: ({ days }) => sharePercent(days.at(-1) ?? NOTHING),
      cell: (row) => <ShareDays share={row} />,
    },
    {
      key: 'inTime',
      title: figures('share.inTime'),
      rank: ({ inTime }) => inTime,
      cell: ({ inTime }) => number(inTime),
    },
    { key: 'late', title: figures('share.late'), rank: ({ late }) => late, cell: ({ late }) => number(late) },
    {
      key: 'forecast',
      title: t('share.forecast'),
      rank: (row) => -lateAnswersLeft(row, row.rule),
      cell: forecast,
    },
    {
      key: 'rule',
      title: t('share.rule'),
      rank: (row) => row.rule.wantedPercent,
      cell: (row) => {
        const { text, of } = ruleOf(row.shop, row.rule);
        return <span data-tip={of}>{text}</span>;
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
