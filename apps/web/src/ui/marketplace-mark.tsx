import type { Marketplace } from '@pasar/domain';
import styles from './marketplace-mark.module.css';

/** Sellers write it so in every language. */
export const CROSS_BORDER_MARK = 'CB';

/**
 * The mark of a marketplace, in a colour that nothing else uses. Decorative beside the name, and never the only sign.
 */
export function MarketplaceMark({
  marketplace,
  size = 14,
}: {
  readonly marketplace: Marketplace;
  readonly size?: number;
}) {
  return (
    <svg
      className={styles[marketplace]}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
    >
      <rect width="16" height="16" rx="4.5" className={styles.ground} />
      {marketplace === 'shopee' && (
        <path
          d="M5.7 5.6a2.3 2.3 0 0 1 4.6 0M3.9 5.6h8.2l-.6 6.6H4.5zM9.5 8.1c-.4-.6-2.9-.7-2.9.4 0 1.1 2.9.7 2.9 1.9 0 1.2-2.6 1.1-3.1.3"
          className={styles.line}
        />
      )}
      {marketplace === 'lazada' && (
        <>
          <path d="M3.5 5.7L8 8.1v5L3.5 10.5z" className={styles.lazadaLeft} />
          <path d="M12.5 5.7L8 8.1v5l4.5-2.6z" className={styles.lazadaRight} />
          <path d="M3.5 5.7L5.7 4.5 8 5.8l2.3-1.3 2.2 1.2L8 8.1z" className={styles.lazadaTop} />
        </>
      )}
      {marketplace === 'tiktok' && (
        <>
          <path d="M8.9 3.3v6.6a2 2 0 1 1-2-2M8.9 3.5c.2 1.6 1.3 2.6 2.9 2.7" className={styles.cyan} />
          <path d="M9.5 3.9v6.6a2 2 0 1 1-2-2M9.5 4.1c.2 1.6 1.3 2.6 2.9 2.7" className={styles.red} />
          <path d="M9.2 3.6v6.6a2 2 0 1 1-2-2M9.2 3.8c.2 1.6 1.3 2.6 2.9 2.7" className={styles.line} />
        </>
      )}
    </svg>
  );
}
