/** What a seller sends, by template id: a card names something of the shop, or is refused. Ours: the codes. */
import { z } from 'zod';
import type { ShopTrade } from '../world/trade.ts';
import { type CallResult, refused } from './context.ts';

type Content = Readonly<Record<string, unknown>>;
export type SentContent =
  | { readonly ok: true; readonly content: Content }
  | { readonly ok: false; readonly refusal: CallResult };

const kept = (content: Content): SentContent => ({ ok: true, content });
const unknown = (code: string, words: string): SentContent => ({ ok: false, refusal: refused(code, words) });

const words = z.object({ txt: z.string().refine((text) => text.trim() !== '') });
const named = z.looseObject({
  itemId: z.string().optional(),
  orderId: z.string().optional(),
  promotionId: z.string().optional(),
});

export function sentContent(trade: ShopTrade, buyerId: string, templateId: number, content: Content): SentContent {
  switch (templateId) {
    case 1: {
      const text = words.safeParse(content);
      if (!text.success) return unknown('FAIL_BIZ_CONTENT_EMPTY', 'the message is empty');
      return kept({ text: text.data.txt });
    }
    case 4: {
      const symbol = words.safeParse(content).data?.txt;
      const isKnown = trade.stickers.some((sticker) => sticker.symbol === symbol);
      return isKnown ? kept(content) : unknown('FAIL_BIZ_EMOJI_NOT_EXIST', 'no such emoji');
    }
    case 10_006: {
      const itemId = named.safeParse(content).data?.itemId;
      const isSold = trade.products.some(({ productId, isOnline }) => isOnline && productId === itemId);
      return isSold ? kept(content) : unknown('FAIL_BIZ_ITEM_NOT_EXIST', 'no such product');
    }
    case 10_007: {
      const orderId = named.safeParse(content).data?.orderId;
      const isOwn = trade.orders.some((order) => order.orderNumber === orderId && order.buyerId === buyerId);
      return isOwn ? kept(content) : unknown('FAIL_BIZ_ORDER_NOT_EXIST', 'no such order of this buyer');
    }
    case 10_008: {
      const promotionId = named.safeParse(content).data?.promotionId;
      const isIssued = trade.vouchers.some(({ voucherId }) => voucherId === promotionId);
      return isIssued ? kept(content) : unknown('FAIL_BIZ_PROMOTION_NOT_EXIST', 'no such voucher');
    }
    default:
      return kept(content);
  }
}
