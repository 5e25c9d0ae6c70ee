import type { GroupColor } from '@pasar/domain';
import styles from './color-dot.module.css';

/** The colour of a group or a tag, beside its name. */
export const ColorDot = ({ color }: { readonly color: GroupColor }) => (
  <span className={styles.dot} data-color={color} aria-hidden="true" />
);
