import { COLLEAGUES } from '../../../base/colleagues.ts';
import { useLookUp } from '../../../base/look-up.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
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

/** Null while the names are not here, and for a member who is gone. */
export function useColleagueName(memberId: string | null): string | null {
  const look = useLookUp(COLLEAGUES, {}, memberId !== null);
  if (look.state !== 'found' && look.state !== 'stale') return null;
  return look.data.members.find((one) => one.memberId === memberId)?.name ?? null;
}
