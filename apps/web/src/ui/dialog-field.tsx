import { type ComponentProps, useId } from 'react';
import styles from './form-dialog.module.css';
import { ProblemBelow } from './form-problem.tsx';

type InputProps = Omit<ComponentProps<'input'>, 'id' | 'prefix' | 'aria-invalid' | 'aria-describedby'>;

/** A labelled text field of a dialog, with its problem below it. */
export function DialogField({
  label,
  prefix,
  problem,
  ...rest
}: InputProps & {
  readonly label: string;
  /** Stands before what is written, and is not part of it. */
  readonly prefix?: string;
  readonly problem: string | null;
}) {
  const id = useId();
  const about = problem === null ? {} : ({ 'aria-invalid': true, 'aria-describedby': `${id}-problem` } as const);
  const input = <input {...rest} {...about} id={id} />;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {prefix === undefined ? (
        input
      ) : (
        <div className={styles.prefixed}>
          <span aria-hidden="true">{prefix}</span>
          {input}
        </div>
      )}
      <ProblemBelow id={`${id}-problem`} text={problem} />
    </div>
  );
}
