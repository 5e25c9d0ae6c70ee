import type { BulkSendConditions } from '@pasar/api';
import { IDLE_DAYS } from '@pasar/domain';
import { useId } from 'react';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Select } from '../../ui/select.tsx';
import styles from './bulk-send.module.css';

const WRITTEN_DAYS = [1, 3, 7, 14, 30] as const;

/** Who is left out. */
export function ConditionsField(props: {
  readonly conditions: BulkSendConditions;
  readonly onChange: (conditions: BulkSendConditions) => void;
}) {
  const { t } = useTranslation('bulkSend');
  const id = useId();
  const { conditions } = props;
  const change = (part: Partial<BulkSendConditions>) => props.onChange({ ...conditions, ...part });
  return (
    <fieldset className={styles.conditions} aria-label={t('conditions')}>
      <div className={styles.field}>
        <label htmlFor={`${id}-idle`}>{t('conditions.idle')}</label>
        <Select
          id={`${id}-idle`}
          value={conditions.idleDays ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ idleDays: IDLE_DAYS.find((days) => String(days) === value) ?? null })
          }
        >
          <option value="">{t('conditions.idleAny')}</option>
          {IDLE_DAYS.map((days) => (
            <option key={days} value={days}>
              {t('conditions.days', { count: days })}
            </option>
          ))}
        </Select>
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-written`}>{t('conditions.written')}</label>
        <Select
          id={`${id}-written`}
          value={conditions.writtenDays ?? ''}
          onChange={({ currentTarget: { value } }) => change({ writtenDays: value === '' ? null : Number(value) })}
        >
          <option value="">{t('conditions.writtenAny')}</option>
          {WRITTEN_DAYS.map((days) => (
            <option key={days} value={days}>
              {t('conditions.days', { count: days })}
            </option>
          ))}
        </Select>
      </div>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={conditions.hasNoOpenOrders}
          onChange={({ currentTarget: { checked } }) => change({ hasNoOpenOrders: checked })}
        />
        {t('conditions.noOpenOrders')}
      </label>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={conditions.skipOrderCare}
          onChange={({ currentTarget: { checked } }) => change({ skipOrderCare: checked })}
        />
        {t('conditions.orderCare')}
      </label>
    </fieldset>
  );
}
