import type { ConversationId } from '@pasar/domain';
import { colleaguesAt } from '@pasar/sync';
import { useColleagueName } from '../../../base/colleagues.ts';
import { useDeskState } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { initials } from '../../../ui/initials.ts';
import styles from './assignee-mark.module.css';

export interface AssigneeMarkProps {
  readonly memberId: string;
}

/** The initials of the member who answers the buyer, quietly on the row of the list. */
export function AssigneeMark({ memberId }: AssigneeMarkProps) {
  const { t } = useTranslation('together');
  const name = useColleagueName(memberId);
  if (name === null) return null;
  const words = t('assignee.is', { name });
  return (
    <span className={styles.mark} data-tip={words}>
      <span aria-hidden="true">{initials(name)}</span>
    </span>
  );
}

/** The same as text, for screen readers. */
export function AssigneeFact({ memberId }: AssigneeMarkProps) {
  const { t } = useTranslation('together');
  const name = useColleagueName(memberId);
  return name === null ? null : <> {t('assignee.is', { name })}.</>;
}

export interface ViewersMarkProps {
  readonly id: ConversationId;
}

/** That a colleague has the conversation open, or writes in it, quietly on its row. */
export function ViewersMark({ id }: ViewersMarkProps) {
  const { t } = useTranslation('together');
  const memberId = useDeskState((state) => colleaguesAt(state, id)[0]?.memberId ?? null);
  const isTyping = useDeskState((state) => colleaguesAt(state, id)[0]?.isTyping ?? false);
  const name = useColleagueName(memberId);
  if (name === null) return null;
  const words = t(isTyping ? 'viewer.writes' : 'viewer.looks', { name });
  return (
    <span className={styles.viewer} data-writing={isTyping || undefined} data-tip={words}>
      <Icon name={isTyping ? 'pencil' : 'shown'} size={13} />
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
