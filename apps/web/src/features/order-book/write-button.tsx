import type { BookedOrder } from '@pasar/api';
import { useState } from 'react';
import { useDesk } from '../../base/desk.tsx';
import { useMay } from '../../base/may.tsx';
import { failureText } from '../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { toast } from '../../ui/toasts.tsx';
import type { OrderBookParts } from './parts.ts';

/** Opens the conversation with the buyer; where the shop has none yet, the marketplace opens one. */
export function WriteButton({
  ReasonedButton,
  openConversation,
  order,
}: Pick<OrderBookParts, 'ReasonedButton' | 'openConversation'> & {
  readonly order: Pick<BookedOrder, 'shopId' | 'orderNumber' | 'conversationId'>;
}) {
  const { t } = useTranslation('orderBook');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const desk = useDesk();
  const mayChat = useMay(['chat']);
  const [isOpening, setIsOpening] = useState(false);
  const write = async () => {
    if (order.conversationId !== null) return openConversation(order.conversationId, order);
    if (isOpening) return;
    setIsOpening(true);
    const result = await desk.lists.openForOrder(order.shopId, order.orderNumber);
    setIsOpening(false);
    if (!result.ok) return toast('bad', failureText(result.failure, common));
    if (result.data === null) return toast('bad', t('write.none'));
    openConversation(result.data, order);
  };
  return (
    <ReasonedButton reason={mayChat ? null : reasonText('no_permission', locale)} onClick={() => void write()}>
      {t('write.button')}
    </ReasonedButton>
  );
}
