import type { BookedOrder } from '@pasar/api';
import { useState } from 'react';
import { useDesk } from '../../base/desk.tsx';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { toast } from '../../ui/toasts.tsx';
import type { OrderBookParts } from './parts.ts';

/** Opens the conversation with the buyer; where the shop has none yet, the marketplace opens one. */
export function useWrite(
  order: Pick<BookedOrder, 'shopId' | 'orderNumber' | 'conversationId'>,
  openConversation: OrderBookParts['openConversation'],
): () => Promise<void> {
  const { t } = useTranslation('orderBook');
  const { t: common } = useTranslation('common');
  const desk = useDesk();
  const [isOpening, setIsOpening] = useState(false);
  return async () => {
    if (order.conversationId !== null) return openConversation(order.conversationId, order);
    if (isOpening) return;
    setIsOpening(true);
    const result = await desk.lists.openForOrder(order.shopId, order.orderNumber);
    setIsOpening(false);
    if (!result.ok) return toast('bad', failureText(result.failure, common));
    if (result.data === null) return toast('bad', t('write.none'));
    openConversation(result.data, order);
  };
}
