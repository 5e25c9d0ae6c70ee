import { CURRENCY_BY_COUNTRY, ORDER_STATUSES } from '@pasar/domain';
import { useId } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { DialogField } from '../../../ui/dialog-field.tsx';
import form from '../../../ui/form-dialog.module.css';
import { type FormProblem, fieldsetProblem, ProblemBelow, problemAt } from '../../../ui/form-problem.tsx';
import { Checks } from '../../../ui/only-some.tsx';
import { ORDER_TEXTS } from '../cards/order-texts.ts';
import { CONDITION_KINDS, type Draft, type Field } from './draft.ts';

const KIND_TEXTS = { words: 'form.when.words', orders: 'form.when.orders', spent: 'form.when.spent' } as const;

interface FieldsProps {
  readonly draft: Draft;
  readonly problem: FormProblem<Field> | null;
  readonly onChange: (over: Partial<Draft>) => void;
}

/** When a buyer gets the tag. */
export function ConditionFields(props: FieldsProps) {
  const { draft, problem, onChange } = props;
  const { t } = useTranslation('buyerTagRules');
  const id = useId();
  const wrong = problemAt(problem, 'statuses');
  return (
    <fieldset className={form.part} {...fieldsetProblem(`${id}-problem`, wrong)}>
      <legend>{t('form.when')}</legend>
      <div className={form.choices}>
        {CONDITION_KINDS.map((kind) => (
          <label key={kind}>
            <input type="radio" name={id} checked={draft.kind === kind} onChange={() => onChange({ kind })} />
            {t(KIND_TEXTS[kind])}
          </label>
        ))}
      </div>
      {draft.kind === 'words' && <Words {...props} />}
      {draft.kind === 'orders' && <Statuses {...props} />}
      <ProblemBelow id={`${id}-problem`} text={wrong} />
      {draft.kind === 'spent' && <Spent {...props} />}
      {draft.kind !== 'words' && <p className={form.hint}>{t('form.orders.hint')}</p>}
    </fieldset>
  );
}

function Words({ draft, problem, onChange }: FieldsProps) {
  const { t } = useTranslation('buyerTagRules');
  const id = useId();
  const wrong = problemAt(problem, 'words');
  const about = wrong === null ? {} : ({ 'aria-invalid': true, 'aria-describedby': `${id}-problem` } as const);
  return (
    <>
      <div className={form.field}>
        <label htmlFor={id}>{t('form.words')}</label>
        <textarea
          {...about}
          id={id}
          rows={4}
          dir="auto"
          value={draft.words}
          onChange={({ currentTarget }) => onChange({ words: currentTarget.value })}
        />
        <ProblemBelow id={`${id}-problem`} text={wrong} />
      </div>
      <label className={form.check}>
        <input
          type="checkbox"
          checked={draft.isWhole}
          onChange={({ currentTarget }) => onChange({ isWhole: currentTarget.checked })}
        />
        {t('form.whole')}
      </label>
      <p className={form.hint}>{t('form.words.hint')}</p>
    </>
  );
}

function Statuses({ draft, onChange }: FieldsProps) {
  const { t: cards } = useTranslation('cards');
  return (
    <Checks
      all={ORDER_STATUSES.map((status) => ({ id: status, label: cards(ORDER_TEXTS[status]) }))}
      chosen={draft.statuses}
      onChange={(statuses) => onChange({ statuses })}
      none=""
    />
  );
}

function Spent({ draft, problem, onChange }: FieldsProps) {
  const { t } = useTranslation('buyerTagRules');
  const id = useId();
  const shops = useDeskState((state) => state.shops);
  const used = [...shops.values()].map(({ country }) => CURRENCY_BY_COUNTRY[country]);
  return (
    <>
      <div className={form.pair}>
        <DialogField
          label={t('form.amount')}
          problem={problemAt(problem, 'amount')}
          inputMode="decimal"
          autoComplete="off"
          value={draft.amount}
          onChange={({ currentTarget }) => onChange({ amount: currentTarget.value })}
        />
        <div className={form.field}>
          <label htmlFor={id}>{t('form.currency')}</label>
          <select
            id={id}
            value={draft.currency}
            onChange={({ currentTarget }) => onChange({ currency: currentTarget.value })}
          >
            {[...new Set([draft.currency, ...used])].toSorted().map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </div>
      </div>
      <p className={form.hint}>{t('form.spent.hint')}</p>
    </>
  );
}
