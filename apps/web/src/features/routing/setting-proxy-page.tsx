import { CALLS, type IpSubjectView } from '@pasar/api';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { isSignedIn } from '../../shell/cookies.ts';
import { failureText } from '../../shell/failure-text.ts';
import { HOME_PATH, LOGIN_PATH } from '../../shell/guard.ts';
import { useTranslation } from '../../shell/i18n.ts';
import { callApi } from '../../shell/session.ts';
import { Button } from '../../ui/button.tsx';
import { ProxyForm } from './proxy-form.tsx';
import styles from './setting-proxy-page.module.css';

/**
 * Proxy setting (spec 1 §2): one way out for all shops that have none of their own. Anybody may open the page; what it
 * saves belongs to an account, so that it needs a signed-in member.
 */
export function SettingProxyPage() {
  const { t } = useTranslation('routing');
  return (
    <main className={styles.page}>
      <div className={styles.box}>
        <h1>{t('page.title')}</h1>
        <p className={styles.text}>{t('page.text')}</p>
        {isSignedIn() ? (
          <Setting />
        ) : (
          <p>
            {t('page.signIn')} <Link to={`${LOGIN_PATH}?redirect=/account/setting_proxy`}>{t('page.toLogin')}</Link>
          </p>
        )}
        <Link to={HOME_PATH} className={styles.back}>
          {t('page.back')}
        </Link>
      </div>
    </main>
  );
}

function Setting() {
  const { t } = useTranslation('routing');
  const { t: shell } = useTranslation('shell');
  const [current, setCurrent] = useState<IpSubjectView | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    void callApi(CALLS.proxy.listSubjects, {}).then((result) => {
      if (result.ok) setCurrent(result.data.subjects.find((subject) => subject.scope === 'custom_global') ?? null);
      else setProblem(failureText(result.failure, shell));
    });
  }, [shell]);
  const remove = async (subject: IpSubjectView) => {
    const result = await callApi(CALLS.proxy.deleteSubject, { ipSubjectId: subject.ip_partition_subject_id });
    if (result.ok) setCurrent(null);
    else setProblem(failureText(result.failure, shell));
  };
  return (
    <>
      <p className={styles.current} role="status">
        {current === null
          ? t('page.none')
          : t('page.current', { type: current.type, host: current.ip, port: current.port })}
        {current !== null && (
          <Button kind="link" onClick={() => void remove(current)}>
            {t('page.remove')}
          </Button>
        )}
      </p>
      {problem !== null && (
        <p className={styles.bad} role="alert">
          {problem}
        </p>
      )}
      <ProxyForm target={{ scope: 'custom_global' }} onSaved={setCurrent} />
    </>
  );
}
