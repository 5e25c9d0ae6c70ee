import type { BookedOrder } from '@pasar/api';
import { asShopId } from '@pasar/domain';
import { expect, it } from 'vitest';
import { pickLinesOf } from './pick-list.ts';

const SHOPS = [
  asShopId('0190aaaa-0000-7000-8000-000000000001'),
  asShopId('0190aaaa-0000-7000-8000-000000000002'),
] as const;
type Item = BookedOrder['items'][number];
const item = (title: string, sellerSku: string | null, quantity: number, variant: string | null = null): Item => ({
  productId: title,
  title,
  variant,
  sellerSku,
  imageUrl: null,
  quantity,
  price: { amount: '1', currency: 'THB' },
});
const order = (number: string, shop: 0 | 1, ...items: Item[]): BookedOrder => ({
  orderId: number,
  orderNumber: number,
  buyerId: null,
  buyerName: '',
  status: 'wait_seller_send',
  wireStatus: '',
  total: { amount: '1', currency: 'THB' },
  createdAt: 1,
  items,
  sellerNote: null,
  paymentMethod: null,
  shippingFee: null,
  address: null,
  isRatable: false,
  shopId: SHOPS[shop],
  changedAt: 1,
  carrier: null,
  trackingNumber: null,
  cancelReason: null,
  readAt: 1,
  parcel: null,
  waybill: null,
  conversationId: null,
});

it('adds up a SKU over all shops, and tells things without a SKU apart by shop and variant; they come last', () => {
  const lines = pickLinesOf([
    order('A', 0, item('Lamp', 'L-2', 2), item('Box', null, 1, 'red'), item('Box', '', 1, 'blue')),
    order('B', 1, item('Lampe', 'L-2', 3), item('Box', null, 4, 'red'), item('Cup', 'C-1', 1)),
    order('C', 0, item('Box', null, 1, 'red'), item('Lamp', 'L-2', 1), item('Lamp', 'L-2', 1)),
  ]);
  expect(
    lines.map(({ sellerSku, title, variant, quantity, orderNumbers }) => [
      sellerSku,
      title,
      variant,
      quantity,
      orderNumbers.join(),
    ]),
  ).toEqual([
    ['C-1', 'Cup', null, 1, 'B'],
    ['L-2', 'Lamp', null, 7, 'A,B,C'],
    [null, 'Box', 'red', 2, 'A,C'],
    [null, 'Box', 'blue', 1, 'A'],
    [null, 'Box', 'red', 4, 'B'],
  ]);
});
