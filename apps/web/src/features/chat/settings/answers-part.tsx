import type { AccountChatSetting } from '@pasar/api';
import { ANSWER_HOURS, CHAT_SETTING_LIMITS } from '@pasar/domain';
import { useId } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Select } from '../../../ui/select.tsx';
import styles from './chat-settings.module.css';
import { FaqPart } from './faq-part.tsx';

/** What automatic answers of all shops have in common. The main account changes it, and the sub-accounts read it. */
export function AnswersPart(props: {
  readonly setting: AccountChatSetting;
  readonly isMain: boolean;
  readonly onChange: (change: Partial<AccountChatSetting>) => void;
  /** Closes the dialog around it. */
  readonly onLeave: () => void;
}) {
  const { t } = useTranslation('chatSettings');
  const { setting, isMain, onChange } = props;
  const id = useId();
  return (
    <fieldset className={styles.part} disabled={!isMain} aria-describedby={`${id}-rules`}>
      <legend>{t('answers')}</legend>
      <p id={`${id}-rules`} className={styles.hint}>
        {t('answers.rules')}{' '}
        <Link className={styles.link} to="/settings/auto-reply" onClick={props.onLeave}>
          {t('answers.link')}
        </Link>
        {!isMain && <span className={styles.line}>{t('answers.mainOnly')}</span>}
      </p>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={setting.isWelcomeOn}
          onChange={({ currentTarget }) => onChange({ isWelcomeOn: currentTarget.checked })}
        />
        {t('welcome.on')}
      </label>
      <div className={styles.stack}>
        <label htmlFor={`${id}-welcome`}>{t('welcome')}</label>
        <textarea
          id={`${id}-welcome`}
          className={styles.field}
          rows={3}
          maxLength={CHAT_SETTING_LIMITS.welcome}
          value={setting.welcomeText}
          onChange={({ currentTarget }) => onChange({ welcomeText: currentTarget.value })}
        />
      </div>
      <div className={styles.row}>
        <label htmlFor={`${id}-hours`}>{t('frequency')}</label>
        <Select
          id={`${id}-hours`}
          value={String(setting.answerHours)}
          onChange={({ currentTarget }) =>
            onChange({ answerHours: ANSWER_HOURS.find((hours) => String(hours) === currentTarget.value) ?? null })
          }
        >
          <option value="null">{t('frequency.none')}</option>
          {ANSWER_HOURS.map((hours) => (
            <option key={hours} value={hours}>
              {t('frequency.hours', { count: hours })}
            </option>
          ))}
        </Select>
      </div>
      <FaqPart faq={setting.faq} onChange={(faq) => onChange({ faq })} />
    </fieldset>
  );
}

/** How many waiting buyers a member is assigned at most. The main account changes it. */
export function LimitPart(props: {
  readonly limit: number;
  readonly isMain: boolean;
  readonly onChange: (promiseLimit: number) => void;
}) {
  const { t } = useTranslation('chatSettings');
  const id = useId();
  return (
    <fieldset className={styles.part} disabled={!props.isMain}>
      <legend>{t('assignment')}</legend>
      <div className={styles.row}>
        <label htmlFor={`${id}-promise`}>{t('promise')}</label>
        <input
          id={`${id}-promise`}
          className={`${styles.field} ${styles.number}`}
          aria-describedby={`${id}-promise-hint`}
          type="number"
          min={1}
          max={CHAT_SETTING_LIMITS.mostPromise}
          value={Number.isNaN(props.limit) ? '' : props.limit}
          onChange={({ currentTarget }) => props.onChange(currentTarget.valueAsNumber)}
        />
      </div>
      <p id={`${id}-promise-hint`} className={styles.hint}>
        {t('promise.hint')}
        {!props.isMain && <span className={styles.line}>{t('answers.mainOnly')}</span>}
      </p>
    </fieldset>
  );
}
