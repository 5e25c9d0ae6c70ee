import { NavLink } from 'react-router';
import { useLookUp } from '../base/look-up.ts';
import { May } from '../base/may.tsx';
import { UNSEEN } from '../base/readings/look-ups.ts';
import { useTranslation } from '../base/texts/i18n.ts';
import { shortCount } from '../ui/count-badge.tsx';
import styles from './order-pages.module.css';

/** The pages about orders, each with the number of what the member has not seen. */
export const OrderNav = () => (
  <May keys={['order']}>
    <Links />
  </May>
);

function Links() {
  const { t } = useTranslation('shell');
  const look = useLookUp(UNSEEN, {});
  const unseen = look.state === 'found' || look.state === 'stale' ? look.data : null;
  const links = [
    ['/orders', 'orders.orders', 0],
    ['/orders/after-sales', 'orders.afterSales', unseen === null ? 0 : unseen.cancel + unseen.refund + unseen.return],
    ['/orders/reviews', 'orders.reviews', unseen?.reviews ?? 0],
    ['/orders/notifications', 'orders.notifications', unseen?.notifications ?? 0],
    ['/orders/statistics', 'orders.statistics', 0],
    ['/orders/team', 'orders.team', 0],
  ] as const;
  return (
    <nav className={styles.nav} aria-label={t('orders.label')}>
      {links.map(([path, text, count]) => (
        <NavLink key={path} to={path} end className={styles.link ?? ''}>
          {t(text)}
          {count > 0 && (
            <span className={styles.count} data-tip={t('orders.unseen', { count })}>
              <span aria-hidden="true">{shortCount(count)}</span>
              <span className="visually-hidden"> {t('orders.unseen', { count })}</span>
            </span>
          )}
        </NavLink>
      ))}
    </nav>
  );
}
