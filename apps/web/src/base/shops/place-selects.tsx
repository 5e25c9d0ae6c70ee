import { type Country, MARKETPLACE_NAMES, MARKETPLACES, type Marketplace, type ShopId } from '@pasar/domain';
import { Select } from '../../ui/select.tsx';
import { useDeskState } from '../desk.tsx';
import { useCountryName } from '../texts/country-name.ts';
import { useTranslation } from '../texts/i18n.ts';
import { shopName } from './health.ts';

/** Narrows a list or figures to a marketplace; null: all. */
export function MarketplaceSelect(props: {
  readonly marketplace: Marketplace | null;
  readonly onMarketplace: (marketplace: Marketplace | null) => void;
  /** Those that have the list. */
  readonly marketplaces?: readonly Marketplace[];
}) {
  const { t } = useTranslation('shopPicker');
  const marketplaces = props.marketplaces ?? MARKETPLACES;
  return (
    <Select
      aria-label={t('filter.marketplace')}
      value={props.marketplace ?? ''}
      onChange={({ currentTarget: { value } }) =>
        props.onMarketplace(marketplaces.find((one) => one === value) ?? null)
      }
    >
      <option value="">{t('filter.marketplaceAll')}</option>
      {marketplaces.map((one) => (
        <option key={one} value={one}>
          {MARKETPLACE_NAMES[one]}
        </option>
      ))}
    </Select>
  );
}

/** Narrows a list or figures to a country that has shops; null: all. */
export function CountrySelect(props: {
  readonly country: Country | null;
  readonly onCountry: (country: Country | null) => void;
}) {
  const { t } = useTranslation('shopPicker');
  const countryName = useCountryName();
  const shops = useDeskState((state) => state.shops);
  const countries = [...new Set([...shops.values()].map(({ country }) => country))].toSorted();
  return (
    <Select
      aria-label={t('filter.country')}
      value={props.country ?? ''}
      onChange={({ currentTarget: { value } }) => props.onCountry(countries.find((one) => one === value) ?? null)}
    >
      <option value="">{t('filter.countryAll')}</option>
      {countries.map((one) => (
        <option key={one} value={one}>
          {countryName(one)}
        </option>
      ))}
    </Select>
  );
}

/** Narrows a list to a shop that the member sees; null: all. */
export function ShopSelect(props: {
  readonly label: string;
  /** The words for all shops. */
  readonly all: string;
  readonly shopId: ShopId | null;
  readonly onShop: (shopId: ShopId | null) => void;
}) {
  const shops = useDeskState((state) => state.shops);
  return (
    <Select
      aria-label={props.label}
      value={props.shopId ?? ''}
      onChange={({ currentTarget: { value } }) => props.onShop([...shops.keys()].find((one) => one === value) ?? null)}
    >
      <option value="">{props.all}</option>
      {[...shops.values()].map((shop) => (
        <option key={shop.shopId} value={shop.shopId}>
          {shopName(shop)}
        </option>
      ))}
    </Select>
  );
}
