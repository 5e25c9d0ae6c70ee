import { useDeskState } from '../base/desk.tsx';
import { lazyScreen, withTexts } from '../base/lazy-screen.tsx';
import { useMay } from '../base/may.tsx';
import { healthTone } from '../base/shops/health.ts';
import { useAsOf, useIsUnknown } from '../base/shops/use-health.ts';
import { useTranslation } from '../base/texts/i18n.ts';
import { HealthDot } from '../ui/health-dot.tsx';
import { Icon } from '../ui/icon.tsx';
import { MenuOpener } from '../ui/menu.tsx';
import { needShellTexts } from './need-texts.ts';
import styles from './top-bar.module.css';

const HealthMenu = lazyScreen(() =>
  withTexts(needShellTexts, () => import('./health-menu.tsx').then(({ HealthMenu }) => HealthMenu)),
);

/**
 * The state of all shops in one sentence. Its menu leads to the page of all accounts, and lists the logins that are not
 * connected, with the reason and what can be done about each.
 */
export function ShopsHealth() {
  const { t } = useTranslation('common');
  const shops = useDeskState((state) => state.shops);
  const asOf = useAsOf();
  const isUnknown = useIsUnknown();
  const mayManage = useMay(['shopManager']);
  const troubled = [...shops.values()].filter((shop) => shop.connection.state !== 'live');
  if (shops.size === 0) return null;
  const isFine = troubled.length === 0;
  const isBad = troubled.some((shop) => healthTone(shop) === 'bad');
  const label = asOf(
    isFine ? t('health.all', { count: shops.size }) : t('health.some', { count: troubled.length, total: shops.size }),
  );
  const words = (
    <>
      <HealthDot tone={isUnknown ? 'unknown' : isFine ? 'good' : isBad ? 'bad' : 'wait'} />
      <span className={styles.words}>{label}</span>
    </>
  );
  // Nothing to choose.
  if (isFine && !mayManage) return <span className={styles.status}>{words}</span>;
  return (
    <MenuOpener
      label={label}
      className={isUnknown && isFine ? `${styles.health} ${styles.old}` : styles.health}
      draw={(at, onClose) => <HealthMenu label={label} troubled={troubled} at={at} onClose={onClose} />}
    >
      {words}
      <Icon name="down" size={14} />
    </MenuOpener>
  );
}
