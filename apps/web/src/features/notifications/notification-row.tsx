import type { NotificationView } from '@pasar/api';
import { UNKNOWN, URGENT_NOTIFICATION_KINDS } from '@pasar/domain';
import { useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { ShopCell } from '../../base/shops/shop-cell.tsx';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.tsx';
import { readNotification } from './commands.ts';
import styles from './notifications.module.css';
import { KIND_TEXTS } from './texts.ts';

const URGENT: readonly string[] = URGENT_NOTIFICATION_KINDS;

/** A notification of a marketplace. */
export function NotificationRow({ notification }: { readonly notification: NotificationView }) {
  const { t } = useTranslation('notifications');
  const { t: common } = useTranslation('common');
  const [isBusy, setIsBusy] = useState(false);
  const shop = useDeskState(({ shops }) => shops.get(notification.shopId) ?? null);
  const { kind, wireKind, isRead } = notification;
  const read = async () => {
    setIsBusy(true);
    const result = await readNotification(notification);
    setIsBusy(false);
    if (!result.ok) toast('bad', failureText(result.failure, common));
  };
  return (
    <li className={styles.row} data-unread={!isRead}>
      <div className={styles.who}>
        <ShopCell shop={shop} />
        <time className={styles.quiet} dateTime={new Date(notification.at).toISOString()}>
          {fullTime(notification.at)}
        </time>
      </div>
      <div className={styles.what}>
        <p>
          <span className={styles.kind} data-urgent={URGENT.includes(kind)}>
            {kind === UNKNOWN ? t('kind.unknown', { word: wireKind }) : t(KIND_TEXTS[kind])}
          </span>{' '}
          <strong>{notification.title}</strong>
        </p>
        <p className={styles.text}>{notification.text}</p>
      </div>
      {!isRead && (
        <Button kind="link" disabled={isBusy} onClick={() => void read()}>
          {t('read')}
        </Button>
      )}
    </li>
  );
}
