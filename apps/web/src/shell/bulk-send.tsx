import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { BulkSendPage } from '../features/bulk-send/bulk-send-page.tsx';
import type { BulkSendParts } from '../features/bulk-send/parts.ts';
import { OrderStatusWord } from '../features/chat/orders/order-status.tsx';
import { reveal } from '../features/chat/place/selection.ts';
import { TAGS } from '../features/chat/tags/look-ups.ts';

/** The page of messages to many buyers, with what the chat has for it, and the way into the chat. */
export function BulkSend() {
  const navigate = useNavigate();
  const parts = useMemo<BulkSendParts>(
    () => ({
      Status: OrderStatusWord,
      tags: TAGS,
      openConversation: (conversation) => {
        reveal('all', conversation);
        void navigate('/chat/all');
      },
    }),
    [navigate],
  );
  return <BulkSendPage parts={parts} />;
}
