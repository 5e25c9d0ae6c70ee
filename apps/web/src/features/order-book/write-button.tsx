import type { BookedOrder } from '@pasar/api';
import { useMay } from '../../base/may.tsx';
import { reasonText, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import type { OrderBookParts } from './parts.ts';
import { useWrite } from './use-write.ts';

/** Leads to the conversation with the buyer, or says why it cannot. */
export function WriteButton({
  ReasonedButton,
  openConversation,
  order,
}: Pick<OrderBookParts, 'ReasonedButton' | 'openConversation'> & {
  readonly order: Pick<BookedOrder, 'shopId' | 'orderNumber' | 'conversationId'>;
}) {
  const { t } = useTranslation('orderBook');
  const locale = useLocale();
  const mayChat = useMay(['chat']);
  const write = useWrite(order, openConversation);
  return (
    <ReasonedButton reason={mayChat ? null : reasonText('no_permission', locale)} onClick={() => void write()}>
      {t('write.button')}
    </ReasonedButton>
  );
}
