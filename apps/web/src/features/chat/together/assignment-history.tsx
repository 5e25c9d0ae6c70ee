import type { AssignmentView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { useLookUp } from '../../../base/look-up.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { fullTime } from '../../../base/texts/time-format.ts';
import styles from './assign-dialog.module.css';
import { ASSIGNMENTS } from './look-ups.ts';

/** To whom the conversation was assigned, by whom, when and why, the newest first. */
export function AssignmentHistory({ id }: { readonly id: ConversationId }) {
  const { t } = useTranslation('together');
  const look = useLookUp(ASSIGNMENTS, { conversationId: id });
  const steps = look.state === 'found' || look.state === 'stale' ? look.data.assignments : [];
  const causeText = useCauseText();
  if (steps.length === 0) return null;
  const nobody = t('assign.nobody');
  return (
    <section className={styles.history} aria-label={t('history.title')}>
      <h3>{t('history.title')}</h3>
      <ol>
        {steps.map(({ assignmentId, at, cause, from, to, note }) => (
          <li key={assignmentId}>
            <span>{t('history.step', { from: from ?? nobody, to: to ?? nobody })}</span>{' '}
            <span className={styles.detail}>
              {causeText(cause)} · <time>{fullTime(at)}</time>
            </span>
            {note !== null && <q className={styles.why}>{note}</q>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function useCauseText(): (cause: AssignmentView['cause']) => string {
  const { t } = useTranslation('together');
  return ({ kind, name }) => {
    if (name === null) return t('history.gone');
    return kind === 'rule' ? t('history.rule', { name }) : t('history.by', { name });
  };
}
