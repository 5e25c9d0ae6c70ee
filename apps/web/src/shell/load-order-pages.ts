import { needReadingsTexts } from '../base/readings/need-texts.ts';
import { needShopPickerTexts } from '../base/shops/need-picker-texts.ts';
import { needAfterSalesTexts } from '../features/after-sales/need-texts.ts';
import { needCardsTexts } from '../features/chat/cards/need-texts.ts';
import { needOrdersTexts } from '../features/chat/orders/need-texts.ts';
import { needNotificationsTexts } from '../features/notifications/need-texts.ts';
import { needOrderBookTexts } from '../features/order-book/need-texts.ts';
import { needReviewsTexts } from '../features/reviews/need-texts.ts';
import { needShellTexts } from './need-texts.ts';

/** The pages about orders with their texts. */
export async function loadOrderPages() {
  const [{ OrderPages }] = await Promise.all([
    import('./order-pages.tsx'),
    needShellTexts(),
    needOrderBookTexts(),
    needAfterSalesTexts(),
    needReviewsTexts(),
    needNotificationsTexts(),
    needOrdersTexts(),
    needCardsTexts(),
    needShopPickerTexts(),
    needReadingsTexts(),
  ]);
  return OrderPages;
}
