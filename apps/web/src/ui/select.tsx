import type { SelectHTMLAttributes } from 'react';
import styles from './select.module.css';

/** A native list of choices in the look of the other fields. */
export const Select = ({ className, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) => (
  <select {...rest} className={`${styles.select} ${className ?? ''}`} />
);
