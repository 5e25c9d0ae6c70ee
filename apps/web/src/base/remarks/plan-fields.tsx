import type { ConversationId } from '@pasar/domain';
import { useId } from 'react';
import { Select } from '../../ui/select.tsx';
import { useLookUp } from '../look-up.ts';
import { useTranslation } from '../texts/i18n.ts';
import { ASSIGNEES } from './look-ups.ts';
import styles from './remark.module.css';

/** Who is to do a remark, and until which day. An empty text is nobody, or no day. */
export interface Plan {
  readonly assigneeId: string;
  readonly day: string;
}

/** The fields of a plan. Of a conversation those members are offered who see its shop. */
export function PlanFields({
  plan,
  conversationId,
  onChange,
}: {
  readonly plan: Plan;
  readonly conversationId: ConversationId | null;
  readonly onChange: (plan: Plan) => void;
}) {
  const { t } = useTranslation('remarks');
  const id = useId();
  const look = useLookUp(ASSIGNEES, conversationId === null ? {} : { conversationId });
  const members = look.state === 'found' || look.state === 'stale' ? look.data.members : [];
  return (
    <div className={styles.plan}>
      <label htmlFor={`${id}-who`}>{t('assignee.label')}</label>
      <Select
        id={`${id}-who`}
        value={plan.assigneeId}
        onChange={({ currentTarget: { value } }) => onChange({ ...plan, assigneeId: value })}
      >
        <option value="">{t('assignee.nobody')}</option>
        {members.map(({ memberId, name }) => (
          <option key={memberId} value={memberId}>
            {name}
          </option>
        ))}
      </Select>
      <label htmlFor={`${id}-day`}>{t('due.label')}</label>
      <input
        id={`${id}-day`}
        type="date"
        value={plan.day}
        onChange={({ currentTarget: { value } }) => onChange({ ...plan, day: value })}
      />
    </div>
  );
}
