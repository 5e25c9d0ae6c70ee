import type { SendPreviewCounts } from '@pasar/api';
import { MARKETPLACE_NAMES, MARKETPLACES, SEND_LIMITS } from '@pasar/domain';
import { useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { useMay } from '../../base/may.tsx';
import { useReadNow } from '../../base/readings/reading-line.tsx';
import { ByShop, HowMany } from '../../base/send-tasks/previewed.tsx';
import { Recipients } from '../../base/send-tasks/recipients.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import styles from './bulk-send.module.css';
import type { messageOf } from './draft.ts';
import { RECIPIENTS } from './look-ups.ts';

type Message = ReturnType<typeof messageOf>;

/** Who gets what, who is left out and why, what the marketplaces forbid, and how long it takes. */
export function Preview({ message, preview }: { readonly message: Message; readonly preview: SendPreviewCounts }) {
  const { t } = useTranslation('bulkSend');
  return (
    <section className={styles.preview} aria-label={t('form.preview')}>
      <HowMany of="buyers" preview={preview} />
      {preview.unreadShopIds.length > 0 && (
        <Unread count={preview.unreadShopIds.length} isOpenAsked={areOpenAsked(message)} />
      )}
      <Warnings preview={preview} />
      <ByShop shops={preview.shops} />
      {preview.totalCount > 0 && (
        <Recipients shops={preview.shops} lookUp={RECIPIENTS} inputOf={(slice) => ({ ...message, ...slice })} />
      )}
    </section>
  );
}

const areOpenAsked = ({ conditionJson, buyerListJson: target }: Message): boolean =>
  conditionJson.hasNoOpenOrders || (target.kind === 'matching' && target.listing.hasNoOpenOrders === true);

/** Says that orders which decide who gets the message are not known yet. A member with the key of orders has them read. */
function Unread({ count, isOpenAsked }: { readonly count: number; readonly isOpenAsked: boolean }) {
  const { t } = useTranslation('bulkSend');
  const mayRead = useMay(['order']);
  const readNow = useReadNow('orders');
  const [isAsked, setIsAsked] = useState(false);
  const read = async () => setIsAsked(await readNow());
  return (
    <div className={styles.wait} role="status">
      <p>{t(isOpenAsked ? 'unread.open' : 'unread.orders', { count })}</p>
      {!mayRead && <p>{t('unread.ask')}</p>}
      {mayRead && isAsked && <p>{t('unread.asked')}</p>}
      {mayRead && !isAsked && (
        <Button kind="link" onClick={() => void read()}>
          {t('unread.readNow')}
        </Button>
      )}
    </div>
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
