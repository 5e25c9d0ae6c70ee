import { NavLink } from 'react-router';
import { useLookUp } from '../../../base/look-up.ts';
import { REMARK_COUNT } from '../../../base/remarks/look-ups.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { CountBadge } from '../../../ui/count-badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './remarks-entry.module.css';

/** The way to the remarks, with the number of those that are pending. */
export function RemarksEntry() {
  const { t } = useTranslation('remarks');
  const look = useLookUp(REMARK_COUNT, { status: 'wait' });
  const known = look.state === 'found' || look.state === 'stale' ? look.data : null;
  const facts =
    known === null || known.count === 0
      ? []
      : [t('pending.preSales', { count: known.preSales }), t('pending.afterSales', { count: known.afterSales })];
  return (
    <NavLink
      to="/remarks"
      className={styles.entry ?? ''}
      aria-label={t('section')}
      aria-description={facts.length === 0 ? undefined : facts.join('. ')}
      data-tip={[t('section'), ...facts].join('\n')}
    >
      <Icon name="flag" size={16} />
      <span className={styles.words} aria-hidden="true">
        {t('section')}
      </span>
      <CountBadge count={known?.count ?? 0} />
    </NavLink>
  );
}
