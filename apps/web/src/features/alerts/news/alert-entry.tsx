import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { useLookUp } from '../../../base/look-up.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toasts.tsx';
import styles from './alert-entry.module.css';
import { ALERT_TEXTS } from './alert-texts.ts';
import { ALERTS } from './look-up.ts';

/** How many things hurt now, in the bar; a new one is told by a toast as well. For the main account alone. */
export function AlertEntry() {
  const { t } = useTranslation('alertNews');
  const look = useLookUp(ALERTS, {});
  const alerts = look.state === 'found' || look.state === 'stale' ? look.data.alerts : null;
  const seen = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (alerts === null) return;
    const before = seen.current;
    seen.current = new Set(alerts.map(({ alertId }) => alertId));
    // What hurt before the window opened stands in the bar alone.
    if (before === null) return;
    for (const { alertId, kind, name, overAt } of alerts) {
      if (overAt === null && !before.has(alertId)) toast('bad', t(ALERT_TEXTS[kind], { name }));
    }
  }, [alerts, t]);
  const open = alerts?.filter(({ overAt }) => overAt === null) ?? [];
  if (open.length === 0) return null;
  return (
    <NavLink
      to="/settings/alerts"
      className={styles.entry ?? ''}
      data-tip={open.map(({ kind, name }) => t(ALERT_TEXTS[kind], { name })).join('\n')}
    >
      <Icon name="failed" size={15} />
      {t('open', { count: open.length })}
    </NavLink>
  );
}
