import type { ShopGroupView } from '@pasar/api';
import { offers, type ShopId, type ShownAbility } from '@pasar/domain';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import { useDeskState } from '../desk.tsx';
import { useCountryName } from '../texts/country-name.ts';
import { useTranslation } from '../texts/i18n.ts';
import { GroupChips } from './group-chips.tsx';
import { shopName } from './health.ts';
import { shopsInOrder } from './order.ts';
import styles from './shop-picker.module.css';

/** Chooses several shops: one by one, all that are shown, or a group at once. With `ability`: of the shops that have it. */
export function ShopPicker(props: {
  readonly ability?: ShownAbility;
  readonly chosen: readonly ShopId[];
  readonly onChange: (chosen: readonly ShopId[]) => void;
}) {
  const { ability, chosen, onChange } = props;
  const { t } = useTranslation('shopPicker');
  const countryName = useCountryName();
  const [words, setWords] = useState('');
  const all = useDeskState((state) => state.shops);
  const shops = [...all.values()].filter(({ marketplace }) => ability === undefined || offers(marketplace, ability));
  const arrangement = useDeskState((state) => state.arrangement);
  const wanted = words.trim().toLowerCase();
  const found = shopsInOrder(shops, arrangement.order).filter((shop) =>
    `${shopName(shop)} ${shop.name} ${countryName(shop.country)}`.toLowerCase().includes(wanted),
  );
  const held = new Set(chosen);
  const setAll = (shopIds: readonly ShopId[], isOn: boolean) => {
    const others = chosen.filter((shopId) => !shopIds.includes(shopId));
    onChange(isOn ? [...others, ...shopIds] : others);
  };
  const idsOf = (group: ShopGroupView) => group.shopIds.filter((id) => shops.some(({ shopId }) => shopId === id));
  const isWhole = (group: ShopGroupView) => idsOf(group).length > 0 && idsOf(group).every((id) => held.has(id));
  return (
    <>
      <GroupChips label={t('groups')} isOn={isWhole} onPress={(group) => setAll(idsOf(group), !isWhole(group))} />
      <div className={styles.choices}>
        <input
          type="search"
          className={styles.search}
          aria-label={t('search')}
          placeholder={t('search')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Button
          kind="link"
          onClick={() =>
            setAll(
              found.map(({ shopId }) => shopId),
              true,
            )
          }
        >
          {t('chooseShown')}
        </Button>
        <Button
          kind="link"
          onClick={() =>
            setAll(
              found.map(({ shopId }) => shopId),
              false,
            )
          }
        >
          {t('dropShown')}
        </Button>
        <span className={styles.hint}>{t('chosen', { count: held.size })}</span>
      </div>
      <div className={styles.list}>
        {found.map((shop) => (
          <label key={shop.shopId}>
            <input
              type="checkbox"
              checked={held.has(shop.shopId)}
              onChange={(event) => setAll([shop.shopId], event.currentTarget.checked)}
            />
            <MarketplaceMark marketplace={shop.marketplace} size={14} />
            <span className={styles.shop}>{shopName(shop)}</span>
            <span className={styles.hint}>{countryName(shop.country)}</span>
          </label>
        ))}
      </div>
      {found.length === 0 && <p className={styles.hint}>{t(shops.length === 0 ? 'none' : 'noneFound')}</p>}
    </>
  );
}
