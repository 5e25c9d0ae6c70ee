import type { CallFailure } from '@pasar/sync';
import { Alert, Button } from 'antd';
import { type FormEvent, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { HOME_PATH, LOGIN_PATH } from '../../base/guard.ts';
import { rememberName } from '../../base/last-name.ts';
import { rememberMember } from '../../base/last-screen.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { useUiConfig } from '../../base/ui-config.ts';
import styles from '../../ui/entrance-form.module.css';
import { TextField } from '../../ui/text-field.tsx';
import { createOwner } from './commands.ts';
import { fieldOf } from './field-of-reason.ts';

/** The fields in the order of the form. */
const FIELDS = [
  { key: 'accountName', text: 'owner.account', autoComplete: 'organization' },
  { key: 'name', text: 'owner.name', autoComplete: 'name' },
  { key: 'email', text: 'owner.email', autoComplete: 'email' },
  { key: 'password', text: 'owner.password', autoComplete: 'new-password' },
] as const;
const EMPTY = { accountName: '', name: '', email: '', password: '' };

/** Makes the first account of a fresh server, by the link that the server printed: its token is behind the `#`. */
export function OwnerForm() {
  const { t } = useTranslation('registration');
  const { t: common } = useTranslation('common');
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [draft, setDraft] = useState(EMPTY);
  const { needsOwner } = useUiConfig();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const token = hash.slice(1);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    setIsBusy(true);
    const result = await createOwner({ token, ...draft });
    setIsBusy(false);
    if (!result.ok) return setFailure(result.failure);
    rememberName(draft.email);
    rememberMember(result.data.member.memberId);
    await navigate(HOME_PATH, { replace: true });
  };
  const problemAt = (field: string): string | null =>
    failure !== null && fieldOf(failure) === field ? failureText(failure, common) : null;
  if (!needsOwner) {
    return (
      <div className={styles.form}>
        <h1 className={styles.title}>{t('owner.title')}</h1>
        <p className={styles.subtitle} role="alert">
          {t('owner.exists')}
        </p>
        <p className={styles.ways}>
          <Link to={LOGIN_PATH}>{t('toLogin')}</Link>
        </p>
      </div>
    );
  }
  return (
    <form className={styles.form} noValidate aria-label={t('owner.title')} onSubmit={(event) => void submit(event)}>
      <h1 className={styles.title}>{t('owner.title')}</h1>
      <p className={styles.subtitle}>{t('owner.text')}</p>
      {token === '' ? (
        <p className={styles.note} role="alert">
          {t('owner.noLink')}
        </p>
      ) : (
        <>
          {FIELDS.map(({ key, text, autoComplete }) => (
            <TextField
              key={key}
              label={t(text)}
              value={draft[key]}
              autoComplete={autoComplete}
              problem={problemAt(key)}
              isFirst={key === 'accountName'}
              isBusy={isBusy}
              {...(key === 'password' ? { showLabel: t('owner.show'), hint: t('password.rule') } : {})}
              onChange={(value) => setDraft({ ...draft, [key]: value })}
            />
          ))}
          {problemAt('form') !== null && (
            <Alert type="error" showIcon className={styles.refused ?? ''} title={problemAt('form')} />
          )}
          <Button type="primary" htmlType="submit" size="large" block loading={isBusy} autoInsertSpace={false}>
            {t('owner.submit')}
          </Button>
        </>
      )}
    </form>
  );
}
