import type { ShopView } from '@pasar/api';
import { COUNTRIES, type Country, CROSS_BORDER_SITES, type Responsibility, type ShopId } from '@pasar/domain';
import { useId, useMemo, useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { shopName } from '../../base/shops/health.ts';
import { shopsInOrder } from '../../base/shops/order.ts';
import { useCountryName } from '../../base/texts/country-name.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import styles from './member-dialog.module.css';

const KINDS = ['all', 'countries', 'shops'] as const satisfies readonly Responsibility['kind'][];
const KIND_TEXTS = { all: 'shops.all', countries: 'shops.byCountry', shops: 'shops.named' } as const;

/** What the person has chosen under each kind, so that nothing is lost by looking at another kind. */
export interface ChosenShops {
  readonly kind: Responsibility['kind'];
  readonly countries: readonly Country[];
  readonly shopIds: readonly ShopId[];
}

interface Props {
  readonly chosen: ChosenShops;
  readonly onChange: (chosen: ChosenShops) => void;
}

/** The shops that a sub-account answers for: all, those of some countries, or named ones. */
export function ResponsibilityField({ chosen, onChange }: Props) {
  const { t } = useTranslation('team');
  const name = useId();
  return (
    <fieldset className={styles.part}>
      <legend>{t('field.shops')}</legend>
      <div className={styles.choices}>
        {KINDS.map((kind) => (
          <label key={kind}>
            <input
              type="radio"
              name={name}
              checked={chosen.kind === kind}
              onChange={() => onChange({ ...chosen, kind })}
            />
            {t(KIND_TEXTS[kind])}
          </label>
        ))}
      </div>
      {chosen.kind === 'countries' && <Countries chosen={chosen} onChange={onChange} />}
      {chosen.kind === 'shops' && <Shops chosen={chosen} onChange={onChange} />}
    </fieldset>
  );
}

const toggled = <Item,>(items: readonly Item[], item: Item, isOn: boolean): readonly Item[] =>
  isOn ? [...items, item] : items.filter((other) => other !== item);

function Countries({ chosen, onChange }: Props) {
  const { t } = useTranslation('team');
  const countryName = useCountryName();
  const shops = useDeskState((state) => state.shops);
  const counts = useMemo(() => {
    const found = new Map<Country, number>();
    for (const { country } of shops.values()) found.set(country, (found.get(country) ?? 0) + 1);
    return found;
  }, [shops]);
  // A shop has a country of its own, also where its login serves several.
  const offered = COUNTRIES.filter((country) => !CROSS_BORDER_SITES.includes(country) || counts.has(country));
  return (
    <>
      <div className={styles.list}>
        {offered.map((country) => (
          <label key={country}>
            <input
              type="checkbox"
              checked={chosen.countries.includes(country)}
              onChange={(event) =>
                onChange({ ...chosen, countries: toggled(chosen.countries, country, event.currentTarget.checked) })
              }
            />
            {countryName(country)}
            <span className={styles.hint}>{t('shops.count', { count: counts.get(country) ?? 0 })}</span>
          </label>
        ))}
      </div>
      <p className={styles.hint}>{t('shops.laterToo')}</p>
    </>
  );
}

function Shops({ chosen, onChange }: Props) {
  const { t } = useTranslation('team');
  const countryName = useCountryName();
  const [words, setWords] = useState('');
  const shops = useDeskState((state) => state.shops);
  const arrangement = useDeskState((state) => state.arrangement);
  const wanted = words.trim().toLowerCase();
  const found = shopsInOrder([...shops.values()], arrangement.order).filter((shop) =>
    `${shopName(shop)} ${shop.name} ${countryName(shop.country)}`.toLowerCase().includes(wanted),
  );
  const held = new Set(chosen.shopIds);
  const setAll = (isOn: boolean) => {
    const ids = new Set(found.map(({ shopId }) => shopId));
    const others = chosen.shopIds.filter((shopId) => !ids.has(shopId));
    onChange({ ...chosen, shopIds: isOn ? [...others, ...ids] : others });
  };
  return (
    <>
      <div className={styles.choices}>
        <input
          type="search"
          className={styles.search}
          aria-label={t('shops.search')}
          placeholder={t('shops.search')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Button kind="link" onClick={() => setAll(true)}>
          {t('shops.chooseShown')}
        </Button>
        <Button kind="link" onClick={() => setAll(false)}>
          {t('shops.dropShown')}
        </Button>
        <span className={styles.hint}>{t('shops.chosen', { count: held.size })}</span>
      </div>
      <div className={styles.list}>
        {found.map((shop) => (
          <ShopChoice
            key={shop.shopId}
            shop={shop}
            isChosen={held.has(shop.shopId)}
            onChange={(isOn) => onChange({ ...chosen, shopIds: toggled(chosen.shopIds, shop.shopId, isOn) })}
          />
        ))}
      </div>
      {found.length === 0 && <p className={styles.hint}>{t(shops.size === 0 ? 'shops.none' : 'shops.noneFound')}</p>}
    </>
  );
}

function ShopChoice(props: {
  readonly shop: ShopView;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}) {
  const countryName = useCountryName();
  const { shop } = props;
  return (
    <label>
      <input
        type="checkbox"
        checked={props.isChosen}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <MarketplaceMark marketplace={shop.marketplace} size={14} />
      <span className={styles.shop}>{shopName(shop)}</span>
      <span className={styles.hint}>{countryName(shop.country)}</span>
    </label>
  );
}
