import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary`: the main action; `danger`: deletes something; `plain`: any other action; `link`: inside a sentence. */
  readonly kind: 'primary' | 'danger' | 'plain' | 'link';
}

export function Button({ kind, className, ...rest }: ButtonProps) {
  return <button type="button" {...rest} className={`${styles[kind]} ${className ?? ''}`} />;
}
