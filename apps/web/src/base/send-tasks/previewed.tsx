import type { SendPreviewCounts } from '@pasar/api';
import section from '../../ui/section.module.css';
import table from '../../ui/table.module.css';
import { useDeskState } from '../desk.tsx';
import { ShopCell } from '../shops/shop-cell.tsx';
import { durationText } from '../texts/duration-text.ts';
import { useLocale, useTranslation } from '../texts/i18n.ts';
import { numberText } from '../texts/number-text.ts';
import styles from './send-tasks.module.css';
import { SKIP_TEXTS } from './texts.ts';

/** How many buyers would get a message, or for how many orders, and how long it takes. */
export function HowMany({
  of,
  preview: { totalCount, sendCount, durationMs },
}: {
  readonly of: 'buyers' | 'orders';
  readonly preview: Pick<SendPreviewCounts, 'totalCount' | 'sendCount' | 'durationMs'>;
}) {
  const { t } = useTranslation('sendTasks');
  const locale = useLocale();
  return (
    <p role="status">
      <strong>{t(of === 'buyers' ? 'counts' : 'counts.orders', { count: sendCount, total: totalCount })}</strong>{' '}
      {sendCount > 1 && t('duration', { time: durationText(durationMs, locale) })}
    </p>
  );
}

/** How many buyers of each shop would get a message, and why others are left out. */
export function ByShop(props: Pick<SendPreviewCounts, 'shops'>) {
  const { t } = useTranslation('sendTasks');
  const locale = useLocale();
  const shops = useDeskState((state) => state.shops);
  return (
    <table className={`${table.table} ${styles.shops}`} aria-label={t('shops')}>
      <thead>
        <tr>
          <th scope="col">{t('column.shop')}</th>
          <th scope="col">{t('shops.gets')}</th>
          <th scope="col">{t('shops.leftOut')}</th>
        </tr>
      </thead>
      <tbody>
        {props.shops.map(({ shopId, sendCount: ofShop, skipped }) => (
          <tr key={shopId}>
            <td>
              <ShopCell shop={shops.get(shopId) ?? null} />
            </td>
            <td className="numbers">{numberText(ofShop, locale)}</td>
            <td>
              {skipped.map(({ reason, count }) => (
                <span key={reason} className={section.second}>
                  {numberText(count, locale)}: {t(SKIP_TEXTS[reason])}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
