import { needShopPickerTexts } from '../base/shops/need-picker-texts.ts';
import { needCardsTexts } from '../features/chat/cards/need-texts.ts';
import { needOrdersTexts } from '../features/chat/orders/need-texts.ts';
import { needOrderBookTexts } from '../features/order-book/need-texts.ts';

/** The page of all orders with its texts. */
export async function loadOrderBook() {
  const [{ OrderBook }] = await Promise.all([
    import('./order-book.tsx'),
    needOrderBookTexts(),
    needOrdersTexts(),
    needCardsTexts(),
    needShopPickerTexts(),
  ]);
  return OrderBook;
}
