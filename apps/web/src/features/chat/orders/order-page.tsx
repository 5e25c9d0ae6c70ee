import type { ConversationView, OrderView, ShopView } from '@pasar/api';
import type { OrderCard } from '@pasar/domain';
import { useEffect, useState } from 'react';
import { useLookUp } from '../../../base/look-up.ts';
import { LookUpProblem } from '../../../base/looked-up.tsx';
import { useMay } from '../../../base/may.tsx';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useCopyNumber } from '../cards/use-copy-number.ts';
import { type CardSubject, cardSubject } from '../place/card-subject.ts';
import { AsOf } from '../tab/as-of.tsx';
import { PageHead } from '../tab/page-head.tsx';
import parts from '../tab/tab.module.css';
import { useHeldOrder } from './hold-order.tsx';
import { LogisticsDialog } from './logistics-dialog.tsx';
import { ORDER_DETAIL } from './look-ups.ts';
import { OrderActions } from './order-actions.tsx';
import { DetailFacts, OrderItems, OrderSums, ToldFacts } from './order-facts.tsx';
import styles from './orders.module.css';
import { ParcelFacts } from './parcel-facts.tsx';
import { RateBuyer } from './rate-buyer.tsx';
import { SellerNote } from './seller-note.tsx';

interface OrderPageProps {
  readonly conversation: ConversationView;
  readonly shop: ShopView;
  readonly subject: CardSubject;
  /** What the list knows of the order. */
  readonly listed: OrderView | null;
  /** What a message says of the order. */
  readonly told: OrderCard | null;
  readonly isWanted: boolean;
  readonly onBack: () => void;
}

/** One order: painted from what the list or a message knows, then as the marketplace has it now. */
export function OrderPage({ conversation, shop, subject, listed, told, isWanted, onBack }: OrderPageProps) {
  const { t } = useTranslation('orders');
  const { t: cards } = useTranslation('cards');
  const locale = useLocale();
  const mayLook = useMay(['order']);
  const copy = useCopyNumber();
  const look = useLookUp(ORDER_DETAIL, { shopId: shop.shopId, orderId: subject.id }, isWanted);
  const detail = look.state === 'found' || look.state === 'stale' ? look.data.order : null;
  const order: OrderView | null = detail ?? listed;
  const [areParcelsOpen, setAreParcelsOpen] = useState(false);
  useHeldOrder(conversation.conversationId, detail);
  useEffect(() => {
    if (subject.kind !== 'logistics') return;
    setAreParcelsOpen(true);
    // The parcels are shown once, so that coming back to the conversation does not show them again.
    cardSubject.update((held) => (held === subject ? { ...subject, kind: 'order' } : held));
  }, [subject]);
  const number = order?.orderNumber ?? told?.orderNumber ?? subject.id;
  const isOfAnother = order !== null && order.buyerId !== null && order.buyerId !== conversation.buyer.buyerId;
  return (
    <>
      <PageHead title={t('page.title', { number })} back={t('page.back')} onBack={onBack}>
        <IconButton icon="copy" label={cards('number.copy', { number })} onClick={() => copy(number)} />
      </PageHead>
      <AsOf look={look} />
      <div className={parts.body} aria-busy={look.state === 'waiting'}>
        {!mayLook && <p className={parts.none}>{reasonText('no_permission', locale)}</p>}
        <LookUpProblem look={look} />
        {isOfAnother && (
          <p className={styles.warning} role="status">
            {t('page.otherBuyer', { name: order.buyerName })}
          </p>
        )}
        {order !== null && (
          <>
            <DetailFacts order={order} detail={detail} shop={shop} />
            <OrderActions
              conversation={conversation}
              shop={shop}
              order={order}
              onParcels={() => setAreParcelsOpen(true)}
            />
            <OrderItems order={order} shop={shop} />
            <OrderSums order={order} detail={detail} />
          </>
        )}
        {order === null && told !== null && <ToldFacts told={told} />}
        {detail === null && mayLook && look.state === 'waiting' && <p className={parts.none}>{t('page.waiting')}</p>}
        {detail !== null && (
          <>
            <ParcelFacts detail={detail} onOpen={() => setAreParcelsOpen(true)} />
            <SellerNote key={`note-${detail.orderId}`} order={detail} shop={shop} />
            <RateBuyer key={`rate-${detail.orderId}`} detail={detail} shop={shop} />
          </>
        )}
      </div>
      {areParcelsOpen && (
        <LogisticsDialog
          shop={shop}
          number={number}
          orderId={order?.orderId ?? null}
          known={detail?.parcels ?? null}
          orderLook={look}
          onClose={() => setAreParcelsOpen(false)}
        />
      )}
    </>
  );
}
