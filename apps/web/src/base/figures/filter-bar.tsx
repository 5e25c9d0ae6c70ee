import {
  type Country,
  DASHBOARD_PERIODS,
  type DashboardPeriod,
  MARKETPLACE_NAMES,
  MARKETPLACES,
  type Marketplace,
  type ShopId,
} from '@pasar/domain';
import type { ReactNode } from 'react';
import { Chip, Chips } from '../../ui/chips.tsx';
import { Select } from '../../ui/select.tsx';
import { useDeskState } from '../desk.tsx';
import { shopName } from '../shops/health.ts';
import { useCountryName } from '../texts/country-name.ts';
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
  const countryName = useCountryName();
  const shops = useDeskState((state) => state.shops);
  const countries = [...new Set([...shops.values()].map(({ country }) => country))].toSorted();
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
      <Select
        aria-label={t('filter.marketplace')}
        value={filter.marketplace ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ marketplace: MARKETPLACES.find((one) => one === value) ?? null })
        }
      >
        <option value="">{t('filter.marketplaceAll')}</option>
        {MARKETPLACES.map((one) => (
          <option key={one} value={one}>
            {MARKETPLACE_NAMES[one]}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('filter.country')}
        value={filter.country ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ country: countries.find((one) => one === value) ?? null })
        }
      >
        <option value="">{t('filter.countryAll')}</option>
        {countries.map((one) => (
          <option key={one} value={one}>
            {countryName(one)}
          </option>
        ))}
      </Select>
      {props.children}
    </search>
  );
}
