import { needPartsTexts } from '../base/parts/need-texts.ts';
import { needReadingsTexts } from '../base/readings/need-texts.ts';
import { needSendTasksTexts } from '../base/send-tasks/need-texts.ts';
import { needShopPickerTexts } from '../base/shops/need-picker-texts.ts';
import { needOrderCareTexts } from '../features/order-care/need-texts.ts';

/** The page of order care with its texts. */
export async function loadOrderCare() {
  const [{ OrderCare }] = await Promise.all([
    import('./order-care.tsx'),
    needOrderCareTexts(),
    needPartsTexts(),
    needReadingsTexts(),
    needSendTasksTexts(),
    needShopPickerTexts(),
  ]);
  return OrderCare;
}
