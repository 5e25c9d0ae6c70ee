import type { ConversationView, OrderView, ShopView } from '@pasar/api';
import { MARKETPLACE_NAMES, ORDER_STATUSES, type OutgoingCard, offers } from '@pasar/domain';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { useSendCards } from '../guard/use-send-cards.ts';
import { ReasonedButton } from '../tab/reasoned-button.tsx';
import parts from '../tab/tab.module.css';
import { OfficeButton } from './office-button.tsx';
import styles from './orders.module.css';

interface OrderActionsProps {
  readonly conversation: ConversationView;
  readonly shop: ShopView;
  readonly order: OrderView;
  readonly onParcels: () => void;
}

function cardOf({ orderId, orderNumber, status, wireStatus, total, items }: OrderView): OutgoingCard {
  const known = ORDER_STATUSES.find((one) => one === status);
  const iconUrl = items[0]?.imageUrl ?? null;
  return { type: 'order', order: { orderId, orderNumber, status: known ?? wireStatus, total, iconUrl } };
}

/** Sends the order as a card, shows its parcels, or opens the seller centre. */
export function OrderActions({ conversation, shop, order, onParcels }: OrderActionsProps) {
  const { t } = useTranslation('orders');
  const sendCards = useSendCards(conversation.conversationId);
  const marketplace = MARKETPLACE_NAMES[shop.marketplace];
  const canSend = offers(shop.marketplace, 'orderCard');
  const isTheirs = order.buyerId === null || order.buyerId === conversation.buyer.buyerId;
  const whyNotSent = !canSend ? t('send.notHere', { marketplace }) : isTheirs ? null : t('send.otherBuyer');
  return (
    <div className={parts.actions}>
      <ReasonedButton reason={whyNotSent} onClick={() => sendCards(cardOf(order))}>
        {t('send.button')}
      </ReasonedButton>
      <ReasonedButton reason={null} hasPopup onClick={onParcels}>
        {t('parcels.button')}
      </ReasonedButton>
      <OfficeButton shop={shop} orderNumber={order.orderNumber} />
      {!canSend && <p className={styles.why}>{whyNotSent}</p>}
    </div>
  );
}
