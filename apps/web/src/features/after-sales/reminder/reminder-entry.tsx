import type { AfterSalesKind } from '@pasar/domain';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useReadable } from '../../../base/desk.tsx';
import { useLookUp } from '../../../base/look-up.ts';
import { mayNotify } from '../../../base/reached.ts';
import { UNSEEN } from '../../../base/readings/look-ups.ts';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { listText } from '../../../base/texts/list-text.ts';
import { playTone } from '../../../base/tones.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { countOf, isDue, type Reminded } from './reminder.ts';
import styles from './reminder-entry.module.css';
import { reminderSetting } from './reminder-setting.ts';

const KIND_TEXTS = {
  cancel: 'cancel',
  refund: 'refund',
  return: 'return',
} as const satisfies Record<AfterSalesKind, string>;
const PATH = '/orders/after-sales';

/**
 * Reminds of cases that the member has not seen, by an entry in the bar, a sound and the browser's notification, until the page of
 * cases was opened.
 */
export function ReminderEntry() {
  const { t } = useTranslation('reminder');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const setting = useReadable(reminderSetting);
  const look = useLookUp(UNSEEN, {});
  const now = useNow();
  const { pathname } = useLocation();
  const last = useRef<Reminded | null>(null);
  const [isShown, setIsShown] = useState(false);
  const unseen = look.state === 'found' || look.state === 'stale' ? look.data : null;
  const count = unseen === null ? 0 : countOf(unseen, setting);
  const what =
    unseen === null
      ? ''
      : listText(
          setting.kinds.filter((kind) => unseen[kind] > 0).map((kind) => t(KIND_TEXTS[kind], { count: unseen[kind] })),
          locale,
        );
  useEffect(() => {
    if (count === 0) {
      last.current = null;
      setIsShown(false);
      return;
    }
    if (pathname === PATH || !isDue(count, last.current, setting, now)) return;
    last.current = { at: now, count };
    setIsShown(true);
    if (setting.hasSound) playTone('rising');
    notify(t('title'), what);
  }, [count, what, setting, pathname, now, t]);
  if (!isShown || count === 0 || pathname === PATH) return null;
  return (
    <div className={styles.entry} role="status">
      <span className={styles.what} data-tip={t('text', { what })}>
        {t('text', { what })}
      </span>
      <Link className={styles.link} to={PATH}>
        {t('show')}
      </Link>
      <IconButton icon="close" label={common('close')} onClick={() => setIsShown(false)} />
    </div>
  );
}

function notify(title: string, body: string): void {
  if (!mayNotify()) return;
  const shown = new Notification(title, { body, tag: 'pasar.afterSales' });
  shown.onclick = () => window.focus();
}
