import type { AlertView } from '@pasar/api';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { fullTime, listTime } from '../../base/texts/time-format.ts';
import { HealthDot } from '../../ui/health-dot.tsx';
import section from '../../ui/section.module.css';
import table from '../../ui/table.module.css';
import { useNow } from '../../ui/use-now.ts';
import styles from './alerts-panel.module.css';
import { ALERT_TEXTS } from './news/alert-texts.ts';
import { ALERTS } from './news/look-up.ts';
import { RulesForm } from './rules-form.tsx';
import { ALERT_SETTINGS } from './settings-look-up.ts';

/** What the account is told of and by what way, and what hurts and has hurt. For the main account alone. */
export function AlertsPanel() {
  const { t } = useTranslation('alerts');
  const settings = useLookUp(ALERT_SETTINGS, {});
  const look = useLookUp(ALERTS, {});
  return (
    <div className={styles.panel}>
      <header className={section.head}>
        <div>
          <h2>{t('title')}</h2>
          <p className={section.hint}>{t('text')}</p>
        </div>
      </header>
      <LookedUpPart
        look={settings}
        draw={({ settings: held, hasMail }) => <RulesForm settings={held} hasMail={hasMail} />}
      />
      <h3 className={styles.heading}>{t('list')}</h3>
      <LookedUpPart
        look={look}
        draw={({ alerts }) =>
          alerts.length === 0 ? <p className={section.hint}>{t('none')}</p> : <List alerts={alerts} />
        }
      />
    </div>
  );
}

function List({ alerts }: { readonly alerts: readonly AlertView[] }) {
  const { t } = useTranslation('alerts');
  const { t: news } = useTranslation('alertNews');
  const locale = useLocale();
  const now = useNow();
  const time = (at: number | null, none: string) =>
    at === null ? none : <span data-tip={fullTime(at)}>{listTime(at, now, locale)}</span>;
  return (
    <table className={`${table.table} ${styles.table}`}>
      <thead>
        <tr>
          <th>{t('column.what')}</th>
          <th>{t('column.began')}</th>
          <th>{t('column.told')}</th>
          <th>{t('column.over')}</th>
        </tr>
      </thead>
      <tbody>
        {alerts.map(({ alertId, kind, name, beganAt, toldAt, overAt }) => (
          <tr key={alertId} data-open={overAt === null || undefined}>
            <td>
              <span className={styles.what}>
                <HealthDot tone={overAt === null ? 'bad' : 'good'} />
                {news(ALERT_TEXTS[kind], { name })}
              </span>
            </td>
            <td>{time(beganAt, '')}</td>
            <td>{time(toldAt, t(overAt === null ? 'held' : 'untold'))}</td>
            <td>{time(overAt, t('lasting'))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
