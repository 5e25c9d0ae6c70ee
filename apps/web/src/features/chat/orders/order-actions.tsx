import type { ConversationView, OrderView, ShopView } from '@pasar/api';
import { backOfficeHost, ORDER_STATUSES, type OutgoingCard, offers } from '@pasar/domain';
import { useState } from 'react';
import { useMay } from '../../../base/may.tsx';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { MARKETPLACE_NAMES } from '../../../ui/marketplace-mark.tsx';
import { useCopyNumber } from '../cards/use-copy-number.ts';
import { useSendCards } from '../guard/use-send-cards.ts';
import { ReasonedButton } from '../tab/reasoned-button.tsx';
import parts from '../tab/tab.module.css';
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
  const locale = useLocale();
  const sendCards = useSendCards(conversation.conversationId);
  const copy = useCopyNumber();
  const mayOpenOffice = useMay(['sellerCenter']);
  const [isAsking, setIsAsking] = useState(false);
  const marketplace = MARKETPLACE_NAMES[shop.marketplace];
  const canSend = offers(shop.marketplace, 'orderCard');
  const isTheirs = order.buyerId === null || order.buyerId === conversation.buyer.buyerId;
  const whyNotSent = !canSend ? t('send.notHere', { marketplace }) : isTheirs ? null : t('send.otherBuyer');
  const host = backOfficeHost(shop);
  const openOffice = () => {
    copy(order.orderNumber);
    window.open(`https://${host}/`, '_blank', 'noopener,noreferrer');
  };
  return (
    <div className={parts.actions}>
      <ReasonedButton reason={whyNotSent} onClick={() => sendCards(cardOf(order))}>
        {t('send.button')}
      </ReasonedButton>
      <ReasonedButton reason={null} hasPopup onClick={onParcels}>
        {t('parcels.button')}
      </ReasonedButton>
      <ReasonedButton
        reason={mayOpenOffice ? null : reasonText('no_permission', locale)}
        hasPopup
        onClick={() => setIsAsking(true)}
      >
        {t('office.button')}
      </ReasonedButton>
      {!canSend && <p className={styles.why}>{whyNotSent}</p>}
      {isAsking && (
        <ConfirmDialog
          title={t('office.title')}
          text={t('office.text')}
          confirm={t('office.open')}
          cancel={t('office.cancel')}
          onConfirm={openOffice}
          onClose={() => setIsAsking(false)}
        >
          {`${order.orderNumber}\n${host}`}
        </ConfirmDialog>
      )}
    </div>
  );
}
