import type { QuietHours, ReachRule } from '@pasar/domain';
import { toMinutes, toTime } from '../../../base/texts/day-time.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Select } from '../../../ui/select.tsx';
import styles from './chat-settings.module.css';

/** From 22:00 to 07:00 on the clock of this browser. */
const firstHours = (): QuietHours => ({
  from: 1_320,
  to: 420,
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** The hours in which windows stay quiet. */
export function QuietPart(props: {
  readonly hours: QuietHours | null;
  readonly onChange: (hours: QuietHours | null) => void;
}) {
  const { t } = useTranslation('chatSettings');
  const { hours, onChange } = props;
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
          <Hours hours={hours} onChange={onChange} />
        </div>
      )}
    </fieldset>
  );
}

type RuleQuiet = ReachRule['quietHours'];

/** Whether the member's quiet hours hold for the buyers of a rule, others, or none. */
export function RuleQuietField(props: { readonly quiet: RuleQuiet; readonly onChange: (quiet: RuleQuiet) => void }) {
  const { t } = useTranslation('chatSettings');
  const { quiet, onChange } = props;
  const choices: Readonly<Record<string, () => RuleQuiet>> = {
    usual: () => null,
    never: () => 'never',
    own: firstHours,
  };
  return (
    <div className={styles.row}>
      <span aria-hidden="true">{t('quiet.ofRule')}</span>
      <Select
        aria-label={t('quiet.ofRule')}
        value={quiet === null ? 'usual' : quiet === 'never' ? quiet : 'own'}
        onChange={({ currentTarget }) => onChange(choices[currentTarget.value]?.() ?? null)}
      >
        <option value="usual">{t('quiet.usual')}</option>
        <option value="never">{t('quiet.never')}</option>
        <option value="own">{t('quiet.own')}</option>
      </Select>
      {quiet !== null && quiet !== 'never' && <Hours hours={quiet} onChange={onChange} />}
    </div>
  );
}

/** Their time zone is that of the browser in which they were chosen. */
function Hours(props: { readonly hours: QuietHours; readonly onChange: (hours: QuietHours) => void }) {
  const { t } = useTranslation('chatSettings');
  const { hours, onChange } = props;
  const { timeZone } = firstHours();
  return (
    <>
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
    </>
  );
}
