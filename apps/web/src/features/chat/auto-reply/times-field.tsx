import { AUTO_REPLY_LIMITS, type Country, type WorkingTimes } from '@pasar/domain';
import { useId, useState } from 'react';
import { DayHours } from '../../../base/day-hours.tsx';
import { useCountryName } from '../../../base/texts/country-name.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import form from '../../../ui/form-dialog.module.css';
import { fieldsetProblem, ProblemBelow } from '../../../ui/form-problem.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './auto-reply.module.css';

/** From Monday to Friday, 9:00 to 18:00. */
const FIRST_HOURS = { from: 540, to: 1_080, days: [1, 2, 3, 4, 5] };

/** The working hours and the holidays, by the clock of the shops. Both kinds of answers use them. */
export function TimesField(props: {
  readonly times: WorkingTimes;
  readonly country: Country;
  readonly isMain: boolean;
  readonly problem: string | null;
  readonly onChange: (over: Partial<WorkingTimes>) => void;
}) {
  const { t } = useTranslation('autoReply');
  const { times, problem, onChange } = props;
  const id = useId();
  const country = useCountryName()(props.country);
  return (
    <fieldset className={styles.part} disabled={!props.isMain} {...fieldsetProblem(`${id}-problem`, problem)}>
      <legend>{t('hours')}</legend>
      <p className={form.hint}>{t('hours.text', { country })}</p>
      <label className={form.check}>
        <input
          type="checkbox"
          checked={times.hours !== null}
          onChange={({ currentTarget }) => onChange({ hours: currentTarget.checked ? FIRST_HOURS : null })}
        />
        {t('hours.on')}
      </label>
      {times.hours !== null && (
        <DayHours
          hours={times.hours}
          labels={{ from: t('hours.from'), to: t('hours.to') }}
          onChange={(hours) => onChange({ hours })}
        />
      )}
      <ProblemBelow id={`${id}-problem`} text={problem} />
      <Holidays days={times.holidays} isMain={props.isMain} onDays={(holidays) => onChange({ holidays })} />
    </fieldset>
  );
}

function Holidays(props: {
  readonly days: readonly string[];
  readonly isMain: boolean;
  readonly onDays: (days: readonly string[]) => void;
}) {
  const { t } = useTranslation('autoReply');
  const { days, isMain, onDays } = props;
  const [day, setDay] = useState('');
  const id = useId();
  const isFull = days.length >= AUTO_REPLY_LIMITS.holidays;
  const add = () => {
    onDays([...new Set([...days, day])].toSorted());
    setDay('');
  };
  return (
    <div className={styles.holidays}>
      <label htmlFor={id}>{t('holidays')}</label>
      {days.length > 0 && (
        <ul className={styles.chips}>
          {days.map((one) => (
            <li key={one} className={styles.chip}>
              {one}
              {isMain && (
                <IconButton
                  icon="close"
                  label={t('holidays.remove', { day: one })}
                  onClick={() => onDays(days.filter((other) => other !== one))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <span className={styles.adding}>
        <input
          id={id}
          type="date"
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || day === '' || isFull) return;
            // Enter would save the form.
            event.preventDefault();
            add();
          }}
        />
        <Button kind="plain" disabled={day === '' || isFull} onClick={add}>
          {t('holidays.add')}
        </Button>
      </span>
    </div>
  );
}
