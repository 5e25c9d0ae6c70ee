import type { CALLS, CallOutput, IpSubjectView } from '@pasar/api';
import { useState } from 'react';
import { Link } from 'react-router';
import { isSignedIn } from '../../base/cookies.ts';
import { HOME_PATH, LOGIN_PATH, PROXY_PATH } from '../../base/guard.ts';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { SUBJECTS } from '../../base/subjects.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { deleteSubject } from './commands.ts';
import { exitText } from './exit-text.ts';
import { WAY_TEXTS } from './other-way.tsx';
import { ProxyForm } from './proxy-form.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import styles from './setting-proxy-page.module.css';
import { SubjectTest } from './subject-test.tsx';

/**
 * Proxy setting (spec 1 §2): one proxy for all shops that have none of their own. The page is public, but a proxy
 * belongs to an account: a visitor is told so, with the way to the login and back.
 */
export function SettingProxyPage() {
  const { t } = useTranslation('routing');
  return (
    <main className={styles.page}>
      <div className={styles.box}>
        <h1>{t('page.title')}</h1>
        <p className={styles.text}>{t('page.text')}</p>
        {isSignedIn() ? (
          <>
            <Setting />
            <Link to={HOME_PATH} className={styles.link}>
              {t('page.back')}
            </Link>
          </>
        ) : (
          <>
            <p className={styles.current} role="status">
              {t('page.logInFirst')}
            </p>
            <Link to={`${LOGIN_PATH}?redirect=${PROXY_PATH}`} className={styles.link}>
              {t('page.logIn')}
            </Link>
          </>
        )}
      </div>
    </main>
  );
}

function Setting() {
  return <LookedUpPart look={useLookUp(SUBJECTS, {})} draw={(listed) => <Current {...listed} />} />;
}

type Listed = Pick<CallOutput<typeof CALLS.routing.listSubjects>, 'subjects' | 'otherWay'>;

function Current({ subjects, otherWay }: Listed) {
  const { t } = useTranslation('routing');
  const { t: common } = useTranslation('common');
  const [problem, setProblem] = useState<string | null>(null);
  const locale = useLocale();
  const [isAsked, setIsAsked] = useState(false);
  const [changes, setChanges] = useState(0);
  const current = subjects.find((subject) => subject.scope === 'custom_global') ?? null;
  const remove = async (subject: IpSubjectView) => {
    const result = await deleteSubject(subject);
    setProblem(result.ok ? null : failureText(result.failure, common));
    if (result.ok) setChanges(changes + 1);
  };
  const without = otherWay === 'direct' ? t('page.none') : t('others.label', { way: t(WAY_TEXTS[otherWay]) });
  return (
    <>
      <div className={styles.current} role="status">
        <span className={styles.way}>
          {current === null ? without : t('page.current', addressOf(current))}
          {current !== null && <span className={styles.exit}>{exitText(current.exit, locale, t)}</span>}
        </span>
        {current !== null && <SubjectTest subject={current} />}
        {current !== null && (
          <Button kind="link" className={styles.remove} onClick={() => setIsAsked(true)}>
            {t('page.remove')}
          </Button>
        )}
      </div>
      {isAsked && current !== null && (
        <RemoveDialog
          name={`${current.type}://${current.ip}:${current.port}`}
          onConfirm={() => void remove(current)}
          onClose={() => setIsAsked(false)}
        />
      )}
      {problem !== null && (
        <p className={styles.bad} role="alert">
          {problem}
        </p>
      )}
      {/* The key makes a new form after each save: it starts with the saved values, without a test. */}
      <ProxyForm
        key={`${changes} ${JSON.stringify(current)}`}
        target={{ scope: 'custom_global', changed: current }}
        countries={[]}
        onSaved={() => setChanges(changes + 1)}
      />
    </>
  );
}

const addressOf = ({ type, ip, port }: IpSubjectView) => ({ type, host: ip, port: String(port) });
