import { useTranslation } from '../texts/i18n.ts';
import styles from './figures.module.css';

/** One figure of a period. `change`: what has changed since the period before, in words. */
export const Tile = (props: {
  readonly name: string;
  readonly hint: string | null;
  readonly value: string;
  readonly change: string | null;
}) => (
  <li className={styles.tile}>
    <span className={styles.tileName} data-tip={props.hint ?? undefined}>
      {props.name}
    </span>
    <strong className={styles.value}>{props.value}</strong>
    {props.change !== null && <span className={styles.change}>{props.change}</span>}
  </li>
);

/** Words beside the arrow, because a sign alone is not read by everybody. Null: there is nothing to compare with. */
export function useChangeText(): (percent: number | null) => string {
  const { t } = useTranslation('figures');
  return (percent) => {
    if (percent === null) return t('change.none');
    if (percent === 0) return t('change.same');
    return percent > 0 ? t('change.more', { percent }) : t('change.less', { percent: -percent });
  };
}
