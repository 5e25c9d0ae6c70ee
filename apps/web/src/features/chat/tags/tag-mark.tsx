import type { BuyerTagColor } from '@pasar/domain';
import { GroupDot } from '../../../base/shops/group-dot.tsx';
import styles from './tags.module.css';

/** The colour of a tag and its name, which is never left out. */
export const TagMark = ({ name, color }: { readonly name: string; readonly color: BuyerTagColor }) => (
  <span className={styles.mark}>
    <GroupDot color={color} />
    <bdi className={styles.name}>{name}</bdi>
  </span>
);
