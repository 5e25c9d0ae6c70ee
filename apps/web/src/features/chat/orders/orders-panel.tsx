import type { ConversationView, ShopView } from '@pasar/api';
import { messagesOf } from '@pasar/sync';
import { useEffect, useMemo, useRef } from 'react';
import { useDeskState, useReadable } from '../../../base/desk.tsx';
import { useLookUp } from '../../../base/look-up.ts';
import { useMay } from '../../../base/may.tsx';
import { type CardSubject, cardSubject, showSubject } from '../place/card-subject.ts';
import parts from '../tab/tab.module.css';
import { HoldNewest } from './hold-order.tsx';
import { isOrder, ordersInMessages } from './known-orders.ts';
import { ORDER_LIST } from './look-ups.ts';
import { OrderList } from './order-list.tsx';
import { OrderPage } from './order-page.tsx';

interface OrdersPanelProps {
  readonly conversation: ConversationView | null;
  readonly shop: ShopView | null;
  readonly hasStayed: boolean;
}

/** The buyer's orders at the shop of the conversation, or the one that is open. */
export function OrdersPanel({ conversation, shop, hasStayed }: OrdersPanelProps) {
  if (conversation === null || shop === null) return null;
  return <Orders conversation={conversation} shop={shop} hasStayed={hasStayed} />;
}

const isOfOrder = ({ kind }: CardSubject): boolean => kind === 'order' || kind === 'logistics';

interface OrdersProps extends OrdersPanelProps {
  readonly conversation: ConversationView;
  readonly shop: ShopView;
}

function Orders({ conversation, shop, hasStayed }: OrdersProps) {
  const id = conversation.conversationId;
  const mayLook = useMay(['order']);
  const look = useLookUp(ORDER_LIST, { conversationId: id }, mayLook && hasStayed);
  const chosen = useReadable(cardSubject);
  const open = chosen !== null && chosen.conversationId === id && isOfOrder(chosen) ? chosen : null;
  const window = useDeskState((state) => state.windows.get(id));
  const told = useMemo(() => ordersInMessages(messagesOf(window)), [window]);
  const listed = look.state === 'found' || look.state === 'stale' ? look.data : null;
  const box = useRef<HTMLDivElement>(null);
  /** What gets the focus once it is drawn, because the control that had it is gone. */
  const focusNext = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element to focus is drawn anew when `open` changes.
  useEffect(() => {
    if (focusNext.current === null) return;
    box.current?.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focusNext.current)}"]`)?.focus();
    focusNext.current = null;
  }, [open]);
  const show = (orderId: string) => {
    focusNext.current = 'back';
    showSubject({ conversationId: id, kind: 'order', id: orderId });
  };
  const leave = () => {
    focusNext.current = open?.id ?? null;
    cardSubject.update(() => null);
  };
  return (
    <div ref={box} className={parts.panel}>
      {open === null ? (
        <>
          <OrderList
            shop={shop}
            buyerName={conversation.buyer.name}
            look={look}
            told={told}
            mayLook={mayLook}
            onOpen={show}
          />
          {listed !== null && <HoldNewest id={id} shop={shop} orders={listed.orders} />}
        </>
      ) : (
        <OrderPage
          key={open.id}
          conversation={conversation}
          shop={shop}
          subject={open}
          listed={listed?.orders.find((order) => isOrder(order, open.id)) ?? null}
          told={told.find((order) => isOrder(order, open.id)) ?? null}
          isWanted={mayLook && hasStayed}
          onBack={leave}
        />
      )}
    </div>
  );
}
