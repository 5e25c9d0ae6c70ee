import { GROUP_COLORS, type GroupColor } from '@pasar/domain';
import { useId } from 'react';
import { ColorDot } from './color-dot.tsx';
import styles from './color-field.module.css';

const KEYS = {
  red: 'color.red',
  orange: 'color.orange',
  amber: 'color.amber',
  green: 'color.green',
  teal: 'color.teal',
  blue: 'color.blue',
  violet: 'color.violet',
  gray: 'color.gray',
} as const satisfies Record<GroupColor, string>;

/** Chooses the colour of a group or of a tag. `t`: the names of the colours, in the texts of the form. */
export function ColorField(props: {
  readonly legend: string;
  readonly t: (key: (typeof KEYS)[GroupColor]) => string;
  readonly color: GroupColor;
  readonly onColor: (color: GroupColor) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.colors}>
      <legend>{props.legend}</legend>
      {GROUP_COLORS.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={props.color === one} onChange={() => props.onColor(one)} />
          <ColorDot color={one} />
          {props.t(KEYS[one])}
        </label>
      ))}
    </fieldset>
  );
}
