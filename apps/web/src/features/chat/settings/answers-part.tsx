import type { AccountChatSetting } from '@pasar/api';
import { ANSWER_HOURS, BUYER_LANGUAGES, type BuyerLanguage, CHAT_SETTING_LIMITS } from '@pasar/domain';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { VariantsFrame } from '../../../base/parts/variants-frame.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Select } from '../../../ui/select.tsx';
import styles from './chat-settings.module.css';
import { FaqPart } from './faq-part.tsx';
import { languagesOf, type Texts, welcomeIn, withoutLanguage, withWelcome } from './text-variants.ts';

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
    <fieldset className={styles.part} aria-describedby={`${id}-rules`}>
      <legend>{t('answers')}</legend>
      <p id={`${id}-rules`} className={styles.hint}>
        {t('answers.rules')}{' '}
        <Link className={styles.link} to="/settings/auto-reply" onClick={props.onLeave}>
          {t('answers.link')}
        </Link>
        {!isMain && <span className={styles.line}>{t('answers.mainOnly')}</span>}
      </p>
      <fieldset className={styles.choices} disabled={!isMain}>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={setting.isWelcomeOn}
            onChange={({ currentTarget }) => onChange({ isWelcomeOn: currentTarget.checked })}
          />
          {t('welcome.on')}
        </label>
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
      </fieldset>
      <TextsPart texts={setting} isMain={isMain} onChange={onChange} />
    </fieldset>
  );
}

/** The welcome and the frequent questions, by the language of the buyer. */
function TextsPart(props: {
  readonly texts: Texts;
  readonly isMain: boolean;
  readonly onChange: (change: Partial<Texts>) => void;
}) {
  const { t } = useTranslation('chatSettings');
  const { texts, isMain, onChange } = props;
  const id = useId();
  const [shown, setShown] = useState<BuyerLanguage | null>(null);
  /** A language in which nothing is written yet, or any more, stays while the form is open. */
  const [opened, setOpened] = useState<readonly BuyerLanguage[]>([]);
  const written = languagesOf(texts);
  const languages = BUYER_LANGUAGES.filter((language) => written.includes(language) || opened.includes(language));
  const show = (language: BuyerLanguage | null) => {
    setShown(language);
    if (language !== null) setOpened([...opened, language]);
  };
  const change = {
    add: show,
    remove: (language: BuyerLanguage) => {
      setShown(null);
      setOpened(opened.filter((one) => one !== language));
      onChange(withoutLanguage(texts, language));
    },
  };
  return (
    <VariantsFrame
      legend={t('texts')}
      languages={[null, ...languages]}
      shown={shown}
      onShow={show}
      onChange={isMain ? change : null}
    >
      {shown !== null && <p className={styles.hint}>{t('texts.hint')}</p>}
      <fieldset className={styles.choices} disabled={!isMain}>
        <div className={styles.stack}>
          <label htmlFor={`${id}-welcome`}>{t('welcome')}</label>
          <textarea
            id={`${id}-welcome`}
            className={styles.field}
            rows={3}
            maxLength={CHAT_SETTING_LIMITS.welcome}
            placeholder={shown === null ? undefined : texts.welcomeText}
            value={welcomeIn(texts, shown)}
            onChange={({ currentTarget }) => onChange(withWelcome(texts, shown, currentTarget.value))}
          />
        </div>
        <FaqPart faq={texts.faq} language={shown} onChange={(faq) => onChange({ faq })} />
      </fieldset>
    </VariantsFrame>
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
