import type { OrderCareContentView, OrderCareSettings } from '@pasar/api';
import { ORDER_CARE_KINDS, ORDER_CARE_LIMITS, type OrderCareKind, type ShopId } from '@pasar/domain';
import { type FormEvent, useState } from 'react';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { ShopPicker } from '../../base/shops/shop-picker.tsx';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { type FormProblem, ProblemBelow, ProblemOfForm, problemAt, useFocusProblem } from '../../ui/form-problem.tsx';
import { OnlySome } from '../../ui/only-some.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toasts.tsx';
import { saveSettings } from './commands.ts';
import { type Delay, delayOf, minutesOf, UNITS } from './delay.ts';
import { CONTENTS, SETTINGS } from './look-ups.ts';
import styles from './order-care.module.css';
import { KIND_TEXTS, STAGE_TEXTS, UNIT_TEXTS } from './texts.ts';

interface Reminder {
  readonly isOn: boolean;
  readonly delay: Delay;
}
interface Draft {
  readonly reminders: Readonly<Record<OrderCareKind, Reminder>>;
  readonly shopIds: readonly ShopId[] | null;
}

interface AutomaticPartProps {
  readonly isMain: boolean;
  /** Shows the content of a kind. */
  readonly onContent: (kind: OrderCareKind) => void;
}

/** Which messages go out by themselves, when, and for which shops. Only the main account changes it. */
export function AutomaticPart(props: AutomaticPartProps) {
  const settings = useLookUp(SETTINGS, {});
  const contents = useLookUp(CONTENTS, {});
  const known = contents.state === 'found' || contents.state === 'stale' ? contents.data.contents : null;
  return <LookedUpPart look={settings} draw={(held) => <Form {...props} held={held} contents={known} />} />;
}

const ofEachKind = <Of,>(of: (kind: OrderCareKind) => Of): Record<OrderCareKind, Of> => ({
  pay: of('pay'),
  paid: of('paid'),
  shipped: of('shipped'),
  outForDelivery: of('outForDelivery'),
  delivered: of('delivered'),
  review: of('review'),
});

const draftOf = ({ reminders, shopIds }: OrderCareSettings): Draft => ({
  reminders: ofEachKind((kind) => ({
    isOn: reminders[kind].isOn,
    delay: delayOf(reminders[kind].afterMinutes),
  })),
  shopIds,
});

interface FormProps extends AutomaticPartProps {
  readonly held: OrderCareSettings;
  /** Null while they are not known. */
  readonly contents: readonly OrderCareContentView[] | null;
}

function Form({ isMain, held, contents, onContent }: FormProps) {
  const { t } = useTranslation('orderCare');
  const [edited, setEdited] = useState<Draft | null>(null);
  const { save, problem, isBusy } = useSaving(() => setEdited(null));
  const form = useFocusProblem(problem);
  const draft = edited ?? draftOf(held);
  const change = (kind: OrderCareKind, part: Partial<Reminder>) =>
    setEdited({ ...draft, reminders: { ...draft.reminders, [kind]: { ...draft.reminders[kind], ...part } } });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (edited !== null) void save(edited);
  };
  return (
    <form ref={form} className={styles.form} aria-label={t('tab.automatic')} onSubmit={submit} noValidate>
      {!isMain && <p className={styles.wait}>{t('mainOnly')}</p>}
      <p className={styles.hint}>{t('automatic.text')}</p>
      <fieldset className={styles.fields} disabled={!isMain}>
        <ul className={styles.reminders} aria-label={t('automatic.kinds')}>
          {ORDER_CARE_KINDS.map((kind) => (
            <ReminderRow
              key={kind}
              kind={kind}
              reminder={draft.reminders[kind]}
              hasContent={contents?.some((one) => one.kind === kind) ?? true}
              problem={problemAt(problem, kind)}
              onChange={(part) => change(kind, part)}
              onContent={isMain ? () => onContent(kind) : null}
            />
          ))}
        </ul>
        <OnlySome
          legend={t('shops')}
          all={t('shops.all')}
          some={t('shops.some')}
          isAll={draft.shopIds === null}
          onAll={(isAll) => setEdited({ ...draft, shopIds: isAll ? null : [] })}
          problem={null}
        >
          <ShopPicker chosen={draft.shopIds ?? []} onChange={(shopIds) => setEdited({ ...draft, shopIds })} />
        </OnlySome>
      </fieldset>
      {isMain && (
        <div className={styles.actions}>
          <ProblemOfForm problem={problem} />
          <Button kind="plain" disabled={isBusy || edited === null} onClick={() => setEdited(null)}>
            {t('undo')}
          </Button>
          <Button kind="primary" type="submit" disabled={isBusy || edited === null}>
            {t('save')}
          </Button>
        </div>
      )}
    </form>
  );
}

