import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from '../../base/texts/i18n.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './authorize-dialog.module.css';

/** A field of the login form: label, box, and below it a hint or an error. */
export function LoginField(props: {
  readonly label: string;
  readonly hint: string;
  readonly problem: string | null;
  readonly value: string;
  readonly isSecret?: boolean;
  /** Takes the focus first. */
  readonly isFirst?: boolean;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTranslation('signIn');
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const { problem } = props;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{props.label}</label>
      <span className={styles.boxed}>
        <input
          id={id}
          type={props.isSecret && !isShown ? 'password' : 'text'}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={254}
          value={props.value}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-below`}
          data-first={props.isFirst ? '' : undefined}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        />
        {props.isSecret && (
          <IconButton
            icon={isShown ? 'hidden' : 'shown'}
            label={t('field.showPassword')}
            isOn={isShown}
            onClick={() => setIsShown(!isShown)}
          />
        )}
      </span>
      <Below id={`${id}-below`} hint={props.hint} problem={problem} />
    </div>
  );
}

export function Below(props: { readonly id: string; readonly hint: string; readonly problem: string | null }) {
  const { problem } = props;
  const said: ReactNode = problem ?? props.hint;
  return (
    <p
      id={props.id}
      className={problem === null ? styles.below : styles.problem}
      role={problem === null ? undefined : 'alert'}
    >
      {said}
    </p>
  );
}
