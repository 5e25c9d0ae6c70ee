import type { ReactNode } from 'react';
import styles from './chips.module.css';

/** A row of buttons that stay pressed, such as filters. */
export const Chips = (props: { readonly label: string; readonly children: ReactNode }) => (
  <fieldset className={styles.chips} aria-label={props.label}>
    {props.children}
  </fieldset>
);

/** `mark`: a small sign before the name. */
export const Chip = (props: {
  readonly isOn: boolean;
  readonly onPress: () => void;
  readonly mark?: ReactNode;
  readonly children: string;
}) => (
  <button type="button" className={styles.chip} aria-pressed={props.isOn} onClick={props.onPress}>
    {props.mark}
    <span className={styles.name}>{props.children}</span>
  </button>
);
