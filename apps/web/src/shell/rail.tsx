import { MARKETPLACE_NAMES } from '@pasar/domain';
import { dueUntil, waitingIn } from '@pasar/sync';
import { NavLink } from 'react-router';
import { unreadIn, useDeskState } from '../base/desk.tsx';
import { May } from '../base/may.tsx';
import { CHAT_ROUTES, type ChatRoute } from '../base/scopes.ts';
import { useTranslation } from '../base/texts/i18n.ts';
import { CountBadge } from '../ui/count-badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { MarketplaceMark } from '../ui/marketplace-mark.tsx';
import { useNow } from '../ui/use-now.ts';
import styles from './rail.module.css';

/**
 * The rail on the left: one link for each marketplace and one for all, with the number of buyers who wait in each and a
 * clock where an answer is overdue; the orders, the remarks and the settings.
 */
export function Rail() {
  const { t } = useTranslation('common');
  return (
    <nav className={styles.rail} aria-label={t('rail.label')} data-pane="rail">
      <img className={styles.logo} src="/favicon.svg" alt="" width={30} height={30} />
      {CHAT_ROUTES.map((route) => (
        <RailLink key={route.path} route={route} />
      ))}
      <span className={styles.space} />
      <May keys={['order']}>
        <NavLink to="/orders" className={styles.link ?? ''}>
          <Icon name="box" size={22} />
          {t('rail.orders')}
        </NavLink>
      </May>
      <May keys={['remark']}>
        <NavLink to="/remarks" className={styles.link ?? ''}>
          <Icon name="flag" size={22} />
          {t('rail.remarks')}
        </NavLink>
      </May>
      <May keys={['batchReply']}>
        <NavLink to="/bulk-send" className={styles.link ?? ''}>
          <Icon name="send" size={22} />
          {t('rail.bulkSend')}
        </NavLink>
      </May>
      <NavLink to="/settings" className={styles.link ?? ''}>
        <Icon name="sliders" size={22} />
        {t('rail.settings')}
      </NavLink>
    </nav>
  );
}

function RailLink({ route }: { readonly route: ChatRoute }) {
  const { t } = useTranslation('common');
  const { t: chat } = useTranslation('chat');
  const { scope, path } = route;
  const unread = useDeskState((state) => {
    const counts = unreadIn(state);
    return scope === 'all' ? counts.total : counts.byMarketplace[scope];
  });
  const waitingCount = useDeskState((state) => waitingIn(state, scope));
  const now = useNow();
  const overdue = useDeskState((state) => dueUntil(state, scope, now));
  const name = scope === 'all' ? t('rail.all') : MARKETPLACE_NAMES[scope];
  const facts = [
    ...(waitingCount > 0 ? [chat('shops.waiting', { count: waitingCount })] : []),
    ...(overdue > 0 ? [chat('shops.overdueCount', { count: overdue })] : []),
    ...(unread > 0 ? [t('unread', { count: unread })] : []),
  ];
  return (
    <NavLink
      to={path}
      className={styles.link ?? ''}
      aria-label={name}
      aria-description={facts.length === 0 ? undefined : facts.join('. ')}
      data-tip={[name, ...facts].join('\n')}
    >
      <span className={styles.mark}>
        {scope === 'all' ? <Icon name="all" size={22} /> : <MarketplaceMark marketplace={scope} size={24} />}
        <span className={styles.count}>
          <CountBadge count={waitingCount} />
        </span>
        {overdue > 0 && (
          <span className={styles.overdue} data-overdue="">
            <Icon name="clock" size={11} />
          </span>
        )}
      </span>
      <span className={styles.name} aria-hidden="true">
        {scope === 'tiktok' ? 'TikTok' : name}
      </span>
    </NavLink>
  );
}
