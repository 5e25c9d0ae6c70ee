import type { ShopView } from '@pasar/api';
import { MARKETPLACE_NAMES } from '@pasar/domain';
import { useState } from 'react';
import { shopName } from '../../../base/shops/health.ts';
import { useCountryName } from '../../../base/texts/country-name.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { MarketplaceMark } from '../../../ui/marketplace-mark.tsx';
import type { Corner } from '../../../ui/use-corner.ts';
import { SharePanel } from '../shops/share.ts';
import styles from './message-panel.module.css';

interface ShopLineProps {
  readonly shop: ShopView;
  readonly isClosed: boolean;
}

/** Where the open conversation is. The shop's name opens how the shop stands against its marketplace's rule of answers. */
export function ShopLine({ shop, isClosed }: ShopLineProps) {
  const { t } = useTranslation('chat');
  const countryName = useCountryName();
  const [at, setAt] = useState<Corner | null>(null);
  const name = shopName(shop);
  const place = `${MARKETPLACE_NAMES[shop.marketplace]} · ${name} · ${countryName(shop.country)}`;
  return (
    <>
      <p className={styles.where} data-tip={`${place}\n${t('shops.share')}`}>
        <MarketplaceMark marketplace={shop.marketplace} />
        <span className="visually-hidden">{MARKETPLACE_NAMES[shop.marketplace]}</span>
        <button
          type="button"
          className={styles.shop}
          aria-description={t('shops.share')}
          aria-haspopup="dialog"
          aria-expanded={at !== null}
          onClick={({ currentTarget }) => {
            const { left, right, bottom } = currentTarget.getBoundingClientRect();
            setAt(at === null ? { x: left, y: bottom + 4, right } : null);
          }}
        >
          {name}
        </button>
        <span className={styles.country}>· {countryName(shop.country)}</span>
        {isClosed && <span className={styles.closed}>{t('status.closed')}</span>}
      </p>
      {at !== null && <SharePanel shop={shop} at={at} onClose={() => setAt(null)} />}
    </>
  );
}
