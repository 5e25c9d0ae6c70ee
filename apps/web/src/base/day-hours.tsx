import type { QuietTimes } from '@pasar/domain';
import form from '../ui/form-dialog.module.css';
import styles from './day-hours.module.css';
import { toMinutes, toTime, useDayName } from './texts/day-time.ts';

const END_OF_DAY = 1_440;
/** Monday first. */
const DAYS = [1, 2, 3, 4, 5, 6, 0];

/** Hours of the day on some days of the week. `labels`: of the beginning and the end. */
export function DayHours(props: {
  readonly hours: QuietTimes;
  readonly labels: { readonly from: string; readonly to: string };
  readonly onChange: (hours: { from: number; to: number; days: number[] }) => void;
}) {
  const { hours, labels } = props;
  const dayName = useDayName();
  const set = (over: Partial<{ from: number; to: number; days: number[] }>) =>
    props.onChange({ from: hours.from, to: hours.to, days: [...hours.days], ...over });
  return (
    <>
      <div className={styles.ends}>
        {(['from', 'to'] as const).map((end) => (
          <label key={end} className={form.field}>
            <span>{labels[end]}</span>
            <input
              type="time"
              value={toTime(hours[end] % END_OF_DAY)}
              onChange={({ currentTarget }) => {
                const minutes = toMinutes(currentTarget.value);
                // Midnight as an end is that of the same day.
                if (minutes !== null) set({ [end]: end === 'to' && minutes === 0 ? END_OF_DAY : minutes });
              }}
            />
          </label>
        ))}
      </div>
      <div className={styles.days}>
        {DAYS.map((day) => (
          <label key={day}>
            <input
              type="checkbox"
              checked={hours.days.includes(day)}
              onChange={({ currentTarget }) => {
                const others = hours.days.filter((other) => other !== day);
                set({ days: (currentTarget.checked ? [...others, day] : others).toSorted() });
              }}
            />{' '}
            {dayName(day)}
          </label>
        ))}
      </div>
    </>
  );
}
