import type { LiveState } from '@pasar/sync';
import { type ReactNode, useEffect, useState } from 'react';
import { useDesk, useDeskState, useReadable } from '../base/desk.tsx';
import { type Translate, useTranslation } from '../base/texts/i18n.ts';
import { HealthDot } from '../ui/health-dot.tsx';
import styles from './top-bar.module.css';

/**
 * The state of this window's connection to the server, beside that of the shops. When both are well, the shops alone
 * say so. Screen readers hear only that the connection was lost or restored, not each second of the countdown.
 */
export function LiveStatus({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('common');
  const desk = useDesk();
  const live = useReadable(desk.live);
  const aside = useReadable(desk.aside);
  const seconds = useSecondsUntil(live.state === 'offline' ? live.nextAttemptAt : null);
  const hasShops = useDeskState((state) => state.shops.size > 0);
  const tone = live.state === 'live' ? 'good' : live.state === 'expired' ? 'bad' : 'wait';
  return (
    <span className={styles.states} data-live={live.state}>
      {(live.state !== 'live' || !hasShops) && (
        <span className={styles.status} data-tip={t('live.tip')}>
          <HealthDot tone={tone} />
          <span aria-hidden="true" className={styles.words}>
            {live.state === 'offline' && seconds > 0 ? t('live.reconnectingIn', { seconds }) : stateText(live, t)}
          </span>
          {live.state === 'offline' && (
            <button type="button" className={styles.retry} onClick={() => desk.wake()}>
              {t('live.now')}
            </button>
          )}
        </span>
      )}
      {children}
      {aside.count > 0 && (
        <span className={styles.aside} data-tip={t('live.asideTip')}>
          {t('live.aside', { count: aside.count })}
        </span>
      )}
      <span className="visually-hidden" role="status">
        {stateText(live, t)}
      </span>
    </span>
  );
}

function stateText(live: LiveState, t: Translate<'common'>): string {
  switch (live.state) {
    case 'live':
      return t('live.live');
    case 'connecting':
      return live.offlineSince === null ? t('live.connecting') : t('live.reconnecting');
    case 'offline':
      return t('live.offline');
    case 'expired':
      return t('live.expired');
  }
}

/** Whole seconds until `at`, counting down; 0 when `at` is null. */
function useSecondsUntil(at: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (at === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [at]);
  return at === null ? 0 : Math.max(0, Math.ceil((at - now) / 1000));
}
