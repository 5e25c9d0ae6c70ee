import { type FormEvent, useId, useState } from 'react';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { dayOf } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import form from '../../ui/form-dialog.module.css';
import { toast } from '../../ui/toasts.tsx';
import { onOwnCancel, useModal } from '../../ui/use-modal.ts';
import { saveRates } from './commands.ts';
import type { Rates } from './figures.ts';
import { typedRates } from './typed-rates.ts';

/** The exchange rates of the account, typed or pasted. */
export function RatesDialog(props: { readonly known: Rates | null; readonly onClose: () => void }) {
  const { t } = useTranslation('statistics');
  const { t: common } = useTranslation('common');
  const id = useId();
  const dialog = useModal();
  const [base, setBase] = useState(props.known?.base ?? 'CNY');
  const [lines, setLines] = useState(
    (props.known?.rates ?? []).map(({ currency, rate }) => `${currency} ${rate}`).join('\n'),
  );
  const [asOf, setAsOf] = useState(dayOf(Date.now()));
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const { rates, bad } = typedRates(lines, asOf);
    if (bad !== null) return setProblem(t('rates.bad', { line: bad }));
    if (!/^[A-Za-z]{3}$/.test(base.trim())) return setProblem(t('rates.badBase'));
    if (asOf === '') return setProblem(t('rates.badDay'));
    setIsSaving(true);
    const result = await saveRates(base.trim().toUpperCase(), rates);
    setIsSaving(false);
    if (!result.ok) return setProblem(failureText(result.failure, common));
    toast('good', t('rates.saved'));
    props.onClose();
  };
  return (
    <dialog ref={dialog} className={form.small} aria-labelledby={id} onCancel={onOwnCancel(props.onClose)}>
      <form className={form.form} noValidate onSubmit={(event) => void save(event)}>
        <h2 id={id} className={form.title}>
          {t('rates.title')}
        </h2>
        <div className={form.pair}>
          <label className={form.field}>
            <span>{t('rates.base')}</span>
            <input
              data-first=""
              maxLength={3}
              value={base}
              onChange={({ currentTarget }) => setBase(currentTarget.value)}
            />
          </label>
          <label className={form.field}>
            <span>{t('rates.asOf')}</span>
            <input type="date" value={asOf} onChange={({ currentTarget }) => setAsOf(currentTarget.value)} />
          </label>
        </div>
        <label className={form.field}>
          <span>{t('rates.lines')}</span>
          <textarea
            rows={7}
            value={lines}
            aria-invalid={problem !== null}
            onChange={({ currentTarget }) => setLines(currentTarget.value)}
          />
        </label>
        <p className={form.hint}>{t('rates.hint')}</p>
        {problem !== null && (
          <p className={form.bad} role="alert">
            {problem}
          </p>
        )}
        <div className={form.actions}>
          <Button kind="plain" onClick={props.onClose}>
            {t('cancel')}
          </Button>
          <Button kind="primary" type="submit" disabled={isSaving}>
            {t('rates.save')}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
