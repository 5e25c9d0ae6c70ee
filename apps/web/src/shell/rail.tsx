import { DUE_SOON_MS, MARKETPLACE_NAMES } from '@pasar/domain';
import { dueUntil, isMoreDue, waitingIn } from '@pasar/sync';
import { NavLink } from 'react-router';
import { unreadIn, useDeskState } from '../base/desk.tsx';
import { May } from '../base/may.tsx';
import { CHAT_ROUTES, type ChatRoute } from '../base/scopes.ts';
import { useTranslation } from '../base/texts/i18n.ts';
import { CountBadge } from '../ui/count-badge.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { MarketplaceMark } from '../ui/marketplace-mark.tsx';
import { useNow } from '../ui/use-now.ts';
import { KEYED_PAGES } from './keyed-pages.ts';
import styles from './rail.module.css';

type PageText = (typeof KEYED_PAGES)[number][3] | 'rail.settings';

/**
 * The rail on the left: one link for each marketplace and one for all, with the number of buyers who wait in each and a
 * clock where an answer is overdue or due soon; the pages that keys open, and the settings.
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
      {KEYED_PAGES.map(([key, path, icon, text]) => (
        <May key={path} keys={[key]}>
          <PageLink {...{ path, icon, text }} />
        </May>
      ))}
      <PageLink path="/settings" icon="sliders" text="rail.settings" />
    </nav>
  );
}

function PageLink(props: { readonly path: string; readonly icon: IconName; readonly text: PageText }) {
  const { t } = useTranslation('common');
  return (
    <NavLink to={props.path} className={styles.link ?? ''}>
      <Icon name={props.icon} size={22} />
      {t(props.text)}
    </NavLink>
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
  const soon = useDeskState((state) => dueUntil(state, scope, now + DUE_SOON_MS));
  const isMoreOverdue = useDeskState((state) => isMoreDue(state, scope, now));
  const isMoreSoon = useDeskState((state) => isMoreDue(state, scope, now + DUE_SOON_MS));
  const name = scope === 'all' ? t('rail.all') : MARKETPLACE_NAMES[scope];
  const facts = [
    ...(waitingCount > 0 ? [chat('shops.waiting', { count: waitingCount })] : []),
    ...(overdue > 0 ? [chat(isMoreOverdue ? 'shops.overdueMore' : 'shops.overdueCount', { count: overdue })] : []),
    ...(soon > overdue ? [chat(isMoreSoon ? 'tab.dueMore' : 'tab.dueCount', { count: soon })] : []),
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
        {soon > 0 && (
          <span className={styles.due} data-overdue={overdue > 0 ? '' : undefined}>
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
