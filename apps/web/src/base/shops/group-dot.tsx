import type { GroupColor } from '@pasar/domain';
import styles from './group-dot.module.css';

/** The colour of a group or a tag, beside its name. */
export const GroupDot = ({ color }: { readonly color: GroupColor }) => (
  <span className={styles.dot} data-color={color} aria-hidden="true" />
);
