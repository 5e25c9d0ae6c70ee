import { DialogField } from './dialog-field.tsx';

/** A whole number. An empty field is no number: it is held as NaN until something is written. */
export const NumberField = (props: {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly problem: string | null;
  readonly onValue: (value: number) => void;
}) => (
  <DialogField
    label={props.label}
    problem={props.problem}
    type="number"
    min={props.least}
    max={props.most}
    step={1}
    value={Number.isNaN(props.value) ? '' : props.value}
    onChange={({ currentTarget }) => props.onValue(currentTarget.valueAsNumber)}
  />
);
