import { asBuyerId, type OrderRecord } from '@pasar/domain';

/** A time of the test's own. */
export const NOW = 1_800_000_000_000;
export const DAY_MS = 86_400_000;

/** An order of the book. */
export const orderRecord = (id: string, more: Partial<OrderRecord> = {}): OrderRecord => ({
  orderId: id,
  orderNumber: `N${id}`,
  buyerId: asBuyerId('b1'),
  buyerName: 'Somchai',
  status: 'wait_seller_send',
  wireStatus: '2',
  total: { amount: '12.50', currency: 'SGD' },
  createdAt: NOW - DAY_MS,
  changedAt: NOW - DAY_MS,
  items: [
    {
      productId: 'p1',
      title: '蓝色 cotton shirt',
      variant: null,
      sellerSku: 'SHIRT-1',
      imageUrl: null,
      quantity: 1,
      price: { amount: '12.50', currency: 'SGD' },
    },
  ],
  sellerNote: null,
  paymentMethod: null,
  shippingFee: null,
  address: null,
  isRatable: false,
  carrier: null,
  trackingNumber: null,
  cancelReason: null,
  ...more,
});
