import type { CallFailure } from '@pasar/sync';
import { Alert, Button } from 'antd';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { HOME_PATH, LOGIN_PATH, REGISTER_ABROAD_PATH, REGISTER_PATH, RESET_PATH } from '../../base/guard.ts';
import { rememberName } from '../../base/last-name.ts';
import { rememberMember } from '../../base/last-screen.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { useUiConfig } from '../../base/ui-config.ts';
import styles from '../../ui/entrance-form.module.css';
import { TextField } from '../../ui/text-field.tsx';
import { CodeField } from './code-field.tsx';
import { registerByEmail, registerByMobile, sendEmailCode, sendMobileCode } from './commands.ts';
import { type EntranceField, fieldOf } from './field-of-reason.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useCode } from './use-code.ts';

const EMPTY = { target: '', validateCode: '', password: '', confirmPassword: '', qq: '' };

/** Makes an account of one's own by mobile number or by email, with a code that proves it (spec 1 §2 and §5). */
export function RegisterForm({ by }: { readonly by: 'mobile' | 'email' }) {
  const { t } = useTranslation('registration');
  const { t: common } = useTranslation('common');
  const { features, affiliateCode } = useUiConfig();
  const navigate = useNavigate();
  const [draft, setDraft] = useState({ ...EMPTY, referralCode: affiliateCode ?? '' });
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const code = useCode();
  const target = draft.target.trim();
  const send = async () => {
    setFailure(null);
    const result = await code.ask(() => (by === 'mobile' ? sendMobileCode(target, false) : sendEmailCode(target)));
    if (!result.ok) setFailure(result.failure);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    setIsBusy(true);
    const { qq, validateCode, password, confirmPassword, referralCode } = draft;
    const shared = { codeId: code.sent?.codeId ?? '', validateCode, password, confirmPassword, referralCode };
    const result = await (by === 'mobile'
      ? registerByMobile({ mobile: target, qq, ...shared })
      : registerByEmail({ email: target, ...shared }));
    setIsBusy(false);
    if (!result.ok) return setFailure(result.failure);
    rememberName(target);
    rememberMember(result.data.member.memberId);
    await navigate(HOME_PATH, { replace: true });
  };
  const problemAt = (field: EntranceField): string | null =>
    failure !== null && fieldOf(failure) === field ? failureText(failure, common) : null;
  const fieldOfDraft = (key: keyof typeof draft) => ({
    value: draft[key],
    isFirst: false,
    isBusy,
    onChange: (value: string) => setDraft({ ...draft, [key]: value }),
  });
  const isOpen = by === 'mobile' ? features.registerByMobile : features.registerByEmail;
  return (
    <form className={styles.form} noValidate aria-label={t('register.title')} onSubmit={(event) => void submit(event)}>
      <h1 className={styles.title}>{t('register.title')}</h1>
      <p className={styles.subtitle}>{t(by === 'mobile' ? 'register.mobileText' : 'register.emailText')}</p>
      {isOpen ? (
        <>
          <TextField
            {...fieldOfDraft('target')}
            label={t(by === 'mobile' ? 'mobile' : 'email')}
            autoComplete={by === 'mobile' ? 'tel' : 'email'}
            problem={problemAt(by)}
            isFirst
          />
          <CodeField
            {...fieldOfDraft('validateCode')}
            code={code}
            problem={problemAt('code')}
            onSend={() => void send()}
          />
          <NewPasswordFields
            label={t('password')}
            value={draft}
            problems={{ password: problemAt('password'), confirm: problemAt('confirm') }}
            isBusy={isBusy}
            onChange={(change) => setDraft({ ...draft, ...change })}
          />
          {by === 'mobile' && (
            <TextField {...fieldOfDraft('qq')} label={t('qq')} autoComplete="off" problem={problemAt('qq')} />
          )}
          <TextField {...fieldOfDraft('referralCode')} label={t('referral')} autoComplete="off" problem={null} />
          {problemAt('form') !== null && (
            <Alert type="error" showIcon className={styles.refused ?? ''} title={problemAt('form')} />
          )}
          <Button type="primary" htmlType="submit" size="large" block loading={isBusy} autoInsertSpace={false}>
            {t('register.submit')}
          </Button>
        </>
      ) : (
        <p className={styles.note} role="alert">
          {t('register.closed')}
        </p>
      )}
      <p className={styles.ways}>
        {by === 'mobile' && features.registerByEmail && <Link to={REGISTER_ABROAD_PATH}>{t('register.byEmail')}</Link>}
        {by === 'email' && features.registerByMobile && <Link to={REGISTER_PATH}>{t('register.byMobile')}</Link>}
        {(features.resetByEmail || features.resetByMobile) && <Link to={RESET_PATH}>{t('reset.title')}</Link>}
        <Link to={LOGIN_PATH}>{t('toLogin')}</Link>
      </p>
    </form>
  );
}
