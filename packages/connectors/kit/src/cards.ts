/** What a message's card of an order or a voucher is about, looked up at the marketplace. Plain values: they may travel. */
import type { BuyerId, OrderDetail, PlatformShopId, Voucher } from '@pasar/domain';
import type { Outcome } from './outcome.ts';
import type { ShopCalls } from './shop-calls.ts';

/** The ids are those of the message; `buyerId` is who it was written to or by. */
export type CardWish =
  | { readonly kind: 'order'; readonly shop: PlatformShopId; readonly orderId: string }
  | {
      readonly kind: 'voucher';
      readonly shop: PlatformShopId;
      readonly voucherId: string;
      readonly buyerId: BuyerId;
    };
export type CardDetail =
  | { readonly kind: 'order'; readonly order: OrderDetail }
  | { readonly kind: 'voucher'; readonly voucher: Voucher };

export async function fetchCard(calls: ShopCalls, wish: CardWish): Promise<Outcome<CardDetail>> {
  if (wish.kind === 'order') {
    const order = await calls.orderDetail(wish.shop, wish.orderId);
    return order.ok ? { ok: true, value: { kind: 'order', order: order.value } } : order;
  }
  const voucher = await calls.voucherDetail(wish.shop, wish);
  return voucher.ok ? { ok: true, value: { kind: 'voucher', voucher: voucher.value } } : voucher;
}
