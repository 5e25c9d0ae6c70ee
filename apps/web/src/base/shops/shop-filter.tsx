import { type Country, MARKETPLACES, type Marketplace, type ShopId } from '@pasar/domain';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useTranslation } from '../texts/i18n.ts';
import { CountrySelect, MarketplaceSelect } from './place-selects.tsx';
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
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="plain" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {scope.shopIds.length === 0 ? t('filter.shops') : t('filter.shopsOf', { count: scope.shopIds.length })}
      </Button>
      {marketplaces.length > 1 && (
        <MarketplaceSelect
          marketplaces={marketplaces}
          marketplace={scope.marketplace}
          onMarketplace={(marketplace) => onChange({ marketplace })}
        />
      )}
      <CountrySelect country={scope.country} onCountry={(country) => onChange({ country })} />
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
