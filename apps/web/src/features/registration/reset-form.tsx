import type { CallFailure } from '@pasar/sync';
import { Alert, Button } from 'antd';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { LOGIN_PATH } from '../../base/guard.ts';
import { proposedName, rememberName } from '../../base/last-name.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { useUiConfig } from '../../base/ui-config.ts';
import styles from '../../ui/entrance-form.module.css';
import { TextField } from '../../ui/text-field.tsx';
import { CodeField } from './code-field.tsx';
import { resetPassword, sendMobileCode, sendResetMail } from './commands.ts';
import { type EntranceField, fieldOf } from './field-of-reason.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useCode } from './use-code.ts';

const EMPTY = { validateCode: '', password: '', confirmPassword: '' };

/** Chooses a new password with a code. Whether there is an account is said neither here nor by the server. */
export function ResetForm() {
  const { t } = useTranslation('registration');
  const { t: common } = useTranslation('common');
  const { features } = useUiConfig();
  const [draft, setDraft] = useState(() => ({ ...EMPTY, target: proposedName() }));
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const code = useCode();
  const target = draft.target.trim();
  // With an @ it is an email address, as at the login (spec 1 §5).
  const isEmail = target.includes('@') || !features.resetByMobile;
  const send = async () => {
    setFailure(null);
    const result = await code.ask(() => (isEmail ? sendResetMail(target) : sendMobileCode(target, true)));
    if (!result.ok) setFailure(result.failure);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    setIsBusy(true);
    const { validateCode, password, confirmPassword } = draft;
    const codeId = code.sent?.codeId ?? '';
    const result = await resetPassword({ codeId, validateCode, password, confirmPassword });
    setIsBusy(false);
    if (!result.ok) return setFailure(result.failure);
    rememberName(target);
    setIsDone(true);
  };
  const problemAt = (...fields: readonly EntranceField[]): string | null =>
    failure !== null && fields.includes(fieldOf(failure)) ? failureText(failure, common) : null;
  const fieldOfDraft = (key: keyof typeof draft) => ({
    value: draft[key],
    isFirst: false,
    isBusy,
    onChange: (value: string) => setDraft({ ...draft, [key]: value }),
  });
  const label = features.resetByMobile ? (features.resetByEmail ? 'reset.target' : 'mobile') : 'email';
  return (
    <form className={styles.form} noValidate aria-label={t('reset.title')} onSubmit={(event) => void submit(event)}>
      <h1 className={styles.title}>{t('reset.title')}</h1>
      {isDone ? (
        <p className={styles.note} role="status">
          {t('reset.done')}
        </p>
      ) : (
        <>
          <p className={styles.subtitle}>{t('reset.text')}</p>
          <TextField
            {...fieldOfDraft('target')}
            label={t(label)}
            autoComplete="username"
            problem={problemAt('mobile', 'email')}
            isFirst
          />
          <CodeField
            {...fieldOfDraft('validateCode')}
            code={code}
            problem={problemAt('code')}
            onSend={() => void send()}
          />
          <NewPasswordFields
            label={t('password.new')}
            value={draft}
            problems={{ password: problemAt('password'), confirm: problemAt('confirm') }}
            isBusy={isBusy}
            onChange={(change) => setDraft({ ...draft, ...change })}
          />
          {problemAt('form', 'qq') !== null && (
            <Alert type="error" showIcon className={styles.refused ?? ''} title={problemAt('form', 'qq')} />
          )}
          <Button type="primary" htmlType="submit" size="large" block loading={isBusy} autoInsertSpace={false}>
            {t('reset.submit')}
          </Button>
          <p className={styles.aside}>{t('reset.subAccount')}</p>
        </>
      )}
      <p className={styles.ways}>
        <Link to={LOGIN_PATH}>{t('toLogin')}</Link>
      </p>
    </form>
  );
}
