import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { reveal } from '../features/chat/place/selection.ts';
import { OrderCarePage } from '../features/order-care/order-care-page.tsx';
import type { OrderCareParts } from '../features/order-care/parts.ts';

/** The page of order care, with the way into the chat. */
export function OrderCare() {
  const navigate = useNavigate();
  const parts = useMemo<OrderCareParts>(
    () => ({
      openConversation: (conversation) => {
        reveal('all', conversation);
        void navigate('/chat/all');
      },
    }),
    [navigate],
  );
  return <OrderCarePage parts={parts} />;
}
