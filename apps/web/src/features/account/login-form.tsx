import { MOBILE, type ReasonCode } from '@pasar/domain';
import type { CallFailure } from '@pasar/sync';
import { Alert, Button } from 'antd';
import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { afterLogin, HOME_PATH } from '../../base/guard.ts';
import { proposedName, rememberName } from '../../base/last-name.ts';
import { lastScreen, rememberMember } from '../../base/last-screen.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { useUiConfig } from '../../base/ui-config.ts';
import styles from '../../ui/entrance-form.module.css';
import { TextField } from '../../ui/text-field.tsx';
import { logIn } from './commands.ts';
import { keepRemembered, LoginOptions, RegisterLinks, wasRemembered } from './login-options.tsx';

/** What the form shows beside its fields: a missing field, or the server's refusal. */
type Trouble =
  | { readonly kind: 'name' }
  | { readonly kind: 'password' }
  | { readonly kind: 'code' }
  | { readonly kind: 'call'; readonly failure: CallFailure };

/** The reasons for which a login stops at the code of the member's authenticator app. */
const AT_CODE: readonly string[] = ['second_factor_needed', 'second_factor_wrong'] satisfies ReasonCode[];

/** Email or sub-account username, and the password (spec 1 §5). */
export function LoginForm() {
  const { t } = useTranslation('account');
  const { demoLogin, needsOwner, features } = useUiConfig();
  const [name, setName] = useState(proposedName);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isRemembered, setIsRemembered] = useState(wasRemembered);
  // A name of digits alone is a mobile number (spec 1 §5).
  const [isByPhone, setIsByPhone] = useState(() => MOBILE.test(name));
  const { trouble, isBusy, isCodeAsked, enter } = useLogIn();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void enter(name.trim(), password, code.trim(), isRemembered);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t('title')}>
      <h1 className={styles.title}>{t('title')}</h1>
      <p className={styles.subtitle}>{t('subtitle')}</p>
      {needsOwner && (
        <p className={styles.note} role="status">
          {t('owner.first')}
        </p>
      )}
      {demoLogin !== null && (
        <div className={styles.demo}>
          <p>{t('demo.text')}</p>
          <Button
            size="small"
            autoInsertSpace={false}
            onClick={() => {
              setName(demoLogin.username);
              setPassword(demoLogin.password);
            }}
          >
            {t('demo.fill')}
          </Button>
        </div>
      )}
      <TextField
        label={t(isByPhone ? 'mobile' : 'name')}
        value={name}
        autoComplete={isByPhone ? 'tel' : 'username'}
        problem={trouble?.kind === 'name' ? t(isByPhone ? 'mobile.missing' : 'name.missing') : null}
        isFirst={name === ''}
        isBusy={isBusy}
        onChange={setName}
      />
      <TextField
        label={t('password')}
        value={password}
        autoComplete="current-password"
        showLabel={t('password.show')}
        problem={trouble?.kind === 'password' ? t('password.missing') : null}
        isFirst={name !== ''}
        isBusy={isBusy}
        onChange={setPassword}
      />
      {isCodeAsked && (
        <TextField
          label={t('code')}
          value={code}
          autoComplete="one-time-code"
          problem={trouble?.kind === 'code' ? t('code.missing') : null}
          isFirst
          isBusy={isBusy}
          onChange={setCode}
        />
      )}
      <LoginOptions isRemembered={isRemembered} onRemember={setIsRemembered} />
      {trouble?.kind === 'call' && <Refused failure={trouble.failure} />}
      <Button type="primary" htmlType="submit" size="large" block loading={isBusy} autoInsertSpace={false}>
        {t('submit')}
      </Button>
      {(features.registerByMobile || features.resetByMobile) && (
        <button type="button" className={styles.other} onClick={() => setIsByPhone(!isByPhone)}>
          {t(isByPhone ? 'by.name' : 'by.mobile')}
        </button>
      )}
      <RegisterLinks />
    </form>
  );
}

function useLogIn() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isCodeAsked, setIsCodeAsked] = useState(false);
  const enter = async (name: string, password: string, code: string, isRemembered: boolean) => {
    if (name === '') return setTrouble({ kind: 'name' });
    if (password === '') return setTrouble({ kind: 'password' });
    if (isCodeAsked && code === '') return setTrouble({ kind: 'code' });
    setTrouble(null);
    setIsBusy(true);
    keepRemembered(isRemembered);
    const result = await logIn(name, password, code, isRemembered);
    setIsBusy(false);
    if (!result.ok) {
      const { failure } = result;
      if (failure.kind === 'refused' && AT_CODE.includes(failure.code)) setIsCodeAsked(true);
      // The field itself says what is asked for.
      const isFirstAsked = failure.kind === 'refused' && failure.code === 'second_factor_needed';
      return isFirstAsked ? undefined : setTrouble({ kind: 'call', failure });
    }
    rememberName(name);
    rememberMember(result.data.member.memberId);
    const wanted = afterLogin(search);
    // Straight to the screen: a redirect would paint a blank window in between.
    await navigate(wanted === HOME_PATH ? lastScreen() : wanted, { replace: true });
  };
  return { trouble, isBusy, isCodeAsked, enter };
}

function Refused({ failure }: { readonly failure: CallFailure }) {
  const { t } = useTranslation('common');
  const detail = failure.kind === 'refused' ? failure.detail : null;
  return (
    <Alert
      type="error"
      showIcon
      className={styles.refused ?? ''}
      title={failureText(failure, t)}
      description={detail === null ? undefined : detail}
    />
  );
}
