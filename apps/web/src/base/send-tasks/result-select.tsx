import { BULK_ITEM_STATES, type BulkItemState } from '@pasar/domain';
import { Select } from '../../ui/select.tsx';
import { useTranslation } from '../texts/i18n.ts';
import { ITEM_TEXTS } from './texts.ts';

/** Narrows recipients to what became of them; null: all. */
export function ResultSelect(props: {
  readonly state: BulkItemState | null;
  /** The words for all of them. */
  readonly all: string;
  readonly onState: (state: BulkItemState | null) => void;
}) {
  const { t } = useTranslation('sendTasks');
  return (
    <Select
      aria-label={t('result')}
      value={props.state ?? ''}
      onChange={({ currentTarget: { value } }) => props.onState(BULK_ITEM_STATES.find((one) => one === value) ?? null)}
    >
      <option value="">{props.all}</option>
      {BULK_ITEM_STATES.map((one) => (
        <option key={one} value={one}>
          {t(ITEM_TEXTS[one])}
        </option>
      ))}
    </Select>
  );
}
