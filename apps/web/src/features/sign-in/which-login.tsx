import type { SignInView } from '@pasar/api';
import { useCountryName } from '../../base/texts/country-name.ts';
import { MARKETPLACE_NAMES, MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import styles from './authorize-dialog.module.css';

/** Marketplace, site and account: the same account may be at two sites. */
export function WhichLogin({ signIn }: { readonly signIn: SignInView }) {
  const { marketplace, identifier } = signIn;
  const countryName = useCountryName();
  return (
    <p className={styles.which}>
      <MarketplaceMark marketplace={marketplace} size={20} />
      <span className={styles.account}>
        <strong>{identifier}</strong>
        <span className={styles.site}>
          {MARKETPLACE_NAMES[marketplace]} · {countryName(signIn.country)}
        </span>
      </span>
    </p>
  );
}
