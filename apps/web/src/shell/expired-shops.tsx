import { useMemo, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useDeskState } from './desk.tsx';
import styles from './expired-shops.module.css';
import { useLocale, useTranslation } from './i18n.ts';
import { wayBackIn } from './open-sign-ins.ts';
import { refusalText } from './refusal-text.ts';
import { shopNames } from './shop-health.ts';
import { showShopOverlay } from './shop-overlay.ts';

/**
 * Logins that wait for a person (spec 2 §2: the authorisation has expired, with a re-login button). A strip above the
 * screen that takes no focus and covers nothing: somebody may be in the middle of a sentence to a buyer of another shop.
 */
export function ExpiredShops() {
  const { t } = useTranslation('shell');
  const locale = useLocale();
  const shops = useDeskState((state) => state.shops);
  const canManage = useDeskState((state) => state.member?.permissionCodeList.includes('shopManager') ?? false);
  const signIns = useDeskState((state) => state.signIns);
  const [put, setPut] = useState<ReadonlySet<string>>(new Set());
  const failed = useMemo(() => [...shops.values()].filter((shop) => shop.connection.state === 'failed'), [shops]);
  const connections = [...new Set(failed.map((shop) => shop.connectionId))];
  // One that recovers and fails anew is told of again.
  const stillPut = new Set([...put].filter((connectionId) => connections.includes(connectionId)));
  if (stillPut.size < put.size) setPut(stillPut);
  const shown = connections.filter((connectionId) => !put.has(connectionId));
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
      {canManage && (
        <Button kind="primary" onClick={() => showShopOverlay(wayBackIn(connectionId, signIns.values()))}>
          {t('shopExpired.again')}
        </Button>
      )}
      {shown.length > 1 && (
        <Button kind="link" onClick={() => showShopOverlay({ kind: 'manage', tab: 'shops' })}>
          {t('shopExpired.all', { count: shown.length })}
        </Button>
      )}
      <IconButton icon="close" label={t('shopExpired.later')} onClick={() => setPut(new Set([...put, connectionId]))} />
    </section>
  );
}
