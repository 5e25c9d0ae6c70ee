import styles from './count-badge.module.css';
import { Icon, type IconName } from './icon.tsx';

interface UndeliveredBadgeProps {
  readonly kind: 'failed' | 'unconfirmed' | 'waiting';
  readonly icon: IconName;
  readonly count: number;
}

/** Above 99 the exact number is of no use. */
export const shortCount = (count: number): string => (count > 99 ? '99+' : String(count));

interface CountBadgeProps {
  readonly count: number;
  readonly isQuiet?: boolean;
  /** Whether it may be more. */
  readonly isMore?: boolean;
}

/** A count. Decorative: the element with the badge says the exact number. Nothing for zero. */
export function CountBadge({ count, isQuiet = false, isMore = false }: CountBadgeProps) {
  if (count <= 0) return null;
  return (
    <span className={isQuiet ? styles.quiet : styles.badge} aria-hidden="true">
      {isMore && count <= 99 ? `${count}+` : shortCount(count)}
    </span>
  );
}

interface WaitingBadgeProps {
  readonly count: number;
  readonly urgency: 'calm' | 'soon' | 'overdue';
}

/**
 * The number of buyers who wait for an answer; an arrow distinguishes it from the unread count, and a clock says that an
 * answer is due soon or overdue. Decorative, as above.
 */
export function WaitingBadge({ count, urgency }: WaitingBadgeProps) {
  if (count <= 0) return null;
  return (
    <span className={styles.waiting} data-urgency={urgency} aria-hidden="true">
      <Icon name={urgency === 'calm' ? 'reply' : 'clock'} size={11} />
      {shortCount(count)}
    </span>
  );
}

/** The number of answers that did not arrive, by what is known of them. Decorative, as above. */
export function UndeliveredBadge({ kind, icon, count }: UndeliveredBadgeProps) {
  return (
    <span className={styles.undelivered} data-undelivered={count} data-kind={kind} aria-hidden="true">
      <Icon name={icon} size={11} />
      {shortCount(count)}
    </span>
  );
}
