import { COUNTRIES, type Country, CROSS_BORDER_SITES, type Responsibility, type ShopId } from '@pasar/domain';
import { useId, useMemo } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { ShopPicker } from '../../base/shops/shop-picker.tsx';
import { useCountryName } from '../../base/texts/country-name.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import form from '../../ui/form-dialog.module.css';
import { fieldsetProblem, ProblemBelow } from '../../ui/form-problem.tsx';
import styles from './member-dialog.module.css';

const KINDS = ['all', 'countries', 'shops'] as const satisfies readonly Responsibility['kind'][];
const KIND_TEXTS = { all: 'shops.all', countries: 'shops.byCountry', shops: 'shops.named' } as const;

/** What the person has chosen under each kind, so that nothing is lost by looking at another kind. */
export interface ChosenShops {
  readonly kind: Responsibility['kind'];
  readonly countries: readonly Country[];
  readonly shopIds: readonly ShopId[];
}

export const responsibilityOf = ({ kind, countries, shopIds }: ChosenShops): Responsibility =>
  kind === 'all' ? { kind } : kind === 'countries' ? { kind, countries } : { kind, shopIds };

/** Whether named shops are meant and none is named, so that nothing of any shop is seen. */
export const isWithoutShop = ({ kind, shopIds }: ChosenShops): boolean => kind === 'shops' && shopIds.length === 0;

interface Props {
  readonly chosen: ChosenShops;
  readonly onChange: (chosen: ChosenShops) => void;
}

/** The shops that a sub-account answers for: all, those of some countries, or named ones. */
export function ResponsibilityField({
  chosen,
  warning,
  problem,
  onChange,
}: Props & {
  /** Said while no shop is chosen. */
  readonly warning: string;
  readonly problem: string | null;
}) {
  const { t } = useTranslation('team');
  const name = useId();
  return (
    <fieldset className={form.part} {...fieldsetProblem(`${name}-problem`, problem)}>
      <legend>{t('field.shops')}</legend>
      <div className={form.choices}>
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
      <ProblemBelow id={`${name}-problem`} text={problem} />
      {isWithoutShop(chosen) && (
        <p className={form.warning} role="status">
          {warning}
        </p>
      )}
      {chosen.kind === 'countries' && <Countries chosen={chosen} onChange={onChange} />}
      {chosen.kind === 'shops' && (
        <ShopPicker chosen={chosen.shopIds} onChange={(shopIds) => onChange({ ...chosen, shopIds })} />
      )}
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
