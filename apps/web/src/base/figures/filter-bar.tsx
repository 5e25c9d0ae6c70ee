import { type Country, DASHBOARD_PERIODS, type DashboardPeriod, type Marketplace, type ShopId } from '@pasar/domain';
import type { ReactNode } from 'react';
import { Chip, Chips } from '../../ui/chips.tsx';
import { Select } from '../../ui/select.tsx';
import { useDeskState } from '../desk.tsx';
import { shopName } from '../shops/health.ts';
import { CountrySelect, MarketplaceSelect } from '../shops/place-selects.tsx';
import { useTranslation } from '../texts/i18n.ts';
import styles from './figures.module.css';

export interface FigureFilter {
  readonly period: DashboardPeriod;
  readonly shopId: ShopId | null;
  readonly marketplace: Marketplace | null;
  readonly country: Country | null;
}
export const EVERYTHING: FigureFilter = { period: 'real_time', shopId: null, marketplace: null, country: null };

const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The filter as the calls of figures take it. Days are those of this browser. */
export const filterInput = ({ period, shopId, marketplace, country }: FigureFilter) => ({
  period,
  timeZone: TIME_ZONE,
  ...(shopId === null ? {} : { shopIds: [shopId] }),
  ...(marketplace === null ? {} : { marketplaces: [marketplace] }),
  ...(country === null ? {} : { countries: [country] }),
});

/** Whether the figures of a period are told by the hour, or by the day. */
export const isByHour = (period: DashboardPeriod): boolean => period === 'real_time' || period === 'yesterday';

const PERIOD_TEXTS = {
  real_time: 'period.today',
  yesterday: 'period.yesterday',
  past7days: 'period.days7',
  past30days: 'period.days30',
} as const satisfies Record<DashboardPeriod, string>;

function PeriodTabs(props: { readonly period: DashboardPeriod; readonly onPeriod: (period: DashboardPeriod) => void }) {
  const { t } = useTranslation('figures');
  return (
    <Chips label={t('period.label')}>
      {DASHBOARD_PERIODS.map((one) => (
        <Chip key={one} isOn={one === props.period} onPress={() => props.onPeriod(one)}>
          {t(PERIOD_TEXTS[one])}
        </Chip>
      ))}
    </Chips>
  );
}

/** Narrows the figures to some shops. */
export function FilterBar(props: {
  readonly filter: FigureFilter;
  readonly onChange: (part: Partial<FigureFilter>) => void;
  readonly children: ReactNode;
}) {
  const { filter, onChange } = props;
  const { t } = useTranslation('figures');
  const shops = useDeskState((state) => state.shops);
  return (
    <search className={styles.line} aria-label={t('filter.label')}>
      <PeriodTabs period={filter.period} onPeriod={(period) => onChange({ period })} />
      <Select
        aria-label={t('filter.shop')}
        value={filter.shopId ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ shopId: [...shops.keys()].find((one) => one === value) ?? null })
        }
      >
        <option value="">{t('filter.shopAll')}</option>
        {[...shops.values()].map((shop) => (
          <option key={shop.shopId} value={shop.shopId}>
            {shopName(shop)}
          </option>
        ))}
      </Select>
      <MarketplaceSelect marketplace={filter.marketplace} onMarketplace={(marketplace) => onChange({ marketplace })} />
      <CountrySelect country={filter.country} onCountry={(country) => onChange({ country })} />
      {props.children}
    </search>
  );
}
