import type { BuyerTagColor } from '@pasar/domain';
import { ColorDot } from '../../../base/colors/color-dot.tsx';
import styles from './tags.module.css';

/** The colour of a tag and its name, which is never left out. */
export const TagMark = ({ name, color }: { readonly name: string; readonly color: BuyerTagColor }) => (
  <span className={styles.mark}>
    <ColorDot color={color} />
    <bdi className={styles.name}>{name}</bdi>
  </span>
);
