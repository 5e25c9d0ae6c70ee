import type { ShopId } from '@pasar/domain';
import { useId, useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { shopName } from '../../base/shops/health.ts';
import { shopsInOrder } from '../../base/shops/order.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import styles from './webhooks-panel.module.css';

/** All shops, or named ones. */
export function ShopsField(props: {
  /** Null: all shops. */
  readonly shopIds: readonly ShopId[] | null;
  readonly onChange: (shopIds: readonly ShopId[] | null) => void;
}) {
  const { shopIds, onChange } = props;
  const { t } = useTranslation('webhooks');
  const name = useId();
  const [words, setWords] = useState('');
  const shops = useDeskState((state) => state.shops);
  const arrangement = useDeskState((state) => state.arrangement);
  const wanted = words.trim().toLowerCase();
  const found = shopsInOrder([...shops.values()], arrangement.order).filter((shop) =>
    `${shopName(shop)} ${shop.name}`.toLowerCase().includes(wanted),
  );
  return (
    <fieldset className={styles.part}>
      <legend>{t('field.shops')}</legend>
      <div className={styles.choices}>
        <label>
          <input type="radio" name={name} checked={shopIds === null} onChange={() => onChange(null)} />
          {t('shops.all')}
        </label>
        <label>
          <input type="radio" name={name} checked={shopIds !== null} onChange={() => onChange(shopIds ?? [])} />
          {t('shops.named')}
        </label>
        {shopIds !== null && (
          <input
            type="search"
            className={styles.search}
            aria-label={t('shops.search')}
            placeholder={t('shops.search')}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        )}
      </div>
      {shopIds !== null && (
        <div className={styles.shops}>
          {found.map((shop) => (
            <label key={shop.shopId}>
              <input
                type="checkbox"
                checked={shopIds.includes(shop.shopId)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(checked ? [...shopIds, shop.shopId] : shopIds.filter((shopId) => shopId !== shop.shopId))
                }
              />
              <MarketplaceMark marketplace={shop.marketplace} size={14} />
              <span>{shopName(shop)}</span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
