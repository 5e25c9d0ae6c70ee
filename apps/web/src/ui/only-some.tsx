import { type ReactNode, useId } from 'react';
import form from './form-dialog.module.css';
import { fieldsetProblem, ProblemBelow } from './form-problem.tsx';

/** A condition that everything meets, or only what is chosen. */
export function OnlySome(props: {
  readonly legend: string;
  readonly all: string;
  readonly some: string;
  readonly isAll: boolean;
  readonly onAll: (isAll: boolean) => void;
  readonly problem: string | null;
  readonly children: ReactNode;
}) {
  const { isAll, onAll, problem } = props;
  const id = useId();
  return (
    <fieldset className={form.part} {...fieldsetProblem(`${id}-problem`, problem)}>
      <legend>{props.legend}</legend>
      <div className={form.choices}>
        <label>
          <input type="radio" name={id} checked={isAll} onChange={() => onAll(true)} />
          {props.all}
        </label>
        <label>
          <input type="radio" name={id} checked={!isAll} onChange={() => onAll(false)} />
          {props.some}
        </label>
      </div>
      <ProblemBelow id={`${id}-problem`} text={problem} />
      {!isAll && props.children}
    </fieldset>
  );
}

/** Several of a short list. */
export function Checks<Id extends string>(props: {
  readonly all: readonly { readonly id: Id; readonly label: ReactNode }[];
  readonly chosen: readonly Id[];
  readonly onChange: (chosen: Id[]) => void;
  /** In place of an empty list. */
  readonly none: string;
}) {
  const { all, chosen, onChange } = props;
  if (all.length === 0) return <p className={form.hint}>{props.none}</p>;
  return (
    <div className={form.choices}>
      {all.map(({ id, label }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
          {label}
        </label>
      ))}
    </div>
  );
}
