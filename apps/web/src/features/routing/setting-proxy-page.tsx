import { CALLS, type CallOutput, type IpSubjectView } from '@pasar/api';
import type { CallFailure } from '@pasar/sync';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { isSignedIn } from '../../base/cookies.ts';
import { HOME_PATH, LOGIN_PATH } from '../../base/guard.ts';
import { callApi } from '../../base/session.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { WAY_TEXTS } from './other-way.tsx';
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
          <>
            <Setting />
            <Link to={HOME_PATH} className={styles.link}>
              {t('page.back')}
            </Link>
          </>
        ) : (
          <p>
            {t('page.signIn')}{' '}
            <Link className={styles.link} to={`${LOGIN_PATH}?redirect=/account/setting_proxy`}>
              {t('page.toLogin')}
            </Link>
          </p>
        )}
      </div>
    </main>
  );
}

type Listed = CallOutput<typeof CALLS.routing.listSubjects>;
type Loaded =
  | { readonly state: 'loading' }
  /** Without the proxy that is set there is nothing to change: of those who may not see it nothing is asked. */
  | { readonly state: 'refused'; readonly why: CallFailure }
  /** `readings`: how often it was read. */
  | { readonly state: 'ready'; readonly listed: Listed; readonly readings: number };

function Setting() {
  const { t: common } = useTranslation('common');
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });
  const read = useCallback(async () => {
    const result = await callApi(CALLS.routing.listSubjects, {});
    setLoaded((before) =>
      result.ok
        ? { state: 'ready', listed: result.data, readings: before.state === 'ready' ? before.readings + 1 : 0 }
        : { state: 'refused', why: result.failure },
    );
  }, []);
  useEffect(() => void read(), [read]);
  switch (loaded.state) {
    case 'loading':
      return null;
    case 'refused':
      return (
        <p className={styles.bad} role="alert">
          {failureText(loaded.why, common)}
        </p>
      );
    case 'ready':
      return <Current listed={loaded.listed} readings={loaded.readings} onChanged={() => void read()} />;
  }
}

function Current(props: { readonly listed: Listed; readonly readings: number; readonly onChanged: () => void }) {
  const { t } = useTranslation('routing');
  const { t: common } = useTranslation('common');
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const { subjects, otherWay } = props.listed;
  const current = subjects.find((subject) => subject.scope === 'custom_global') ?? null;
  const remove = async (subject: IpSubjectView) => {
    const result = await callApi(CALLS.routing.deleteSubject, { ipSubjectId: subject.ip_partition_subject_id });
    setProblem(result.ok ? null : failureText(result.failure, common));
    if (result.ok) props.onChanged();
  };
  const without = otherWay === 'direct' ? t('page.none') : t('others.label', { way: t(WAY_TEXTS[otherWay]) });
  return (
    <>
      <p className={styles.current} role="status">
        <span className={styles.way}>{current === null ? without : t('page.current', addressOf(current))}</span>
        {current !== null && (
          <Button kind="link" className={styles.remove} onClick={() => setIsAsked(true)}>
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
      <ProxyForm key={props.readings} target={{ scope: 'custom_global', changed: current }} onSaved={props.onChanged} />
    </>
  );
}

const addressOf = ({ type, ip, port }: IpSubjectView) => ({ type, host: ip, port });
