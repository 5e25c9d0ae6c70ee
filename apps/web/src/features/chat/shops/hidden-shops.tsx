import type { ShopView } from '@pasar/api';
import { useDesk } from '../../../base/desk.tsx';
import { useMay } from '../../../base/may.tsx';
import { showShopOverlay } from '../../../base/shops/overlay.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { CountBadge } from '../../../ui/count-badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './hidden-shops.module.css';

/**
 * The foot of the shop list: the number of hidden shops, of their buyers who wait, and the link to shop management. A
 * member who may not manage shops shows the shops again from here.
 */
export function HiddenShops(props: { readonly hidden: readonly ShopView[]; readonly isFolded: boolean }) {
  const { t } = useTranslation('chat');
  const { t: list } = useTranslation('shopList');
  const desk = useDesk();
  const { hidden, isFolded } = props;
  const canManage = useMay(['shopManager']);
  const count = hidden.reduce((sum, { waitingCount }) => sum + waitingCount, 0);
  const text = list('hidden.count', { count: hidden.length });
  const waiting = count === 0 ? undefined : t('shops.waiting', { count });
  const open = () => {
    if (canManage) showShopOverlay({ kind: 'manage', tab: 'shops' });
    else for (const { shopId } of hidden) desk.shops.hide(shopId, false);
  };
  const tips = [...(isFolded ? [text] : []), ...(waiting === undefined ? [] : [waiting])];
  return (
    <button
      type="button"
      className={`${styles.line} ${isFolded ? styles.folded : ''}`}
      aria-label={text}
      aria-description={waiting}
      data-hidden-shops={hidden.length}
      data-tip={[...tips, canManage ? t('shops.manage') : list('hidden.showAll')].join('\n')}
      onClick={open}
    >
      <Icon name="hidden" size={15} />
      {!isFolded && <span className={styles.text}>{text}</span>}
      <span className={styles.count}>
        <CountBadge count={count} isQuiet />
      </span>
    </button>
  );
}
