import type { ButtonHTMLAttributes } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './icon-button.module.css';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  readonly icon: IconName;
  /** Its name, shown as a tip as well. */
  readonly label: string;
  /** Keys that do the same, shown in the tip. */
  readonly keys?: string;
  readonly isOn?: boolean | undefined;
}

/** A square button with a drawing. `isOn` makes it a toggle. */
export function IconButton({ icon, label, keys, isOn, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${styles.button} ${className ?? ''}`}
      aria-label={label}
      aria-pressed={isOn}
      data-tip={keys === undefined ? label : `${label}  ${keys}`}
    >
      <Icon name={icon} />
    </button>
  );
}
