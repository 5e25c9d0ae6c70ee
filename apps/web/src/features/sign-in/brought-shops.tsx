import type { ShopView } from '@pasar/api';
import { MARKETPLACE_NAMES } from '@pasar/domain';
import { shopName } from '../../base/shops/health.ts';
import { useCountryName } from '../../base/texts/country-name.ts';
import { MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import styles from './authorize-dialog.module.css';

/** The shops that a login brings, with the site of each. */
export function BroughtShops({ shops }: { readonly shops: readonly ShopView[] }) {
  const countryName = useCountryName();
  return (
    <ul className={styles.shops}>
      {shops.map((shop) => (
        <li key={shop.shopId}>
          <MarketplaceMark marketplace={shop.marketplace} size={20} />
          <span className={styles.account}>
            {shopName(shop)}
            <span className={styles.site}>
              {MARKETPLACE_NAMES[shop.marketplace]} · {countryName(shop.country)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
