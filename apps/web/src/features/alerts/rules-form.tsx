import type { AlertSettings } from '@pasar/api';
import { ALERT_KINDS, ALERT_LIMITS, type QuietHours } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import { toMinutes, toTime } from '../../base/texts/day-time.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.tsx';
import styles from './alerts-panel.module.css';
import { saveAlertSettings } from './commands.ts';
import { RULE_TEXTS } from './rule-texts.ts';

const MAIL = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/u;
const linesOf = (text: string): readonly string[] => [...new Set(text.split(/[\s,;]+/u).filter((word) => word !== ''))];

/** The same for the same settings, in whatever order the kinds were switched off. */
const textOf = ({ offKinds, mailAddresses, quiet }: AlertSettings): string =>
  JSON.stringify([offKinds.toSorted(), mailAddresses, quiet?.from, quiet?.to, quiet?.timeZone]);

/** Which alerts are told, to whom by mail, and in which hours nothing is sent. */
export function RulesForm({ settings, hasMail }: { readonly settings: AlertSettings; readonly hasMail: boolean }) {
  const { t } = useTranslation('alerts');
  const { t: common } = useTranslation('common');
  const id = useId();
  const [offKinds, setOffKinds] = useState(settings.offKinds);
  const [mails, setMails] = useState(settings.mailAddresses.join('\n'));
  const [quiet, setQuiet] = useState(settings.quiet);
  const { save, problem, isBusy } = useSaving();
  const draft: AlertSettings = { offKinds, mailAddresses: [...linesOf(mails)], quiet };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(draft);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <fieldset className={styles.part}>
        <legend>{t('rules')}</legend>
        {ALERT_KINDS.map((kind) => {
          const [label, hint] = RULE_TEXTS[kind];
          return (
            <div key={kind} className={styles.rule}>
              <label>
                <input
                  type="checkbox"
                  checked={!offKinds.includes(kind)}
                  aria-describedby={`${id}-${kind}`}
                  onChange={({ currentTarget }) =>
                    setOffKinds(
                      currentTarget.checked ? offKinds.filter((other) => other !== kind) : [...offKinds, kind],
                    )
                  }
                />{' '}
                {t(label)}
              </label>
              <span id={`${id}-${kind}`} className={styles.hint}>
                {t(hint)}
              </span>
            </div>
          );
        })}
      </fieldset>
      <div className={styles.part}>
        <label htmlFor={`${id}-mails`}>{t('mails')}</label>
        <textarea
          id={`${id}-mails`}
          rows={3}
          value={mails}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={`${id}-mails-hint`}
          onChange={(event) => setMails(event.currentTarget.value)}
        />
        <p id={`${id}-mails-hint`} className={styles.hint}>
          {common('sentences', { first: t(hasMail ? 'mailsHint' : 'noMail'), second: t('webhookHint') })}
        </p>
      </div>
      <Quiet quiet={quiet} onChange={setQuiet} />
      <div className={styles.actions}>
        <Button kind="primary" type="submit" disabled={isBusy || textOf(draft) === textOf(settings)}>
          {t('save')}
        </Button>
        {problem !== null && (
          <p className={styles.bad} role="alert">
            {problem}
          </p>
        )}
      </div>
    </form>
  );
}

function useSaving() {
  const { t } = useTranslation('alerts');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const save = async (settings: AlertSettings) => {
    const wrong = settings.mailAddresses.find((address) => !MAIL.test(address));
    if (wrong !== undefined) return setProblem(`${wrong}: ${reasonText('email_form', locale)}`);
    if (settings.mailAddresses.length > ALERT_LIMITS.addresses) {
      return setProblem(t('tooMany', { count: ALERT_LIMITS.addresses }));
    }
    setIsBusy(true);
    setProblem(null);
    const result = await saveAlertSettings(settings);
    setIsBusy(false);
    if (result.ok) toast('good', t('saved'));
    else setProblem(failureText(result.failure, common));
  };
  return { save, problem, isBusy };
}

const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
/** From 22:00 to 07:00 where the person is. */
const firstQuiet = (): QuietHours => ({ from: 1_320, to: 420, timeZone: ownTimeZone() });

function Quiet(props: { readonly quiet: QuietHours | null; readonly onChange: (quiet: QuietHours | null) => void }) {
  const { t } = useTranslation('alerts');
  const { quiet, onChange } = props;
  const zones = [
    ...new Set([...(quiet === null ? [] : [quiet.timeZone]), ownTimeZone(), ...Intl.supportedValuesOf('timeZone')]),
  ];
  return (
    <fieldset className={styles.part}>
      <legend>{t('quiet')}</legend>
      <label>
        <input
          type="checkbox"
          checked={quiet !== null}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? firstQuiet() : null)}
        />{' '}
        {t('quietOn')}
      </label>
      {quiet !== null && (
        <div className={styles.row}>
          {(['from', 'to'] as const).map((end) => (
            <label key={end}>
              {t(end === 'from' ? 'quietFrom' : 'quietTo')}{' '}
              <input
                type="time"
                value={toTime(quiet[end])}
                onChange={({ currentTarget }) => {
                  const minutes = toMinutes(currentTarget.value);
                  if (minutes !== null) onChange({ ...quiet, [end]: minutes });
                }}
              />
            </label>
          ))}
          <label>
            {t('timeZone')}{' '}
            <select
              value={quiet.timeZone}
              onChange={({ currentTarget }) => onChange({ ...quiet, timeZone: currentTarget.value })}
            >
              {zones.map((zone) => (
                <option key={zone} value={zone}>
                  {zone}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      <p className={styles.hint}>{t('quietHint')}</p>
    </fieldset>
  );
}
