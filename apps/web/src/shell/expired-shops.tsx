import { useEffect, useMemo } from 'react';
import { useDeskState, useReadable } from '../base/desk.tsx';
import { May } from '../base/may.tsx';
import { shopNames } from '../base/shops/health.ts';
import { showShopOverlay } from '../base/shops/overlay.ts';
import { keepOnly, putAway, toldExpired } from '../base/shops/told-expired.ts';
import { wayBackIn } from '../base/shops/way-back-in.ts';
import { useLocale, useTranslation } from '../base/texts/i18n.ts';
import { refusalText } from '../base/texts/refusal-text.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './expired-shops.module.css';

/**
 * Logins that wait for a person, in a strip above the screen. The strip takes no focus and covers nothing, because the
 * person may be writing to a buyer of another shop. For the shop in use a dialog opens (`ExpiredShopDialog`).
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
  return (
    <section role="alert" aria-label={t('shopExpired.title')} className={styles.strip} data-connection={connectionId}>
      <Icon name="failed" size={16} />
      <p className={styles.text}>
        <strong>{shopNames(ofLogin)}</strong>{' '}
        {why === null
          ? t('shopExpired.text')
          : t('sentences', { first: refusalText(why, locale, t), second: t('shopExpired.text') })}
      </p>
      <May keys={['shopManager']}>
        <Button kind="primary" onClick={() => showShopOverlay(wayBackIn(connectionId, signIns.values()))}>
          {t('shopExpired.again')}
        </Button>
        {shown.length > 1 && (
          <Button kind="link" onClick={() => showShopOverlay({ kind: 'manage', tab: 'shops' })}>
            {t('shopExpired.all', { count: shown.length })}
          </Button>
        )}
      </May>
      <IconButton icon="close" label={t('shopExpired.later')} onClick={() => putAway(connectionId)} />
    </section>
  );
}
