import type { SendMessageConfigView } from '@pasar/api';
import { SEND_CONFIG_LIMITS, USUAL_SEND_MESSAGE_CONFIG } from '@pasar/domain';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { changedIn } from '../../base/changed-in.ts';
import { DayHours } from '../../base/day-hours.tsx';
import { useDeskState } from '../../base/desk.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { useMay } from '../../base/may.tsx';
import { useCountryName } from '../../base/texts/country-name.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import form from '../../ui/form-dialog.module.css';
import {
  type FormProblem,
  fieldsetProblem,
  ProblemBelow,
  ProblemOfForm,
  problemAt,
  useFocusProblem,
} from '../../ui/form-problem.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import section from '../../ui/section.module.css';
import { toast } from '../../ui/toasts.tsx';
import { saveConfig } from './commands.ts';
import { type ConfigField, faultOf } from './config-fault.ts';
import styles from './config-panel.module.css';
import { CONFIG } from './look-ups.ts';
import { FIRST_QUIET, OwnQuietHours } from './own-quiet-hours.tsx';

/** What the fields begin with where nothing was limited. */
const FIRST = { ...USUAL_SEND_MESSAGE_CONFIG, quiet: FIRST_QUIET };

/** How often and when buyers are written to without a person, in all shops. */
export function ConfigPanel() {
  const { t } = useTranslation('bulkSend');
  const locale = useLocale();
  const isMain = useDeskState((state) => state.member?.isMain === true);
  const may = useMay(['batchReply']);
  const look = useLookUp(CONFIG, {}, may);
  if (!may) return <Empty icon="block" title={reasonText('no_permission', locale)} />;
  return (
    <div className={styles.panel}>
      <header className={section.head}>
        <div>
          <h2>{t('config.title')}</h2>
          <p className={section.hint}>{t('config.text')}</p>
        </div>
      </header>
      {!isMain && <p className={styles.readOnly}>{t('config.mainOnly')}</p>}
      <LookedUpPart look={look} draw={(held) => <Form held={held} isMain={isMain} />} />
    </div>
  );
}

function Form({ held, isMain }: { readonly held: SendMessageConfigView; readonly isMain: boolean }) {
  const { t } = useTranslation('bulkSend');
  const [edits, setEdits] = useState<Partial<SendMessageConfigView>>({});
  const draft = { ...held, ...edits };
  const changed = changedIn(edits, held);
  const { save, problem, isBusy } = useSaving(() => setEdits({}));
  const fields = useFocusProblem(problem);
  const set = (over: Partial<SendMessageConfigView>) => setEdits({ ...edits, ...over });
  const { cap, orderCareDays, quiet, ownQuiet } = draft;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changed !== null) void save(draft, changed);
  };
  return (
    <form ref={fields} className={styles.form} onSubmit={submit} noValidate>
      <Part
        title={t('config.cap')}
        hint={t('config.capHint')}
        on={t('config.capOn')}
        isOn={cap !== null}
        isMain={isMain}
        onSwitch={(isOn) => set({ cap: isOn ? FIRST.cap : null })}
      >
        {cap !== null && (
          <div className={styles.fields}>
            <NumberField
              least={1}
              label={t('config.messages')}
              value={cap.messages}
              most={SEND_CONFIG_LIMITS.messages}
              problem={problemAt(problem, 'messages')}
              onValue={(messages) => set({ cap: { ...cap, messages } })}
            />
            <NumberField
              least={1}
              label={t('config.days')}
              value={cap.days}
              most={SEND_CONFIG_LIMITS.days}
              problem={problemAt(problem, 'days')}
              onValue={(days) => set({ cap: { ...cap, days } })}
            />
          </div>
        )}
      </Part>
      <Part
        title={t('config.quiet')}
        hint={t('config.quietHint')}
        on={t('config.quietOn')}
        isOn={quiet !== null}
        isMain={isMain}
        problem={problemAt(problem, 'quiet')}
        onSwitch={(isOn) => set({ quiet: isOn ? FIRST.quiet : null })}
      >
        {quiet !== null && (
          <DayHours
            hours={quiet}
            labels={{ from: t('config.from'), to: t('config.to') }}
            onChange={(hours) => set({ quiet: hours })}
          />
        )}
        <OwnQuietHours own={ownQuiet} isMain={isMain} onChange={(own) => set({ ownQuiet: own })} />
      </Part>
      <Part
        title={t('config.care')}
        hint={t('config.careHint')}
        on={t('config.careOn')}
        isOn={orderCareDays !== null}
        isMain={isMain}
        onSwitch={(isOn) => set({ orderCareDays: isOn ? FIRST.orderCareDays : null })}
      >
        {orderCareDays !== null && (
          <div className={styles.fields}>
            <NumberField
              least={1}
              label={t('config.careDays')}
              value={orderCareDays}
              most={SEND_CONFIG_LIMITS.days}
              problem={problemAt(problem, 'orderCareDays')}
              onValue={(days) => set({ orderCareDays: days })}
            />
          </div>
        )}
      </Part>
      {isMain && (
        <div className={styles.actions}>
          <ProblemOfForm problem={problem} />
          <Button kind="plain" disabled={isBusy || changed === null} onClick={() => setEdits({})}>
            {t('config.undo')}
          </Button>
          <Button kind="primary" type="submit" disabled={isBusy || changed === null}>
            {t('config.save')}
          </Button>
        </div>
      )}
    </form>
  );
}

const MOST = { messages: SEND_CONFIG_LIMITS.messages, days: SEND_CONFIG_LIMITS.days };
const WRONG_TEXTS = {
  messages: 'config.wrongMessages',
  days: 'config.wrongDays',
  orderCareDays: 'config.wrongDays',
  quiet: 'config.wrongQuiet',
} as const satisfies Record<ConfigField, string>;

function useSaving(onSaved: () => void) {
  const { t } = useTranslation('bulkSend');
  const { t: common } = useTranslation('common');
  const countryName = useCountryName();
  const [problem, setProblem] = useState<FormProblem<ConfigField> | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const save = async (draft: SendMessageConfigView, changed: Partial<SendMessageConfigView>) => {
    const fault = faultOf(draft);
    if (fault !== null) {
      const { field, country } = fault;
      const text =
        country === null ? t(WRONG_TEXTS[field], MOST) : t('config.wrongOwn', { site: countryName(country) });
      return setProblem({ field, text });
    }
    setProblem(null);
    setIsBusy(true);
    const result = await saveConfig(changed);
    setIsBusy(false);
    if (!result.ok) return setProblem({ field: 'form', text: failureText(result.failure, common) });
    toast('good', t('config.saved'));
    onSaved();
  };
  return { save, problem, isBusy };
}

/** One limit, which can be switched off as a whole. */
function Part(props: {
  readonly title: string;
  readonly hint: string;
  /** What the switch says. */
  readonly on: string;
  readonly isOn: boolean;
  readonly isMain: boolean;
  readonly problem?: string | null;
  readonly onSwitch: (isOn: boolean) => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  const problem = props.problem ?? null;
  return (
    <fieldset className={styles.part} disabled={!props.isMain} {...fieldsetProblem(id, problem)}>
      <legend>{props.title}</legend>
      <p className={form.hint}>{props.hint}</p>
      <label className={form.check}>
        <input
          type="checkbox"
          checked={props.isOn}
          onChange={({ currentTarget }) => props.onSwitch(currentTarget.checked)}
        />
        {props.on}
      </label>
      {props.children}
      <ProblemBelow id={id} text={problem} />
    </fieldset>
  );
}
