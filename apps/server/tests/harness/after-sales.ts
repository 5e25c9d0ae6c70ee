import type { ReturnCase, Review, ShopNotification } from '@pasar/domain';
import { DAY_MS, NOW } from './orders.ts';

/** Records of the lists beside the orders. */
export const returned = (id: string, more: Partial<ReturnCase> = {}): ReturnCase => ({
  returnId: id,
  returnSn: `R${id}`,
  orderId: `o${id}`,
  orderNumber: null,
  buyerId: null,
  buyerName: null,
  status: 'apply',
  wireStatus: '1',
  reason: 'damaged',
  wireReason: '106',
  buyerText: 'broken',
  refund: { amount: '5.00', currency: 'SGD' },
  areGoodsReturned: false,
  items: [],
  pictureUrls: [],
  trackingNumber: null,
  createdAt: NOW - DAY_MS,
  changedAt: NOW - DAY_MS,
  respondBy: null,
  ...more,
});
export const review = (id: string, more: Partial<Review> = {}): Review => ({
  reviewId: id,
  orderNumber: `No${id}`,
  buyerId: null,
  buyerName: 'Somchai',
  stars: 5,
  comment: 'good',
  reply: null,
  productId: null,
  productName: null,
  pictureUrls: [],
  createdAt: NOW - DAY_MS,
  ...more,
});
export const notice = (id: string, more: Partial<ShopNotification> = {}): ShopNotification => ({
  notificationId: id,
  kind: 'order',
  wireKind: 'order',
  title: 'New order',
  text: 'An order waits.',
  isRead: false,
  at: NOW - DAY_MS,
  ...more,
});
