import { CALLS, type IpSubjectView } from '@pasar/api';
import type { CallFailure } from '@pasar/sync';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { isSignedIn } from '../../shell/cookies.ts';
import { failureText } from '../../shell/failure-text.ts';
import { HOME_PATH, LOGIN_PATH } from '../../shell/guard.ts';
import { useTranslation } from '../../shell/i18n.ts';
import { callApi } from '../../shell/session.ts';
import { Button } from '../../ui/button.tsx';
import { ProxyForm } from './proxy-form.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
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
            {t('page.signIn')}{' '}
            <Link className={styles.link} to={`${LOGIN_PATH}?redirect=/account/setting_proxy`}>
              {t('page.toLogin')}
            </Link>
          </p>
        )}
        <Link to={HOME_PATH} className={styles.link}>
          {t('page.back')}
        </Link>
      </div>
    </main>
  );
}

type Loaded =
  | { readonly state: 'loading' }
  /** Without the proxy that is set there is nothing to change: of those who may not see it nothing is asked. */
  | { readonly state: 'refused'; readonly why: CallFailure }
  | { readonly state: 'ready'; readonly current: IpSubjectView | null };

function Setting() {
  const { t: shell } = useTranslation('shell');
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });
  useEffect(() => {
    void callApi(CALLS.proxy.listSubjects, {}).then((result) => {
      if (!result.ok) return setLoaded({ state: 'refused', why: result.failure });
      const current = result.data.subjects.find((subject) => subject.scope === 'custom_global') ?? null;
      setLoaded({ state: 'ready', current });
    });
  }, []);
  switch (loaded.state) {
    case 'loading':
      return null;
    case 'refused':
      return (
        <p className={styles.bad} role="alert">
          {failureText(loaded.why, shell)}
        </p>
      );
    case 'ready':
      return <Current current={loaded.current} onChange={(current) => setLoaded({ state: 'ready', current })} />;
  }
}

function Current(props: {
  readonly current: IpSubjectView | null;
  readonly onChange: (current: IpSubjectView | null) => void;
}) {
  const { t } = useTranslation('routing');
  const { t: shell } = useTranslation('shell');
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const { current } = props;
  const remove = async (subject: IpSubjectView) => {
    const result = await callApi(CALLS.proxy.deleteSubject, { ipSubjectId: subject.ip_partition_subject_id });
    setProblem(result.ok ? null : failureText(result.failure, shell));
    if (result.ok) props.onChange(null);
  };
  return (
    <>
      <p className={styles.current} role="status">
        {current === null ? t('page.none') : t('page.current', addressOf(current))}
        {current !== null && (
          <Button kind="link" onClick={() => setIsAsked(true)}>
            {t('page.remove')}
          </Button>
        )}
      </p>
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
      <ProxyForm target={{ scope: 'custom_global' }} onSaved={props.onChange} />
    </>
  );
}

const addressOf = ({ type, ip, port }: IpSubjectView) => ({ type, host: ip, port });
