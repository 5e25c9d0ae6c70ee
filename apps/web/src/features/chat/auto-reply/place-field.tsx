import type { CALLS, CallOutput } from '@pasar/api';
import { MARKETPLACE_NAMES, MARKETPLACES, type ShopId } from '@pasar/domain';
import { useId } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { shopName } from '../../../base/shops/health.ts';
import { useCountryName } from '../../../base/texts/country-name.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Select } from '../../../ui/select.tsx';
import styles from './auto-reply.module.css';
import { countriesAt, keyOf, type Place, settingOf, shopsAt } from './place.ts';

interface PlaceFieldProps {
  readonly place: Place;
  readonly settings: CallOutput<typeof CALLS.autoReply.getCountryAndReplySettingMap>;
  /** What is not saved yet, by place. */
  readonly edited: ReadonlyMap<string, object>;
  readonly onPlace: (place: Place) => void;
}

/** Chooses whose rules are shown: a marketplace, a country, and below it all its shops or one of them. */
export function PlaceField({ place, settings, edited, onPlace }: PlaceFieldProps) {
  const { t } = useTranslation('autoReply');
  const id = useId();
  const countryName = useCountryName();
  const shops = useDeskState((state) => state.shops);
  const { platform, country } = place;
  const { withShops, others } = countriesAt(shops.values(), platform);
  const here = shopsAt(shops.values(), place);
  const stateOf = (shopId: ShopId | null): string => {
    const isEdited = Object.keys(edited.get(keyOf({ ...place, shopId })) ?? {}).length > 0;
    if (isEdited) return t('place.unsaved');
    if (shopId !== null) {
      const isOwn = settingOf(settings, { ...place, shopId }) !== null;
      return isOwn ? t('place.own') : t('place.asCountry', { country: countryName(country) });
    }
    const own = here.filter((shop) => settingOf(settings, { ...place, shopId: shop.shopId }) !== null).length;
    return t('place.holdsFor', { count: here.length - own });
  };
  const row = (shopId: ShopId | null, name: string) => (
    <li key={shopId}>
      <button
        type="button"
        className={styles.choice}
        aria-pressed={place.shopId === shopId}
        onClick={() => onPlace({ ...place, shopId })}
      >
        <span className={styles.name}>{name}</span>
        <span className={styles.state}>{stateOf(shopId)}</span>
      </button>
    </li>
  );
  return (
    <div className={styles.chooser}>
      <div className={styles.selects}>
        <label htmlFor={`${id}-platform`}>{t('place.marketplace')}</label>
        <Select
          id={`${id}-platform`}
          value={platform}
          onChange={({ currentTarget: { value } }) => {
            const next = MARKETPLACES.find((one) => one === value) ?? platform;
            const there = countriesAt(shops.values(), next);
            const first = there.withShops[0] ?? there.others[0] ?? country;
            const all = [...there.withShops, ...there.others];
            const isThere = there.withShops.length === 0 ? all.includes(country) : there.withShops.includes(country);
            onPlace({ platform: next, country: isThere ? country : first, shopId: null });
          }}
        >
          {MARKETPLACES.map((one) => (
            <option key={one} value={one}>
              {MARKETPLACE_NAMES[one]}
            </option>
          ))}
        </Select>
        <label htmlFor={`${id}-country`}>{t('place.site')}</label>
        <Select
          id={`${id}-country`}
          value={country}
          onChange={({ currentTarget: { value } }) => {
            const next = [...withShops, ...others].find((one) => one === value) ?? country;
            onPlace({ platform, country: next, shopId: null });
          }}
        >
          {withShops.map((one) => (
            <option key={one} value={one}>
              {countryName(one)}
            </option>
          ))}
          {others.length > 0 && (
            <optgroup label={t('place.withoutShops')}>
              {others.map((one) => (
                <option key={one} value={one}>
                  {countryName(one)}
                </option>
              ))}
            </optgroup>
          )}
        </Select>
      </div>
      <ul className={styles.choices} aria-label={t('place.whose')}>
        {row(null, t('place.all', { country: countryName(country) }))}
        {here.map((shop) => row(shop.shopId, shopName(shop)))}
      </ul>
    </div>
  );
}
