import { useMemo, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { MarketplaceMark } from '../ui/marketplace-mark.tsx';
import { useDeskState } from './desk.tsx';
import styles from './expired-shops.module.css';
import { reasonText, useLocale, useTranslation } from './i18n.ts';
import { shopName } from './shop-health.ts';
import { showShopOverlay } from './shop-overlay.ts';

/**
 * Logins that wait for a person (spec 2 §2, session-expired dialog). It stands in a corner and takes no focus: somebody
 * may be in the middle of a sentence to a buyer of another shop.
 */
export function ExpiredShops() {
  const { t } = useTranslation('shell');
  const locale = useLocale();
  const shops = useDeskState((state) => state.shops);
  const [put, setPut] = useState<ReadonlySet<string>>(new Set());
  const failed = useMemo(() => [...shops.values()].filter((shop) => shop.connection.state === 'failed'), [shops]);
  const connections = [...new Set(failed.map((shop) => shop.connectionId))];
  const shown = connections.filter((connectionId) => !put.has(connectionId));
  if (shown.length === 0) return null;
  // One that was put aside and recovered is told of again when it fails anew.
  const putAside = () => setPut(new Set(connections));
  return (
    <section role="alertdialog" aria-label={t('shopExpired.title')} className={styles.card}>
      <h2 className={styles.title}>{t('shopExpired.title')}</h2>
      <p className={styles.text}>{t('shopExpired.text')}</p>
      <ul className={styles.list}>
        {shown.map((connectionId) => {
          const ofLogin = failed.filter((shop) => shop.connectionId === connectionId);
          const [first] = ofLogin;
          if (first === undefined) return null;
          const why = first.connection.refusal;
          return (
            <li key={connectionId} className={styles.login} data-connection={connectionId}>
              <MarketplaceMark marketplace={first.marketplace} size={18} />
              <span className={styles.names}>
                <span>{ofLogin.map(shopName).join(', ')}</span>
                {why !== null && <span className={styles.why}>{reasonText(why.reason, locale)}</span>}
              </span>
              <Button kind="primary" onClick={() => showShopOverlay({ kind: 'again', connectionId })}>
                {t('shopExpired.again')}
              </Button>
            </li>
          );
        })}
      </ul>
      <Button kind="link" className={styles.later} onClick={putAside}>
        {t('shopExpired.later')}
      </Button>
    </section>
  );
}
