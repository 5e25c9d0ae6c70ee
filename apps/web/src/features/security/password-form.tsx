import { type FormEvent, useId, useState } from 'react';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.tsx';
import { changePassword } from './commands.ts';
import { Field } from './field.tsx';
import styles from './login-panel.module.css';

const EMPTY = { present: '', password: '', again: '' };
const FIELDS = [
  ['present', 'password.present', 'current-password'],
  ['password', 'password.new', 'new-password'],
  ['again', 'password.again', 'new-password'],
] as const;

/** Changes the member's own password. */
export function PasswordForm({ username }: { readonly username: string }) {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation('common');
  const id = useId();
  const [draft, setDraft] = useState(EMPTY);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (draft.password !== draft.again) return setProblem(t('password.differ'));
    setProblem(null);
    setIsBusy(true);
    const result = await changePassword(draft.present, draft.password);
    setIsBusy(false);
    if (!result.ok) return setProblem(failureText(result.failure, common));
    setDraft(EMPTY);
    toast('good', t('password.changed'));
  };
  return (
    <form className={styles.part} aria-labelledby={id} onSubmit={(event) => void submit(event)}>
      <h3 id={id}>{t('password.title')}</h3>
      {/* Tells password managers whose password it is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <div className={styles.fields}>
        {FIELDS.map(([field, text, autoComplete]) => (
          <Field
            key={field}
            label={t(text)}
            type="password"
            autoComplete={autoComplete}
            value={draft[field]}
            onChange={(value) => setDraft({ ...draft, [field]: value })}
          />
        ))}
      </div>
      {problem !== null && (
        <p className={styles.bad} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.foot}>
        <Button
          kind="primary"
          type="submit"
          disabled={isBusy || draft.present === '' || draft.password === '' || draft.again === ''}
        >
          {t('password.change')}
        </Button>
        <p className={styles.hint}>{t('password.ends')}</p>
      </div>
    </form>
  );
}
