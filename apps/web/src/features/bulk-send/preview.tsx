import type { BulkSendPreview } from '@pasar/api';
import { MARKETPLACE_NAMES, MARKETPLACES, SEND_LIMITS } from '@pasar/domain';
import { useDeskState } from '../../base/desk.tsx';
import { PART_TEXTS } from '../../base/parts/texts.ts';
import { ShopCell } from '../../base/shops/shop-cell.tsx';
import { durationText } from '../../base/texts/duration-text.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import table from '../../ui/table.module.css';
import styles from './bulk-send.module.css';
import { SKIP_TEXTS } from './texts.ts';

/** Who gets what, who is left out and why, what the marketplaces forbid, and how long it takes. */
export function Preview({ preview }: { readonly preview: BulkSendPreview }) {
  const { t } = useTranslation('bulkSend');
  const { t: ofParts } = useTranslation('parts');
  const locale = useLocale();
  const shops = useDeskState((state) => state.shops);
  const { totalCount, sendCount, examples, durationMs } = preview;
  return (
    <section className={styles.preview} aria-label={t('form.preview')}>
      <p role="status">
        <strong>{t('preview.counts', { count: sendCount, total: totalCount })}</strong>{' '}
        {sendCount > 1 && t('preview.duration', { time: durationText(durationMs, locale) })}
      </p>
      <Warnings preview={preview} />
      <table className={table.table} aria-label={t('preview.shops')}>
        <thead>
          <tr>
            <th scope="col">{t('column.shop')}</th>
            <th scope="col">{t('preview.gets')}</th>
            <th scope="col">{t('preview.leftOut')}</th>
          </tr>
        </thead>
        <tbody>
          {preview.shops.map(({ shopId, sendCount: ofShop, skipped }) => (
            <tr key={shopId}>
              <td>
                <ShopCell shop={shops.get(shopId) ?? null} />
              </td>
              <td className="numbers">{ofShop}</td>
              <td>
                {skipped.map(({ reason, count }) => (
                  <span key={reason} className={styles.second}>
                    {count}: {t(SKIP_TEXTS[reason])}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {examples.length > 0 && (
        <ul className={styles.examples} aria-label={t('preview.examples')}>
          {examples.map(({ shopId, buyerName, parts }) => (
            <li key={`${shopId} ${buyerName}`}>
              <small className={styles.hint}>{t('preview.to', { buyer: buyerName })}</small>
              {parts.map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name than their place.
                <p key={index} className={styles.bubble}>
                  {part.kind === 'text' ? part.text : `${ofParts(PART_TEXTS[part.kind])}: ${part.text}`}
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The limits of the marketplaces that are concerned. */
function Warnings({ preview }: { readonly preview: BulkSendPreview }) {
  const { t } = useTranslation('bulkSend');
  const shops = useDeskState((state) => state.shops);
  const concerned = new Set(preview.shops.map(({ shopId }) => shops.get(shopId)?.marketplace));
  return MARKETPLACES.filter((one) => concerned.has(one)).map((marketplace) => {
    const { isPromotionSpam, reach, inARow, textLength } = SEND_LIMITS[marketplace];
    const name = MARKETPLACE_NAMES[marketplace];
    return (
      <div key={marketplace} className={styles.wait} data-limits={marketplace}>
        {isPromotionSpam && <p>{t('limits.spam', { marketplace: name })}</p>}
        {reach.chatDays !== null && (
          <p>
            {t('limits.reach', {
              marketplace: name,
              days: reach.chatDays,
              orderDays: reach.orderDays ?? 0,
              most: inARow.most ?? 0,
            })}
          </p>
        )}
        <p>{t('limits.length', { marketplace: name, most: textLength.most })}</p>
      </div>
    );
  });
}
