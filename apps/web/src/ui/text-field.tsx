import { Input, type InputProps } from 'antd';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './text-field.module.css';

/** A labelled field of a page before the login, with its problem below it. With `showLabel` it is a password. */
export function TextField(props: {
  readonly label: string;
  readonly value: string;
  readonly autoComplete:
    | 'username'
    | 'email'
    | 'name'
    | 'organization'
    | 'current-password'
    | 'new-password'
    | 'one-time-code'
    | 'tel'
    | 'off';
  readonly problem: string | null;
  /** Stands where the problem would. */
  readonly hint?: string | null;
  /** Stands behind the field, in one line with it. */
  readonly beside?: ReactNode;
  /** Takes the focus first. */
  readonly isFirst: boolean;
  /** The form is being submitted: a shown password is hidden again. */
  readonly isBusy: boolean;
  /** The name of the button that shows the characters of a password. */
  readonly showLabel?: string;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  const { problem, showLabel } = props;
  const box = useRef<HTMLDivElement>(null);
  const start = useRef(props.isFirst);
  useEffect(() => {
    if (start.current || problem !== null) box.current?.querySelector('input')?.focus();
  }, [problem]);
  const shared = {
    id,
    size: 'large',
    value: props.value,
    autoComplete: props.autoComplete,
    maxLength: 254,
    'aria-invalid': problem !== null,
    'aria-describedby': `${id}-problem`,
    onChange: (event: { readonly currentTarget: HTMLInputElement }) => props.onChange(event.currentTarget.value),
    inputMode: props.autoComplete === 'tel' || props.autoComplete === 'one-time-code' ? 'numeric' : 'text',
    status: problem === null ? '' : 'error',
  } as const;
  return (
    <div ref={box} className={styles.field}>
      <label htmlFor={id}>{props.label}</label>
      <div className={styles.line}>
        {showLabel === undefined ? (
          <Input {...shared} spellCheck={false} />
        ) : (
          <Password {...shared} showLabel={showLabel} isBusy={props.isBusy} />
        )}
        {props.beside}
      </div>
      <p
        id={`${id}-problem`}
        className={problem === null ? styles.hint : styles.problem}
        role={problem === null ? undefined : 'alert'}
      >
        {problem ?? props.hint}
      </p>
    </div>
  );
}

/** A password field with a button that shows the characters. */
function Password({
  isBusy,
  showLabel,
  ...rest
}: InputProps & { readonly isBusy: boolean; readonly showLabel: string }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (isBusy) setIsShown(false);
  }, [isBusy]);
  return (
    <Input
      {...rest}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="off"
      suffix={
        <IconButton
          icon={isShown ? 'hidden' : 'shown'}
          label={showLabel}
          isOn={isShown}
          className={styles.show}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
