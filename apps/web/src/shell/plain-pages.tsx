import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { HOME_PATH } from './guard.ts';
import { useTranslation } from './i18n.ts';
import styles from './plain-page.module.css';

/** A whole page with one thing to say and a way on. */
export function PlainPage(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <span className={styles.icon}>
          <Icon name={props.icon} size={24} />
        </span>
        <h1 className={styles.title}>{props.title}</h1>
        <p className={styles.text}>{props.text}</p>
        <div className={styles.actions}>{props.children}</div>
      </div>
    </main>
  );
}

function BackToDesk() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  return (
    <Button kind="primary" onClick={() => navigate(HOME_PATH)}>
      {t('backToDesk')}
    </Button>
  );
}

export function NotFoundPage() {
  const { t } = useTranslation('shell');
  return (
    <PlainPage icon="search" title={t('notFound.title')} text={t('notFound.text', { path: location.pathname })}>
      <BackToDesk />
    </PlainPage>
  );
}

/** Goes back by itself when the machine is online again. */
export function OfflinePage() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  useEffect(() => {
    const back = () => navigate(HOME_PATH);
    addEventListener('online', back);
    return () => removeEventListener('online', back);
  }, [navigate]);
  return (
    <PlainPage icon="plug" title={t('offline.title')} text={t('offline.text')}>
      <BackToDesk />
    </PlainPage>
  );
}

export function MessageTipPage() {
  const { t } = useTranslation('shell');
  return (
    <PlainPage icon="chat" title={t('messageTip.title')} text={t('messageTip.text')}>
      <BackToDesk />
    </PlainPage>
  );
}
