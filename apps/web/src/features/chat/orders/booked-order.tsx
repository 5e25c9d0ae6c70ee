import type { BookedOrder, ShopView } from '@pasar/api';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { ReasonedButton } from '../tab/reasoned-button.tsx';
import parts from '../tab/tab.module.css';
import { LogisticsDialog } from './logistics-dialog.tsx';
import { OfficeButton } from './office-button.tsx';
import { DetailFacts, OrderItems, OrderSums } from './order-facts.tsx';
import { RateBuyer } from './rate-buyer.tsx';
import { SellerNote } from './seller-note.tsx';

interface BookedOrderProps {
  readonly order: BookedOrder;
  readonly shop: ShopView;
  /** More buttons, before those of every order. */
  readonly actions: ReactNode;
  /** What stands between the items and the note. */
  readonly children: ReactNode;
}

/** The orders of a book are asked for nothing: it has the order. Only its parcels are asked for, when they are opened. */
const ASKED_FOR_NOTHING = { state: 'waiting' } as const;

/** An order of the order book, with all that can be done about it. */
export function BookedOrderDetails({ order, shop, actions, children }: BookedOrderProps) {
  const { t } = useTranslation('orders');
  const [areParcelsOpen, setAreParcelsOpen] = useState(false);
  return (
    <>
      <DetailFacts order={order} detail={order} shop={shop} />
      <div className={parts.actions}>
        {actions}
        <ReasonedButton reason={null} hasPopup onClick={() => setAreParcelsOpen(true)}>
          {t('parcels.button')}
        </ReasonedButton>
        <OfficeButton shop={shop} orderNumber={order.orderNumber} />
      </div>
      <OrderItems order={order} shop={shop} />
      <OrderSums order={order} detail={order} />
      {children}
      <SellerNote key={`note-${order.orderId}`} order={order} shop={shop} />
      <RateBuyer key={`rate-${order.orderId}`} detail={order} shop={shop} />
      {areParcelsOpen && (
        <LogisticsDialog
          shop={shop}
          number={order.orderNumber}
          orderId={order.orderId}
          known={null}
          orderLook={ASKED_FOR_NOTHING}
          onClose={() => setAreParcelsOpen(false)}
        />
      )}
    </>
  );
}
