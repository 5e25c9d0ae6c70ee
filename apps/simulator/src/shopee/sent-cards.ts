/**
 * The cards that a seller sends: each names something of the shop, or is refused. The content is kept as it was sent,
 * with ids as text.
 */
import { z } from 'zod';
import type { ShopTrade } from '../world/trade.ts';
import { type Answer, answer } from './context.ts';
import { idField } from './seller-fields.ts';

const productBody = z.looseObject({ product_id: idField, shop_id: idField });
const infoBody = z.looseObject({
  item_id: idField,
  shop_id: idField,
  price: idField.optional(),
  price_before_discount: idField.optional(),
});
const listBody = z.looseObject({
  shop_id: idField,
  product_ids: z.array(idField).min(1),
  chat_product_infos: z.array(infoBody).min(1),
});
const orderBody = z.looseObject({ order_id: idField, shop_id: idField });
const voucherBody = z.looseObject({ voucher_id: idField, voucher_code: z.string(), shop_id: idField });

type Content = Readonly<Record<string, unknown>>;
export type SentContent =
  | { readonly ok: true; readonly content: Content }
  | { readonly ok: false; readonly answer: Answer };

const kept = (content: Content): SentContent => ({ ok: true, content });
/** Ours: the codes. */
const refused = (code: string): SentContent => ({
  ok: false,
  answer: answer({ error_code: code, message: code.replaceAll('_', ' ') }, 400),
});
const BAD = refused('param_error');

export function sentContent(trade: ShopTrade, buyerId: string, kind: string, content: Content): SentContent {
  const sells = (id: string): boolean => trade.products.some(({ productId, isOnline }) => isOnline && productId === id);
  switch (kind) {
    case 'product': {
      const body = productBody.safeParse(content);
      if (!body.success) return BAD;
      return sells(body.data.product_id) ? kept(body.data) : refused('item_not_found');
    }
    case 'item_list': {
      const body = listBody.safeParse(content);
      if (!body.success) return BAD;
      const { product_ids: ids, chat_product_infos: infos } = body.data;
      const isWhole = ids.length === infos.length && infos.every(({ item_id: id }, at) => id === ids[at]);
      return isWhole && ids.every(sells) ? kept(body.data) : refused('item_not_found');
    }
    case 'order': {
      const body = orderBody.safeParse(content);
      if (!body.success) return BAD;
      const order = trade.orders.find(({ orderId }) => orderId === body.data.order_id);
      if (order?.buyerId !== buyerId) return refused('order_not_found');
      return kept({ ...body.data, order_sn: order.orderNumber });
    }
    case 'voucher': {
      const body = voucherBody.safeParse(content);
      if (!body.success) return BAD;
      const voucher = trade.vouchers.find(({ voucherId }) => voucherId === body.data.voucher_id);
      return voucher?.voucherCode === body.data.voucher_code ? kept(body.data) : refused('voucher_not_found');
    }
    default:
      return kept(content);
  }
}
