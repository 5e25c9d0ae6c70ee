import { type Country, MARKETPLACE_NAMES, MARKETPLACES, type Marketplace, type ShopId } from '@pasar/domain';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { useDeskState } from '../desk.tsx';
import { useCountryName } from '../texts/country-name.ts';
import { useTranslation } from '../texts/i18n.ts';
import { ShopsDialog } from './shops-dialog.tsx';

/** The shops that a list is about; null and no shop: all. */
export interface ShopScope {
  readonly shopIds: readonly ShopId[];
  readonly marketplace: Marketplace | null;
  readonly country: Country | null;
}

/** The same as the calls take it. */
export const scopeInput = ({ shopIds, marketplace, country }: ShopScope) => ({
  ...(shopIds.length === 0 ? {} : { shopIds: [...shopIds] }),
  ...(marketplace === null ? {} : { marketplaces: [marketplace] }),
  ...(country === null ? {} : { countries: [country] }),
});

/** Narrows a list to some shops, a marketplace, a country. */
export function ShopFilter({
  scope,
  onChange,
  marketplaces = MARKETPLACES,
}: {
  readonly scope: ShopScope;
  readonly onChange: (part: Partial<ShopScope>) => void;
  /** Those that have the list. */
  readonly marketplaces?: readonly Marketplace[];
}) {
  const { t } = useTranslation('shopPicker');
  const countryName = useCountryName();
  const shops = useDeskState((state) => state.shops);
  const countries = [...new Set([...shops.values()].map(({ country }) => country))].toSorted();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="plain" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {scope.shopIds.length === 0 ? t('filter.shops') : t('filter.shopsOf', { count: scope.shopIds.length })}
      </Button>
      {marketplaces.length > 1 && (
        <Select
          aria-label={t('filter.marketplace')}
          value={scope.marketplace ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ marketplace: marketplaces.find((one) => one === value) ?? null })
          }
        >
          <option value="">{t('filter.marketplaceAll')}</option>
          {marketplaces.map((one) => (
            <option key={one} value={one}>
              {MARKETPLACE_NAMES[one]}
            </option>
          ))}
        </Select>
      )}
      <Select
        aria-label={t('filter.country')}
        value={scope.country ?? ''}
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
      {isOpen && (
        <ShopsDialog
          chosen={scope.shopIds}
          onChosen={(shopIds) => onChange({ shopIds })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
