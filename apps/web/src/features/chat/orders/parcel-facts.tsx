import type { OrderDetailView } from '@pasar/api';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { fullTime } from '../../../base/texts/time-format.ts';
import { Button } from '../../../ui/button.tsx';
import parts from '../tab/tab.module.css';
import styles from './orders.module.css';

/** How many packages there are, and what happened last to each. */
export function ParcelFacts({ detail, onOpen }: { readonly detail: OrderDetailView; readonly onOpen: () => void }) {
  const { t } = useTranslation('orders');
  const { parcels } = detail;
  return (
    <section className={parts.section} aria-label={t('parcels.title')}>
      <h4 className={styles.sectionHead}>
        <span>{t('parcels.title')}</span>
        {parcels.length > 0 && (
          <Button kind="link" aria-haspopup="dialog" onClick={onOpen}>
            {t('parcels.count', { count: parcels.length })}
          </Button>
        )}
      </h4>
      {parcels.length === 0 && <p className={parts.quiet}>{t('parcels.none')}</p>}
      {parcels.map(({ parcelId, carrier, trackingNumber, events: [newest] }) => (
        <p key={parcelId} className={styles.parcelLine}>
          <span>{[carrier, trackingNumber].filter((word) => word !== null).join(' ') || parcelId}</span>
          {newest !== undefined && (
            <span className={parts.quiet}>
              {newest.text} · <span className="numbers">{fullTime(newest.at).slice(0, -3)}</span>
            </span>
          )}
        </p>
      ))}
    </section>
  );
}
