import type { ReplySettingView, ShopView } from '@pasar/api';
import { AUTO_REPLY_LIMITS, AUTO_REPLY_TIMES, type AutoReplyTimes } from '@pasar/domain';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { changedIn } from '../../../base/changed-in.ts';
import { VariantsField } from '../../../base/parts/variants-field.tsx';
import { WrittenParts } from '../../../base/parts/written-parts.tsx';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import form from '../../../ui/form-dialog.module.css';
import {
  type FormProblem,
  ProblemBelow,
  ProblemOfForm,
  problemAt,
  useFocusProblem,
} from '../../../ui/form-problem.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toasts.tsx';
import styles from './auto-reply.module.css';
import { saveSetting } from './commands.ts';
import { answerUse } from './parts-use.ts';
import type { Place } from './place.ts';
import { draftOf, faultOf, type SettingDraft, type SettingFault, type SettingField } from './setting-draft.ts';
import { TimesField } from './times-field.tsx';

interface SettingFormProps {
  readonly place: Place;
  /** Null: nothing was chosen yet. */
  readonly setting: ReplySettingView | null;
  /** Null: the rules are those of the country. */
  readonly shop: ShopView | null;
  readonly isMain: boolean;
  readonly edits: Partial<SettingDraft>;
  readonly onEdits: (edits: Partial<SettingDraft>) => void;
}

/** The usual answer, the working hours and holidays, and whether and when keywords are answered. */
export function SettingForm({ place, setting, shop, isMain, edits, onEdits }: SettingFormProps) {
  const { t } = useTranslation('autoReply');
  const held = useMemo(() => draftOf(setting), [setting]);
  const draft = { ...held, ...edits };
  const changed = changedIn(edits, held);
  const { save, problem, isBusy } = useSaving(place, () => onEdits({}));
  const fields = useFocusProblem(problem);
  const set = (over: Partial<SettingDraft>) => onEdits({ ...edits, ...over });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changed !== null) void save(draft, changed);
  };
  return (
    <form ref={fields} className={styles.form} onSubmit={submit} noValidate>
      <fieldset className={styles.part} disabled={!isMain}>
        <legend>{t('usual')}</legend>
        <Check isOn={draft.isOn} text={t('usual.on')} onChange={(isOn) => set({ isOn })} />
        <div className={styles.fields}>
          <NumberField
            least={0}
            label={t('usual.delay')}
            value={draft.delayMinutes}
            most={AUTO_REPLY_LIMITS.delayMinutes}
            problem={problemAt(problem, 'delayMinutes')}
            onValue={(delayMinutes) => set({ delayMinutes })}
          />
          <When times={draft.times} onTimes={(times) => set({ times })} />
        </div>
        {isMain ? (
          <VariantsField
            legend={t('usual.parts')}
            use={answerUse(place.platform)}
            variants={draft.variants}
            shop={shop}
            onChange={(variants) => set({ variants })}
            below={() => <p className={form.hint}>{t('orders.hint')}</p>}
          />
        ) : (
          <WrittenParts content={setting?.content ?? null} />
        )}
        <ProblemBelow id="usual-answer-problem" text={problemAt(problem, 'variants')} />
      </fieldset>
      <TimesField
        times={draft}
        country={place.country}
        isMain={isMain}
        problem={problemAt(problem, 'hours')}
        onChange={set}
      />
      <fieldset className={styles.part} disabled={!isMain}>
        <legend>{t('keywords')}</legend>
        <Check isOn={draft.isKeywordOn} text={t('keywords.on')} onChange={(isKeywordOn) => set({ isKeywordOn })} />
        <div className={styles.fields}>
          <NumberField
            least={0}
            label={t('keywords.delay')}
            value={draft.keywordDelaySeconds}
            most={AUTO_REPLY_LIMITS.delaySeconds}
            problem={problemAt(problem, 'keywordDelaySeconds')}
            onValue={(keywordDelaySeconds) => set({ keywordDelaySeconds })}
          />
          <When times={draft.keywordTimes} onTimes={(keywordTimes) => set({ keywordTimes })} />
        </div>
      </fieldset>
      <p className={form.hint}>
        {t('welcome.elsewhere')}{' '}
        <Link className={styles.link} to="/settings/chat">
          {t('welcome.link')}
        </Link>
      </p>
      {isMain && (
        <div className={styles.actions}>
          <ProblemOfForm problem={problem} />
          <Button kind="plain" disabled={isBusy || changed === null} onClick={() => onEdits({})}>
            {t('undo')}
          </Button>
          <Button kind="primary" type="submit" disabled={isBusy || changed === null}>
            {t('save')}
          </Button>
        </div>
      )}
    </form>
  );
}

const WRONG_TEXTS = {
  delayMinutes: 'wrong.minutes',
  delaySeconds: 'wrong.seconds',
  answer: 'wrong.answer',
  days: 'wrong.days',
} as const satisfies Record<SettingFault['wrong'], string>;
const MOST = { minutes: AUTO_REPLY_LIMITS.delayMinutes, seconds: AUTO_REPLY_LIMITS.delaySeconds };

function useSaving(place: Place, onSaved: () => void) {
  const { t } = useTranslation('autoReply');
  const { t: common } = useTranslation('common');
  const [problem, setProblem] = useState<FormProblem<SettingField> | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const save = async (draft: SettingDraft, changed: Partial<SettingDraft>) => {
    const fault = faultOf(draft);
    if (fault !== null) return setProblem({ field: fault.field, text: t(WRONG_TEXTS[fault.wrong], MOST) });
    setProblem(null);
    setIsBusy(true);
    const result = await saveSetting(place, changed);
    setIsBusy(false);
    if (!result.ok) return setProblem({ field: 'form', text: failureText(result.failure, common) });
    toast('good', t('saved'));
    onSaved();
  };
  return { save, problem, isBusy };
}

const Check = (props: {
  readonly isOn: boolean;
  readonly text: string;
  readonly onChange: (isOn: boolean) => void;
}) => (
  <label className={form.check}>
    <input
      type="checkbox"
      checked={props.isOn}
      onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
    />
    {props.text}
  </label>
);

const TIMES_TEXTS = { always: 'when.always', working: 'when.working', notWorking: 'when.notWorking' } as const;

function When(props: { readonly times: AutoReplyTimes; readonly onTimes: (times: AutoReplyTimes) => void }) {
  const { t } = useTranslation('autoReply');
  const id = useId();
  return (
    <div className={form.field}>
      <label htmlFor={id}>{t('when')}</label>
      <Select
        id={id}
        value={props.times}
        onChange={({ currentTarget: { value } }) =>
          props.onTimes(AUTO_REPLY_TIMES.find((one) => one === value) ?? props.times)
        }
      >
        {AUTO_REPLY_TIMES.map((one) => (
          <option key={one} value={one}>
            {t(TIMES_TEXTS[one])}
          </option>
        ))}
      </Select>
    </div>
  );
}
