import type { ShopId } from '@pasar/domain';
import { useId } from 'react';
import { ShopPicker } from '../../base/shops/shop-picker.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import form from '../../ui/form-dialog.module.css';
import { fieldsetProblem, ProblemBelow } from '../../ui/form-problem.tsx';

/** All shops, or named ones. */
export function ShopsField(props: {
  /** Null: all shops. */
  readonly shopIds: readonly ShopId[] | null;
  readonly problem: string | null;
  readonly onChange: (shopIds: readonly ShopId[] | null) => void;
}) {
  const { shopIds, problem, onChange } = props;
  const { t } = useTranslation('webhooks');
  const name = useId();
  return (
    <fieldset className={form.part} {...fieldsetProblem(`${name}-problem`, problem)}>
      <legend>{t('field.shops')}</legend>
      <div className={form.choices}>
        <label>
          <input type="radio" name={name} checked={shopIds === null} onChange={() => onChange(null)} />
          {t('shops.all')}
        </label>
        <label>
          <input type="radio" name={name} checked={shopIds !== null} onChange={() => onChange(shopIds ?? [])} />
          {t('shops.named')}
        </label>
      </div>
      <ProblemBelow id={`${name}-problem`} text={problem} />
      {shopIds !== null && <ShopPicker chosen={shopIds} onChange={onChange} />}
    </fieldset>
  );
}
