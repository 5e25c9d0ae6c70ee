import type { ReactNode } from 'react';
import styles from './chat-settings.module.css';

export const Check = (props: {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
}) => (
  <label className={styles.check}>
    <input
      type="checkbox"
      checked={props.isOn}
      onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
    />
    {props.children}
  </label>
);
