import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { afterLogin, HOME_PATH } from '../../base/guard.ts';
import { lastScreen, rememberMember } from '../../base/last-screen.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { useUiConfig } from '../../base/ui-config.ts';
import { Button } from '../../ui/button.tsx';
import { beginSignOn } from './commands.ts';
import styles from './other-doors.module.css';
import { canUsePasskeys, enterWithPasskey } from './passkey-ceremony.ts';
import { FAULT_TEXTS } from './passkey-texts.ts';

/** The ways in beside the password, below the form of the login page. */
export function OtherDoors() {
  const { t } = useTranslation('security');
  const { singleSignOn } = useUiConfig();
  if (!canUsePasskeys() && singleSignOn === null) return null;
  return (
    <section className={styles.doors} aria-label={t('doors.title')}>
      <p className={styles.or}>{t('doors.or')}</p>
      {singleSignOn !== null && <SignOnLogin provider={singleSignOn} />}
      {canUsePasskeys() && <PasskeyLogin />}
    </section>
  );
}

/** Goes to the provider of the single sign-on, which sends the browser back to `SignOnReturn`. */
function SignOnLogin({ provider }: { readonly provider: string }) {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation('common');
  const [problem, setProblem] = useState<string | null>(null);
  const go = async () => {
    setProblem(null);
    const begun = await beginSignOn();
    if (begun.ok) location.assign(begun.data.url);
    else setProblem(failureText(begun.failure, common));
  };
  return (
    <>
      <Button kind="plain" onClick={() => void go()}>
        {t('doors.signOn', { provider })}
      </Button>
      {problem !== null && (
        <p className={styles.bad} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

/** Logs in with a passkey. The device asks which one, and for a finger, a face or a PIN. */
function PasskeyLogin() {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation('common');
  const navigate = useNavigate();
  const { search } = useLocation();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const enter = async () => {
    setProblem(null);
    setIsBusy(true);
    const outcome = await enterWithPasskey();
    setIsBusy(false);
    if ('fault' in outcome) return setProblem(t(FAULT_TEXTS[outcome.fault]));
    if (!outcome.ok) return setProblem(failureText(outcome.failure, common));
    rememberMember(outcome.data.member.memberId);
    const wanted = afterLogin(search);
    await navigate(wanted === HOME_PATH ? lastScreen() : wanted, { replace: true });
  };
  return (
    <>
      <Button kind="plain" disabled={isBusy} onClick={() => void enter()}>
        {t('doors.passkey')}
      </Button>
      {problem !== null && (
        <p className={styles.bad} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
