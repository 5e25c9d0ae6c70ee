import type { BulkSendTaskView } from '@pasar/api';
import { BULK_SEND_LIMITS } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import { changedIn } from '../../base/changed-in.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { DialogField } from '../../ui/dialog-field.tsx';
import form from '../../ui/form-dialog.module.css';
import { type FormProblem, ProblemOfForm, problemAt, useFocusProblem } from '../../ui/form-problem.tsx';
import { onOwnCancel, useModal } from '../../ui/use-modal.ts';
import { changeTask } from './commands.ts';
import { fromLocalTime, toLocalTime } from './local-time.ts';

/** What a timed task that waits lets be changed, as it is typed. */
interface Changeable {
  readonly taskName: string;
  readonly sendTime: string;
  readonly interval: string;
}
type Field = keyof Changeable;
/** To which field a refusal of the server belongs. */
const FIELDS: Readonly<Partial<Record<string, Field>>> = {
  bulk_send_name_required: 'taskName',
  bulk_send_too_soon: 'sendTime',
  bulk_send_interval: 'interval',
};

/** The name, the start and the pace of a timed task that waits. Its recipients and its message stay. */
export function ChangeDialog({ task, onClose }: { readonly task: BulkSendTaskView; readonly onClose: () => void }) {
  const { t } = useTranslation('bulkSend');
  const { t: common } = useTranslation('common');
  const id = useId();
  const dialog = useModal();
  const [held] = useState<Changeable>(() => ({
    taskName: task.taskName,
    sendTime: task.sendTime === null ? '' : toLocalTime(task.sendTime),
    interval: String(task.interval),
  }));
  const [draft, setDraft] = useState(held);
  const [problem, setProblem] = useState<FormProblem<Field> | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const fields = useFocusProblem(problem);
  // A start that stays is not sent: it may be nearer by now than a new one may be.
  const changed = changedIn(draft, held);
  const set = (over: Partial<Changeable>) => setDraft({ ...draft, ...over });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (changed === null) return onClose();
    setProblem(null);
    setIsBusy(true);
    const { sendTime, ...others } = changed;
    const result = await changeTask({
      taskId: task.taskId,
      ...others,
      ...(sendTime === undefined ? {} : { sendTime: fromLocalTime(sendTime) }),
    });
    setIsBusy(false);
    if (result.ok) return onClose();
    const code = result.failure.kind === 'refused' ? result.failure.code : '';
    setProblem({ field: FIELDS[code] ?? 'form', text: failureText(result.failure, common) });
  };
  const { least, most } = BULK_SEND_LIMITS.intervalSeconds;
  return (
    <dialog ref={dialog} className={form.small} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <form ref={fields} className={form.form} noValidate onSubmit={(event) => void save(event)}>
        <h2 id={id} className={form.title}>
          {t('change.title')}
        </h2>
        <DialogField
          label={t('form.name')}
          problem={problemAt(problem, 'taskName')}
          data-first=""
          value={draft.taskName}
          maxLength={BULK_SEND_LIMITS.name}
          onChange={({ currentTarget: { value } }) => set({ taskName: value })}
        />
        <DialogField
          label={t('when.time')}
          problem={problemAt(problem, 'sendTime')}
          type="datetime-local"
          value={draft.sendTime}
          onChange={({ currentTarget: { value } }) => set({ sendTime: value })}
        />
        <DialogField
          label={t('when.interval')}
          problem={problemAt(problem, 'interval')}
          type="number"
          min={least}
          max={most}
          value={draft.interval}
          onChange={({ currentTarget: { value } }) => set({ interval: value })}
        />
        <p className={form.hint}>{t('change.text')}</p>
        <ProblemOfForm problem={problem} />
        <footer className={form.actions}>
          <Button kind="plain" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button kind="primary" type="submit" disabled={isBusy}>
            {t('config.save')}
          </Button>
        </footer>
      </form>
    </dialog>
  );
}
