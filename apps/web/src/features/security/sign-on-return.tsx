import type { CallFailure } from '@pasar/sync';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { isSignedIn } from '../../base/cookies.ts';
import { LOGIN_PATH } from '../../base/guard.ts';
import { lastScreen, rememberMember } from '../../base/last-screen.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { enterSignOnCode, finishSignOn, linkSignOn, type SignOnAnswer } from './commands.ts';
import { Field } from './field.tsx';
import styles from './other-doors.module.css';
import { StepForm } from './step-form.tsx';

const OWN_LOGIN_PATH = '/settings/login';

/** The page to which the provider sends the browser back: logs in, or links a member who is logged in. */
export function SignOnReturn() {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation('common');
  const { search } = useLocation();
  const navigate = useNavigate();
  const [isLinking] = useState(isSignedIn);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [code, setCode] = useState('');
  const begun = useRef(false);
  const enter = (memberId: string) => {
    rememberMember(memberId);
    void navigate(lastScreen(), { replace: true });
  };
  const finish = async () => {
    const answered = answerOf(search);
    if (isLinking) {
      const linked = await linkSignOn(answered);
      return linked.ok ? navigate(OWN_LOGIN_PATH, { replace: true }) : setFailure(linked.failure);
    }
    const result = await finishSignOn(answered);
    return result.ok ? enter(result.data.member.memberId) : setFailure(result.failure);
  };
  // The answer counts once, however often the page is drawn.
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void finish();
  });
  const isCodeAsked = failure?.kind === 'refused' && failure.code === 'second_factor_needed';
  return (
    <section className={styles.back} aria-label={t('signOn.title')}>
      <h1>{t('signOn.title')}</h1>
      {failure === null && <p role="status">{t('signOn.coming')}</p>}
      {failure !== null && !isCodeAsked && (
        <>
          <p className={styles.bad} role="alert">
            {failureText(failure, common)}
          </p>
          <Link to={isLinking ? OWN_LOGIN_PATH : LOGIN_PATH}>{t(isLinking ? 'title' : 'signOn.toLogin')}</Link>
        </>
      )}
      {isCodeAsked && (
        <StepForm
          submit={t('signOn.logIn')}
          isReady={code !== ''}
          run={() => enterSignOnCode(code)}
          onDone={({ member }) => enter(member.memberId)}
          onCancel={() => void navigate(LOGIN_PATH, { replace: true })}
        >
          <Field
            label={t('factor.codeOrRecovery')}
            type="text"
            autoComplete="one-time-code"
            value={code}
            isFirst
            onChange={setCode}
          />
        </StepForm>
      )}
    </section>
  );
}

function answerOf(search: string): SignOnAnswer {
  const given = new URLSearchParams(search);
  const names = ['code', 'state', 'iss', 'error'] as const;
  return Object.fromEntries(names.flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? '']] : [])));
}
