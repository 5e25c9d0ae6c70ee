import { needPartsTexts } from '../base/parts/need-texts.ts';
import { needSendTasksTexts } from '../base/send-tasks/need-texts.ts';
import { needShopPickerTexts } from '../base/shops/need-picker-texts.ts';
import { needBulkSendTexts } from '../features/bulk-send/need-texts.ts';
import { needCardsTexts } from '../features/chat/cards/need-texts.ts';
import { needOrdersTexts } from '../features/chat/orders/need-texts.ts';

/** The page of messages to many buyers with its texts. */
export async function loadBulkSend() {
  const [{ BulkSend }] = await Promise.all([
    import('./bulk-send.tsx'),
    needBulkSendTexts(),
    needPartsTexts(),
    needSendTasksTexts(),
    needShopPickerTexts(),
    needOrdersTexts(),
    needCardsTexts(),
  ]);
  return BulkSend;
}
