import { READING_LIMITS, type ReadingSubject } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import form from '../../ui/form-dialog.module.css';
import { toast } from '../../ui/toasts.tsx';
import { onOwnCancel, useModal } from '../../ui/use-modal.ts';
import { failureText } from '../texts/failure-text.ts';
import { useTranslation } from '../texts/i18n.ts';
import { saveReadingSetting } from './commands.ts';

/** How often a list is read by itself. */
export function ReadingDialog(props: {
  readonly subject: ReadingSubject;
  readonly everyMinutes: number;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('readings');
  const { t: common } = useTranslation('common');
  const { fewest, most } = READING_LIMITS[props.subject].minutes;
  const id = useId();
  const dialog = useModal();
  const [typed, setTyped] = useState(String(props.everyMinutes));
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const minutes = Number(typed);
    if (!Number.isInteger(minutes) || minutes < fewest || minutes > most) {
      return setProblem(t('setting.limits', { fewest, most }));
    }
    setIsSaving(true);
    const result = await saveReadingSetting(props.subject, minutes);
    setIsSaving(false);
    if (!result.ok) return setProblem(failureText(result.failure, common));
    toast('good', t('setting.saved'));
    props.onClose();
  };
  return (
    <dialog ref={dialog} className={form.small} aria-labelledby={id} onCancel={onOwnCancel(props.onClose)}>
      <form className={form.form} noValidate onSubmit={(event) => void save(event)}>
        <h2 id={id} className={form.title}>
          {t('setting.title')}
        </h2>
        <label className={form.field}>
          <span>{t('setting.minutes')}</span>
          <input
            type="number"
            data-first=""
            min={fewest}
            max={most}
            step={1}
            value={typed}
            aria-invalid={problem !== null}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <p className={form.hint}>{t('setting.hint', { fewest, most })}</p>
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
            {t('setting.save')}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
