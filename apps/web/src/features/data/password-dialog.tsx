import { PASSWORD_LENGTH } from '@pasar/domain';
import type { CallResult } from '@pasar/sync';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import form from '../../ui/form-dialog.module.css';
import { onOwnCancel, useModal } from '../../ui/use-modal.ts';

/** A dialog that asks for the present password before something weighty, so that an open window is not enough. */
export function PasswordDialog<Data>(props: {
  readonly title: string;
  readonly hint: string;
  readonly confirm: string;
  readonly tone: 'primary' | 'danger';
  /** Whether the other fields are filled as they must be. */
  readonly isReady: boolean;
  readonly run: (present: string) => Promise<CallResult<Data>>;
  /** What speaks against it although the server has answered; null where all is done and the dialog closes. */
  readonly onDone: (data: Data) => string | null;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('data');
  const { t: common } = useTranslation('common');
  const id = useId();
  const dialog = useModal();
  const [present, setPresent] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    setIsBusy(true);
    const result = await props.run(present);
    setIsBusy(false);
    const why = result.ok ? props.onDone(result.data) : failureText(result.failure, common);
    if (why === null) props.onClose();
    else setProblem(why);
  };
  return (
    <dialog
      ref={dialog}
      className={form.small}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-hint`}
      onCancel={onOwnCancel(props.onClose)}
    >
      <form className={form.form} onSubmit={(event) => void submit(event)}>
        <h2 id={`${id}-title`} className={form.title}>
          {props.title}
        </h2>
        <p id={`${id}-hint`}>{props.hint}</p>
        {props.children}
        <label className={form.field}>
          <span>{t('password')}</span>
          <input
            data-first={props.children === undefined ? '' : undefined}
            type="password"
            value={present}
            maxLength={PASSWORD_LENGTH.most}
            autoComplete="current-password"
            onChange={(event) => setPresent(event.currentTarget.value)}
          />
        </label>
        {problem !== null && (
          <p className={form.bad} role="alert">
            {problem}
          </p>
        )}
        <div className={form.actions}>
          <Button kind="plain" onClick={props.onClose}>
            {t('cancel')}
          </Button>
          <Button kind={props.tone} type="submit" disabled={isBusy || present === '' || !props.isReady}>
            {props.confirm}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
