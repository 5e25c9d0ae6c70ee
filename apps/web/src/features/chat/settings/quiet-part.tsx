import type { QuietHours } from '@pasar/domain';
import { toMinutes, toTime } from '../../../base/texts/day-time.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import styles from './chat-settings.module.css';

/** From 22:00 to 07:00 on the clock of this browser. */
const firstHours = (): QuietHours => ({
  from: 1_320,
  to: 420,
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** The hours in which windows stay quiet. Their time zone is that of the browser in which they were chosen. */
export function QuietPart(props: {
  readonly hours: QuietHours | null;
  readonly onChange: (hours: QuietHours | null) => void;
}) {
  const { t } = useTranslation('chatSettings');
  const { hours, onChange } = props;
  const { timeZone } = firstHours();
  return (
    <fieldset className={styles.choices}>
      <legend>{t('quiet')}</legend>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={hours !== null}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? firstHours() : null)}
        />
        {t('quiet.on')}
      </label>
      {hours !== null && (
        <div className={styles.row}>
          {(['from', 'to'] as const).map((end) => (
            <label key={end}>
              {t(end === 'from' ? 'quiet.from' : 'quiet.to')}{' '}
              <input
                type="time"
                className={styles.field}
                value={toTime(hours[end])}
                onChange={({ currentTarget }) => {
                  const minutes = toMinutes(currentTarget.value);
                  if (minutes !== null) onChange({ ...hours, timeZone, [end]: minutes });
                }}
              />
            </label>
          ))}
          <span className={styles.hint}>{t('quiet.zone', { zone: hours.timeZone })}</span>
        </div>
      )}
    </fieldset>
  );
}
