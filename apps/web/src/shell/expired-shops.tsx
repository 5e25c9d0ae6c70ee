import { useEffect, useMemo } from 'react';
import { useDeskState, useReadable } from '../base/desk.tsx';
import { May } from '../base/may.tsx';
import { shopNames } from '../base/shops/health.ts';
import { showShopOverlay } from '../base/shops/overlay.ts';
import { keepOnly, putAway, toldExpired } from '../base/shops/told-expired.ts';
import { wayBackIn } from '../base/shops/way-back-in.ts';
import { useLocale, useTranslation } from '../base/texts/i18n.ts';
import { refusalText } from '../base/texts/refusal-text.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './expired-shops.module.css';

/**
 * Logins that wait for a person, in the bar at the top. It takes no focus, and moves and covers nothing, because the
 * person may be writing to a buyer of another shop. Who opens a conversation of such a shop sees a dialog
 * (`ExpiredShopDialog`).
 */
export function ExpiredShops() {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const shops = useDeskState((state) => state.shops);
  const signIns = useDeskState((state) => state.signIns);
  const { put } = useReadable(toldExpired);
  const failed = useMemo(() => [...shops.values()].filter((shop) => shop.connection.state === 'failed'), [shops]);
  const connections = useMemo(() => new Set(failed.map((shop) => shop.connectionId)), [failed]);
  useEffect(() => keepOnly(connections), [connections]);
  const shown = [...connections].filter((connectionId) => !put.has(connectionId));
  const [connectionId] = shown;
  const ofLogin = failed.filter((shop) => shop.connectionId === connectionId);
  const [first] = ofLogin;
  if (connectionId === undefined || first === undefined) return null;
  const why = first.connection.refusal;
  const names = shopNames(ofLogin, locale, t);
  const closed = t('shopExpired.text', { shops: names });
  const text = why === null ? closed : t('sentences', { first: refusalText(why, locale, t), second: closed });
  return (
    <section role="alert" aria-label={t('shopExpired.title')} className={styles.strip} data-connection={connectionId}>
      <Icon name="failed" size={16} />
      <p className={styles.text} data-tip={text} aria-description={text}>
        {t('shopExpired.short', { shops: names })}
      </p>
      <May keys={['shopManager']}>
        <button
          type="button"
          className={styles.again}
          onClick={() => showShopOverlay(wayBackIn(connectionId, signIns.values()))}
        >
          {t('shopExpired.again')}
        </button>
        {shown.length > 1 && (
          <button
            type="button"
            className={styles.more}
            aria-label={t('shopExpired.all', { count: shown.length })}
            data-tip={t('shopExpired.all', { count: shown.length })}
            onClick={() => showShopOverlay({ kind: 'manage', tab: 'shops' })}
          >
            <span aria-hidden="true">+{shown.length - 1}</span>
          </button>
        )}
      </May>
      <IconButton icon="close" label={t('shopExpired.later')} onClick={() => putAway(connectionId)} />
    </section>
  );
}
