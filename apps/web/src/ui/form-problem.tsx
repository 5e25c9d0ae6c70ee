import { type RefObject, useEffect, useRef } from 'react';
import styles from './form-dialog.module.css';

/**
 * What is wrong with a form, and with which field. `form`: with none of them. A new one is made for each try, so that
 * the focus moves there again.
 */
export interface FormProblem<Field extends string> {
  readonly field: Field | 'form';
  readonly text: string;
}

/** The text of the problem where it is about this field. */
export const problemAt = <Field extends string>(problem: FormProblem<Field> | null, field: Field): string | null =>
  problem?.field === field ? problem.text : null;

/** Focuses the field that has a problem, whenever there is a new one. */
export function useFocusProblem(problem: FormProblem<string> | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem !== null)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem] input')?.focus();
  }, [problem]);
  return form;
}

/** What is wrong with a field, below it; nothing while nothing is. */
export function ProblemBelow({ id, text }: { readonly id: string; readonly text: string | null }) {
  if (text === null) return null;
  return (
    <p id={id} className={styles.problem} role="alert">
      {text}
    </p>
  );
}

/** What belongs to no field, beside the buttons. */
export function ProblemOfForm({ problem }: { readonly problem: FormProblem<string> | null }) {
  if (problem?.field !== 'form') return null;
  return (
    <p className={styles.bad} role="alert">
      {problem.text}
    </p>
  );
}

/** For the fieldset whose choices have the problem. */
export const fieldsetProblem = (id: string, text: string | null) =>
  text === null ? {} : { 'data-problem': '', 'aria-describedby': id };
