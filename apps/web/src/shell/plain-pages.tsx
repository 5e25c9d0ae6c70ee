import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { HOME_PATH, LOGIN_PATH, TIMER_PATH } from '../base/guard.ts';
import { useTranslation } from '../base/texts/i18n.ts';
import { Button } from '../ui/button.tsx';
import { PlainPage } from '../ui/plain-page.tsx';

/** The pages with one message each, and the one for an address that leads nowhere. */
export function OtherPage() {
  const { pathname } = useLocation();
  switch (pathname) {
    case '/offline':
      return <OfflinePage />;
    case '/message_tip':
      return <MessageTipPage />;
    case '/desktop_webview':
      return <DesktopPage />;
    case TIMER_PATH:
      return <TimerClosedPage />;
    default:
      return <NotFoundPage />;
  }
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

function NotFoundPage() {
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
function OfflinePage() {
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

/** Longest message that the page shows (our choice). */
const MOST_TIP = 500;

/** Shows the message that the address gives, as a text: never as markup, and never as a link. */
function MessageTipPage() {
  const { t } = useTranslation('shell');
  const message = new URLSearchParams(useLocation().search).get('message')?.trim().slice(0, MOST_TIP) ?? '';
  return (
    <PlainPage icon="chat" title={t('messageTip.title')} text={message === '' ? t('messageTip.text') : message}>
      <BackToDesk />
    </PlainPage>
  );
}

/** Desktop programs open this page; in a browser it leads to the desk, which needs no such program. */
function DesktopPage() {
  const { t } = useTranslation('shell');
  return (
    <PlainPage icon="chat" title={t('desktop.title')} text={t('desktop.text')}>
      <BackToDesk />
    </PlainPage>
  );
}

/** Timed work before the login: it shows nothing of any account. */
function TimerClosedPage() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  return (
    <PlainPage icon="clock" title={t('timer.title')} text={t('timer.text')}>
      <Button kind="primary" onClick={() => navigate(`${LOGIN_PATH}?redirect=${encodeURIComponent(TIMER_PATH)}`)}>
        {t('timer.logIn')}
      </Button>
    </PlainPage>
  );
}
