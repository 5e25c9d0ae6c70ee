import { useEffect, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { HOME_PATH } from '../base/guard.ts';
import { useTranslation } from '../base/texts/i18n.ts';
import { Button } from '../ui/button.tsx';
import { PlainPage } from '../ui/plain-page.tsx';

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

function watchLine(told: () => void): () => void {
  addEventListener('online', told);
  addEventListener('offline', told);
  return () => {
    removeEventListener('online', told);
    removeEventListener('offline', told);
  };
}

/** Says whether the machine has a network. Returns to the desk when it has one again. */
export function OfflinePage() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const isOnline = useSyncExternalStore(watchLine, () => navigator.onLine);
  useEffect(() => {
    const back = () => navigate(HOME_PATH);
    addEventListener('online', back);
    return () => removeEventListener('online', back);
  }, [navigate]);
  return (
    <PlainPage
      icon="plug"
      title={t(isOnline ? 'offline.backTitle' : 'offline.title')}
      text={t(isOnline ? 'offline.backText' : 'offline.text')}
    >
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
