import type { ShopView } from '@pasar/api';
import page from '../../ui/list-page.module.css';
import { MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import section from '../../ui/section.module.css';
import { useCountryName } from '../texts/country-name.ts';
import { shopName } from './health.ts';

/** A shop in a row of a list: its marketplace, its name and its country. */
export function ShopCell({ shop }: { readonly shop: ShopView | null }) {
  const countryName = useCountryName();
  if (shop === null) return null;
  return (
    <span className={page.withMark}>
      <MarketplaceMark marketplace={shop.marketplace} size={18} />
      <span className={page.lines}>
        <span className={page.cut}>{shopName(shop)}</span>
        <span className={section.second}>{countryName(shop.country)}</span>
      </span>
    </span>
  );
}
