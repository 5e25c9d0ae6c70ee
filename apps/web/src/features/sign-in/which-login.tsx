import type { SignInView } from '@pasar/api';
import { MARKETPLACE_NAMES } from '@pasar/domain';
import { useDeskState } from '../../base/desk.tsx';
import { shopNames } from '../../base/shops/health.ts';
import { useCountryName } from '../../base/texts/country-name.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { MarketplaceMark } from '../../ui/marketplace-mark.tsx';

import styles from './authorize-dialog.module.css';

/**
 * Marketplace, site and account, because the same account may be at two sites, and the shops that wait for a person.
 * `id`: for the part of the page that is named by it.
 */
export function WhichLogin({ signIn, id }: { readonly signIn: SignInView; readonly id?: string }) {
  const { t } = useTranslation('common');
  const { marketplace, identifier, connectionId } = signIn;
  const locale = useLocale();
  const countryName = useCountryName();
  const shops = useDeskState((state) => state.shops);
  const isAsked = signIn.state === 'challenged' && connectionId !== null;
  const asked = isAsked ? [...shops.values()].filter((shop) => shop.connectionId === connectionId) : [];
  return (
    <p className={styles.which} id={id}>
      <MarketplaceMark marketplace={marketplace} size={20} />
      <span className={styles.account}>
        <strong>{identifier}</strong>{' '}
        <span className={styles.site}>
          {MARKETPLACE_NAMES[marketplace]} · {countryName(signIn.country)}
        </span>{' '}
        {asked.length > 0 && <span className={styles.site}>{shopNames(asked, locale, t)}</span>}
      </span>
    </p>
  );
}