function useSaving(onSaved: () => void) {
  const { t } = useTranslation('orderCare');
  const { t: common } = useTranslation('common');
  const [problem, setProblem] = useState<FormProblem<OrderCareKind> | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const save = async ({ reminders, shopIds }: Draft) => {
    const minutes = (kind: OrderCareKind) => minutesOf(reminders[kind].delay);
    const wrong = ORDER_CARE_KINDS.find((kind) => minutes(kind) === null);
    if (wrong !== undefined) {
      const count = ORDER_CARE_LIMITS.afterMinutes / 1_440;
      return setProblem({ field: wrong, text: t('automatic.wrong', { count }) });
    }
    setProblem(null);
    setIsBusy(true);
    const result = await saveSettings({
      reminders: ofEachKind((kind) => ({ isOn: reminders[kind].isOn, afterMinutes: minutes(kind) ?? 1 })),
      shopIds: shopIds === null ? null : [...shopIds],
    });
    setIsBusy(false);
    if (!result.ok) return setProblem({ field: 'form', text: failureText(result.failure, common) });
    toast('good', t('saved'));
    onSaved();
  };
  return { save, problem, isBusy };
}

function ReminderRow(props: {
  readonly kind: OrderCareKind;
  readonly reminder: Reminder;
  readonly hasContent: boolean;
  readonly problem: string | null;
  readonly onChange: (part: Partial<Reminder>) => void;
  /** Null where the member may not write it. */
  readonly onContent: (() => void) | null;
}) {
  const { t } = useTranslation('orderCare');
  const { kind, reminder, problem, onChange } = props;
  const { delay } = reminder;
  const name = t(KIND_TEXTS[kind]);
  const problemId = `after-${kind}`;
  const about = problem === null ? {} : ({ 'aria-invalid': true, 'aria-describedby': problemId } as const);
  return (
    <li className={styles.reminder} data-on={reminder.isOn}>
      <label className={styles.switch}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={reminder.isOn}
          checked={reminder.isOn}
          onChange={({ currentTarget }) => onChange({ isOn: currentTarget.checked })}
        />
        <span>
          {name}
          <small className={styles.second}>{t(STAGE_TEXTS[kind])}</small>
        </span>
      </label>
      <div className={styles.delay}>
        <span aria-hidden="true">{t('automatic.after')}</span>
        <input
          {...about}
          type="number"
          min={1}
          step={1}
          aria-label={t('automatic.delayOf', { name })}
          value={Number.isNaN(delay.count) ? '' : delay.count}
          onChange={({ currentTarget }) => onChange({ delay: { ...delay, count: currentTarget.valueAsNumber } })}
        />
        <Select
          aria-label={t('automatic.unitOf', { name })}
          value={delay.unit}
          onChange={({ currentTarget: { value } }) =>
            onChange({ delay: { ...delay, unit: UNITS.find((one) => one === value) ?? delay.unit } })
          }
        >
          {UNITS.map((unit) => (
            <option key={unit} value={unit}>
              {t(UNIT_TEXTS[unit], { count: Number.isNaN(delay.count) ? 0 : delay.count })}
            </option>
          ))}
        </Select>
      </div>
      <ProblemBelow id={problemId} text={problem} />
      {!props.hasContent && (
        <p className={reminder.isOn ? styles.missing : styles.second}>
          {t('automatic.noContent')}{' '}
          {props.onContent !== null && (
            <Button kind="link" aria-label={t('automatic.toContent', { name })} onClick={props.onContent}>
              {t('automatic.content')}
            </Button>
          )}
        </p>
      )}
    </li>
  );
}
