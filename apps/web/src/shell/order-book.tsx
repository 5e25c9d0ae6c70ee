import type { BookedOrder } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { BookedOrderDetails } from '../features/chat/orders/booked-order.tsx';
import { OrderStatusWord } from '../features/chat/orders/order-status.tsx';
import { Thumb } from '../features/chat/pickers/thumb.tsx';
import { reveal } from '../features/chat/place/selection.ts';
import { ReasonedButton } from '../features/chat/tab/reasoned-button.tsx';
import { OrderBookPage } from '../features/order-book/order-book-page.tsx';

/** The page of all orders, with what the chat shows of an order, and the way into the chat. */
export function OrderBook() {
  const navigate = useNavigate();
  const openConversation = useCallback(
    (conversationId: ConversationId, { shopId }: BookedOrder) => {
      reveal('all', { conversationId, shopId });
      void navigate('/chat/all');
    },
    [navigate],
  );
  const parts = useMemo(
    () => ({ Status: OrderStatusWord, Thumb, Details: BookedOrderDetails, ReasonedButton, openConversation }),
    [openConversation],
  );
  return <OrderBookPage parts={parts} />;
}
