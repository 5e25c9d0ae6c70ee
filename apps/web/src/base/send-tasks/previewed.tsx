import type { BulkSendPreview } from '@pasar/api';
import section from '../../ui/section.module.css';
import table from '../../ui/table.module.css';
import { useDeskState } from '../desk.tsx';
import { PART_TEXTS } from '../parts/texts.ts';
import { ShopCell } from '../shops/shop-cell.tsx';
import { durationText } from '../texts/duration-text.ts';
import { useLocale, useTranslation } from '../texts/i18n.ts';
import styles from './send-tasks.module.css';
import { SKIP_TEXTS } from './texts.ts';

/** How many buyers would get a message, or for how many orders, and how long it takes. */
export function HowMany({
  of,
  preview: { totalCount, sendCount, durationMs },
}: {
  readonly of: 'buyers' | 'orders';
  readonly preview: Pick<BulkSendPreview, 'totalCount' | 'sendCount' | 'durationMs'>;
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
export function ByShop(props: Pick<BulkSendPreview, 'shops'>) {
  const { t } = useTranslation('sendTasks');
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
            <td className="numbers">{ofShop}</td>
            <td>
              {skipped.map(({ reason, count }) => (
                <span key={reason} className={section.second}>
                  {count}: {t(SKIP_TEXTS[reason])}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Example = Pick<BulkSendPreview['examples'][number], 'shopId' | 'buyerName' | 'parts'> & {
  readonly orderNumber?: string;
};

/** The message as the first buyers would get it. */
export function Examples(props: { readonly examples: readonly Example[] }) {
  const { t } = useTranslation('sendTasks');
  const { t: ofParts } = useTranslation('parts');
  if (props.examples.length === 0) return null;
  return (
    <ul className={styles.examples} aria-label={t('examples')}>
      {props.examples.map(({ shopId, buyerName, orderNumber = '', parts }) => (
        <li key={`${shopId} ${buyerName} ${orderNumber}`}>
          <small className={section.hint}>
            {t('examples.to', { buyer: buyerName })} {orderNumber}
          </small>
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name than their place.
            <p key={index} className={styles.bubble} dir="auto">
              {part.kind === 'text' ? part.text : `${ofParts(PART_TEXTS[part.kind])}: ${part.text}`}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}
