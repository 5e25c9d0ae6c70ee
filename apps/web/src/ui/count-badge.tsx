import styles from './count-badge.module.css';
import { Icon } from './icon.tsx';

/** Above 99 the exact number helps nobody. */
export const shortCount = (count: number): string => (count > 99 ? '99+' : String(count));

/** How many wait. Decorative: the exact number is said where the badge stands. Nothing for zero. */
export function CountBadge({ count, isQuiet = false }: { readonly count: number; readonly isQuiet?: boolean }) {
  if (count <= 0) return null;
  return (
    <span className={isQuiet ? styles.quiet : styles.badge} aria-hidden="true">
      {shortCount(count)}
    </span>
  );
}

/** How many buyers wait for an answer: told apart from what is unread by its arrow. Decorative, as above. */
export function WaitingBadge({ count }: { readonly count: number }) {
  if (count <= 0) return null;
  return (
    <span className={styles.waiting} aria-hidden="true">
      <Icon name="reply" size={11} />
      {shortCount(count)}
    </span>
  );
}
