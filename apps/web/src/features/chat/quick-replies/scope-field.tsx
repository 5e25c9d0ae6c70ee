import type { QuickReplySite, ShopGroupView } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import { MARKETPLACE_NAMES } from '@pasar/domain';
import { useMemo } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { GroupChips } from '../../../base/shops/group-chips.tsx';
import { shopName } from '../../../base/shops/health.ts';
import { useCountryName } from '../../../base/texts/country-name.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import styles from './scope-field.module.css';

interface ScopeFieldProps {
  readonly sites: readonly QuickReplySite[];
  readonly shopIds: readonly ShopId[] | null;
  readonly onChange: (scope: {
    readonly sites: readonly QuickReplySite[];
    readonly shopIds: readonly ShopId[] | null;
  }) => void;
}

const keyOf = ({ platform, country }: QuickReplySite): string => `${platform}/${country}`;

/** In which shops a reply is offered: in all, or in those of some sites and in some shops. */
export function ScopeField({ sites, shopIds, onChange }: ScopeFieldProps) {
  const { t } = useTranslation('quickReplies');
  const countryName = useCountryName();
  const shops = useDeskState((state) => state.shops);
  const isLimited = sites.length > 0 || shopIds !== null;
  const known = useMemo(() => {
    const all = new Map<string, QuickReplySite>(sites.map((site) => [keyOf(site), site]));
    for (const { marketplace, country } of shops.values()) {
      const site = { platform: marketplace, country };
      all.set(keyOf(site), site);
    }
    return [...all.values()];
  }, [shops, sites]);
  const chosenSites = new Set(sites.map(keyOf));
  const setSite = (site: QuickReplySite, isOn: boolean) =>
    onChange({ sites: isOn ? [...sites, site] : sites.filter((other) => keyOf(other) !== keyOf(site)), shopIds });
  const setShop = (shopId: ShopId, isOn: boolean) => {
    const others = (shopIds ?? []).filter((other) => other !== shopId);
    const next = isOn ? [...others, shopId] : others;
    onChange({ sites, shopIds: next.length === 0 ? null : next });
  };
  const isWhole = (group: ShopGroupView) =>
    group.shopIds.length > 0 && group.shopIds.every((id) => shopIds?.includes(id) === true);
  return (
    <details className={styles.scope}>
      <summary>{t(isLimited ? 'scope.some' : 'scope.all')}</summary>
      <p className={styles.hint}>{t('scope.hint')}</p>
      <fieldset className={styles.choices}>
        <legend>{t('scope.sites')}</legend>
        {known.map((site) => (
          <label key={keyOf(site)}>
            <input
              type="checkbox"
              checked={chosenSites.has(keyOf(site))}
              onChange={(event) => setSite(site, event.currentTarget.checked)}
            />
            {MARKETPLACE_NAMES[site.platform]} · {countryName(site.country)}
          </label>
        ))}
      </fieldset>
      <fieldset className={styles.choices}>
        <legend>{t('scope.shops')}</legend>
        <GroupChips
          label={t('scope.groups')}
          isOn={isWhole}
          onPress={(group) => {
            const others = (shopIds ?? []).filter((id) => !group.shopIds.includes(id));
            const next = isWhole(group) ? others : [...others, ...group.shopIds];
            onChange({ sites, shopIds: next.length === 0 ? null : next });
          }}
        />
        {[...shops.values()].map((shop) => (
          <label key={shop.shopId}>
            <input
              type="checkbox"
              checked={shopIds?.includes(shop.shopId) === true}
              onChange={(event) => setShop(shop.shopId, event.currentTarget.checked)}
            />
            {shopName(shop)}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
