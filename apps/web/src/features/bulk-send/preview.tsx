import type { BulkSendPreview } from '@pasar/api';
import { MARKETPLACE_NAMES, MARKETPLACES, SEND_LIMITS } from '@pasar/domain';
import { useDeskState } from '../../base/desk.tsx';
import { ByShop, HowMany } from '../../base/send-tasks/previewed.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import styles from './bulk-send.module.css';
import { PART_TEXTS } from './texts.ts';

/** Who gets what, who is left out and why, what the marketplaces forbid, and how long it takes. */
export function Preview({ preview }: { readonly preview: BulkSendPreview }) {
  const { t } = useTranslation('bulkSend');
  const { examples } = preview;
  return (
    <section className={styles.preview} aria-label={t('form.preview')}>
      <HowMany preview={preview} />
      <Warnings preview={preview} />
      <ByShop shops={preview.shops} />
      {examples.length > 0 && (
        <ul className={styles.examples} aria-label={t('preview.examples')}>
          {examples.map(({ shopId, buyerName, parts }) => (
            <li key={`${shopId} ${buyerName}`}>
              <small className={styles.hint}>{t('preview.to', { buyer: buyerName })}</small>
              {parts.map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name than their place.
                <p key={index} className={styles.bubble}>
                  {part.kind === 'text' ? part.text : `${t(PART_TEXTS[part.kind])}: ${part.text}`}
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
