import type { ConversationView, ShopView } from '@pasar/api';
import { useTranslation } from '../../../../base/texts/i18n.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { MarketplaceMark } from '../../../../ui/marketplace-mark.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { buyerPicture } from '../../pictures/picture-source.ts';
import { dueOf, dueTip } from '../../texts/due-texts.ts';
import { ageText } from '../../texts/texts.ts';
import { BuyerDetails } from './buyer-details.tsx';
import styles from './buyer-panel.module.css';

/** The buyer of the open conversation: who it is at once, and everything else below. */
export function BuyerPanel({
  conversation,
  shop,
  hasStayed,
}: {
  readonly conversation: ConversationView | null;
  readonly shop: ShopView | null;
  readonly hasStayed: boolean;
}) {
  const { t } = useTranslation('chat');
  const now = useNow();
  if (conversation === null) return null;
  const { buyer, waitingSince, isBuyerBlocked } = conversation;
  const due = dueOf(conversation, now);
  return (
    <div className={styles.body}>
      <div className={styles.top}>
        <Avatar name={buyer.name} seed={buyer.buyerId} url={buyerPicture(conversation, shop)} size={64}>
          {shop !== null && (
            <span className={styles.mark}>
              <MarketplaceMark marketplace={shop.marketplace} size={20} />
            </span>
          )}
        </Avatar>
        <h3 className={styles.name}>{buyer.name}</h3>
        {isBuyerBlocked && <p className={styles.blocked}>{t('row.blocked')}</p>}
        {waitingSince !== null && (
          <p className={styles.waiting}>{t('buyer.waiting', { age: ageText(waitingSince, now, t) })}</p>
        )}
        {due !== null && <p className={styles.waiting}>{dueTip(due, t)}</p>}
      </div>
      {shop !== null && <BuyerDetails conversation={conversation} shop={shop} hasStayed={hasStayed} />}
    </div>
  );
}
