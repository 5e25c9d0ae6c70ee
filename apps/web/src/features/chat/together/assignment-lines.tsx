import type { AssignmentView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { useLookUp } from '../../../base/look-up.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { clockTime, dayOf, fullTime } from '../../../base/texts/time-format.ts';
import styles from './assignment-lines.module.css';
import { ASSIGNMENTS } from './look-ups.ts';

export interface AssignmentLinesProps {
  readonly id: ConversationId;
  /** The time of the message above, and of that below; null where there is none. */
  readonly from: number;
  readonly until: number | null;
}

/**
 * Who took or was given the conversation between two messages. Messages that came out of order have nothing between them, and
 * what is older than all loaded messages stands nowhere.
 */
export function AssignmentLines({ id, from, until }: AssignmentLinesProps) {
  const look = useLookUp(ASSIGNMENTS, { conversationId: id });
  const textOf = useStepText();
  if (look.state !== 'found' && look.state !== 'stale') return null;
  const steps = look.data.assignments.filter(({ at }) => at >= from && (until === null || at < until)).toReversed();
  if (steps.length === 0) return null;
  return (
    <div className={styles.lines}>
      {steps.map((step) => (
        <p key={step.assignmentId} className={styles.line} data-assignment="">
          <span>{textOf(step)}</span>
          {step.note !== null && <q>{step.note}</q>}
          <time dateTime={new Date(step.at).toISOString()} data-tip={fullTime(step.at)}>
            {dayOf(step.at) === dayOf(from) ? clockTime(step.at) : fullTime(step.at)}
          </time>
        </p>
      ))}
    </div>
  );
}

function useStepText(): (step: AssignmentView) => string {
  const { t } = useTranslation('together');
  return ({ cause, from, to }) => {
    if (cause.kind === 'rule') return t('line.rule', { to: to ?? '', rule: cause.name });
    const by = cause.name;
    if (to === null) {
      if (by === null || from === null) return t('line.nobody');
      return by === from ? t('line.gaveUp', { by }) : t('line.tookAway', { by, from });
    }
    if (by === null) return t('line.to', { to });
    if (by !== to) return t('line.gave', { by, to });
    return from === null ? t('line.took', { by }) : t('line.tookOver', { by, from });
  };
}
