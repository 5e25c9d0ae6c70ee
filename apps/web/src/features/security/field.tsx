import { PASSWORD_LENGTH } from '@pasar/domain';
import { useEffect, useRef } from 'react';
import styles from './login-panel.module.css';

/** A labelled text field of the login page of the settings. */
export function Field(props: {
  readonly label: string;
  readonly type: 'password' | 'text';
  readonly autoComplete: 'current-password' | 'new-password' | 'one-time-code' | 'off';
  readonly value: string;
  /** Takes the focus when it appears. */
  readonly isFirst?: boolean;
  readonly onChange: (value: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { isFirst } = props;
  useEffect(() => {
    if (isFirst) input.current?.focus();
  }, [isFirst]);
  return (
    <label className={styles.field}>
      <span>{props.label}</span>
      <input
        ref={input}
        type={props.type}
        value={props.value}
        maxLength={PASSWORD_LENGTH.most}
        autoComplete={props.autoComplete}
        spellCheck={false}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    </label>
  );
}
