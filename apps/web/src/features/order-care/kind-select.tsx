import { ORDER_CARE_KINDS, type OrderCareKind } from '@pasar/domain';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Select } from '../../ui/select.tsx';
import { KIND_TEXTS } from './texts.ts';

/** Narrows a list to a kind; null: all. */
export function KindSelect(props: {
  readonly kind: OrderCareKind | null;
  readonly onKind: (kind: OrderCareKind | null) => void;
}) {
  const { t } = useTranslation('orderCare');
  return (
    <Select
      aria-label={t('send.kind')}
      value={props.kind ?? ''}
      onChange={({ currentTarget: { value } }) => props.onKind(ORDER_CARE_KINDS.find((one) => one === value) ?? null)}
    >
      <option value="">{t('history.allKinds')}</option>
      {ORDER_CARE_KINDS.map((one) => (
        <option key={one} value={one}>
          {t(KIND_TEXTS[one])}
        </option>
      ))}
    </Select>
  );
}
