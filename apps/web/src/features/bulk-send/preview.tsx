import type { CALLS, SendPreviewCounts } from '@pasar/api';
import { MARKETPLACE_NAMES, MARKETPLACES, SEND_LIMITS } from '@pasar/domain';
import type { z } from 'zod';
import { useDeskState } from '../../base/desk.tsx';
import { ByShop, HowMany } from '../../base/send-tasks/previewed.tsx';
import { Recipients } from '../../base/send-tasks/recipients.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import styles from './bulk-send.module.css';
import { RECIPIENTS } from './look-ups.ts';

/** Who gets what, who is left out and why, what the marketplaces forbid, and how long it takes. */
export function Preview({
  message,
  preview,
}: {
  readonly message: z.input<typeof CALLS.bulkSend.previewBulkSend.input>;
  readonly preview: SendPreviewCounts;
}) {
  const { t } = useTranslation('bulkSend');
  return (
    <section className={styles.preview} aria-label={t('form.preview')}>
      <HowMany of="buyers" preview={preview} />
      <Warnings preview={preview} />
      <ByShop shops={preview.shops} />
      {preview.totalCount > 0 && (
        <Recipients shops={preview.shops} lookUp={RECIPIENTS} inputOf={(slice) => ({ ...message, ...slice })} />
      )}
    </section>
  );
}

/** The limits of the marketplaces that are concerned. */
function Warnings({ preview }: { readonly preview: SendPreviewCounts }) {
  const { t } = useTranslation('bulkSend');
  const shops = useDeskState((state) => state.shops);
  const concerned = new Set(preview.shops.map(({ shopId }) => shops.get(shopId)?.marketplace));
  return MARKETPLACES.filter((one) => concerned.has(one)).map((marketplace) => {
    const { isPromotionSpam, reach, opening, inARow, textLength } = SEND_LIMITS[marketplace];
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
            })}
          </p>
        )}
        {opening.orderDays !== null && <p>{t('limits.opening', { marketplace: name, days: opening.orderDays })}</p>}
        {inARow.most !== null && <p>{t('limits.inARow', { marketplace: name, most: inARow.most })}</p>}
        <p>{t('limits.length', { marketplace: name, most: textLength.most })}</p>
      </div>
    );
  });
}
