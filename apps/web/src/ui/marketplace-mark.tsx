import type { Marketplace } from '@pasar/domain';
import styles from './marketplace-mark.module.css';

/** Names of marketplaces are names: the same in every language. */
export const MARKETPLACE_NAMES: Readonly<Record<Marketplace, string>> = {
  shopee: 'Shopee',
  lazada: 'Lazada',
  tiktok: 'TikTok Shop',
};

/** One colour a marketplace, used only here. Decorative beside a name; never the only sign of it. */
export function MarketplaceMark({ marketplace, size = 14 }: { readonly marketplace: Marketplace; readonly size?: number }) {
  return (
    <svg className={styles[marketplace]} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <rect width="16" height="16" rx="4.5" className={styles.ground} />
      {marketplace === 'shopee' && (
        <path
          d="M5.700 5.600a2.300 2.300 0 0 1 4.600 0M3.900 5.600h8.200l-.6 6.600H4.500zM9.500 8.100c-.4-.6-2.900-.7-2.900.4 0 1.100 2.900.7 2.900 1.900 0 1.200-2.600 1.100-3.100.3"
          className={styles.line}
        />
      )}
      {marketplace === 'lazada' && (
        <>
          <path d="M3.500 5.700L8 8.100v5L3.500 10.500z" className={styles.lazadaLeft} />
          <path d="M12.500 5.700L8 8.100v5l4.500-2.600z" className={styles.lazadaRight} />
          <path d="M3.500 5.700L5.700 4.500 8 5.800l2.300-1.300 2.200 1.200L8 8.100z" className={styles.lazadaTop} />
        </>
      )}
      {marketplace === 'tiktok' && (
        <>
          <path d="M8.900 3.300v6.600a2 2 0 1 1-2-2M8.900 3.500c.2 1.600 1.300 2.600 2.900 2.700" className={styles.cyan} />
          <path d="M9.500 3.900v6.600a2 2 0 1 1-2-2M9.500 4.100c.2 1.600 1.300 2.600 2.900 2.700" className={styles.red} />
          <path d="M9.200 3.600v6.600a2 2 0 1 1-2-2M9.200 3.800c.2 1.600 1.300 2.600 2.900 2.700" className={styles.line} />
        </>
      )}
    </svg>
  );
}
