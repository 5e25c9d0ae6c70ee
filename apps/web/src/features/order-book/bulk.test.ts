import type { BookedOrder } from '@pasar/api';
import { asShopId } from '@pasar/domain';
import type { CallFailure } from '@pasar/sync';
import { expect, it } from 'vitest';
import { answerable, changeAll, type Outcomes, ratable } from './bulk.ts';

const SHOPS = {
  shopee: asShopId('0190aaaa-0000-7000-8000-000000000001'),
  lazada: asShopId('0190aaaa-0000-7000-8000-000000000002'),
  tiktok: asShopId('0190aaaa-0000-7000-8000-000000000003'),
} as const;
const gone = asShopId('0190aaaa-0000-7000-8000-000000000009');
const marketplaceOf = (shopId: string) =>
  (['shopee', 'lazada', 'tiktok'] as const).find((one) => SHOPS[one] === shopId) ?? null;
const order = (orderId: string, shopId: BookedOrder['shopId'], more: Partial<BookedOrder> = {}): BookedOrder => ({
  orderId,
  orderNumber: `N${orderId}`,
  buyerId: null,
  buyerName: 'John',
  status: 'in_cancel',
  wireStatus: 'IN_CANCEL',
  total: { amount: '1', currency: 'THB' },
  createdAt: 1,
  items: [],
  sellerNote: null,
  paymentMethod: null,
  shippingFee: null,
  address: null,
  isRatable: true,
  shopId,
  changedAt: 1,
  carrier: null,
  trackingNumber: null,
  cancelReason: null,
  readAt: 1,
  parcel: null,
  waybill: null,
  conversationId: null,
  ...more,
});
const all = [...Object.values(SHOPS), gone].map((shopId, index) => order(String(index), shopId));

it('only orders of marketplaces with a call for it are rated or answered, and only those that wait for it', () => {
  expect(ratable(all, marketplaceOf).map(({ orderId }) => orderId)).toEqual(['0']);
  expect(ratable([order('4', SHOPS.shopee, { isRatable: false })], marketplaceOf)).toEqual([]);
  expect(answerable(all, marketplaceOf).map(({ orderId }) => orderId)).toEqual(['0']);
  expect(answerable([order('4', SHOPS.shopee, { status: 'finished' })], marketplaceOf)).toEqual([]);
});

it('many orders are changed one after the other, and a failure does not stop the rest', async () => {
  const failure: CallFailure = { kind: 'unreachable', fault: null, cause: null };
  const told: Outcomes[] = [];
  let running = 0;
  await changeAll(
    all,
    async ({ orderId }) => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      running -= 1;
      return orderId === '1' ? { ok: false, failure } : { ok: true };
    },
    (outcomes) => told.push(outcomes),
  );
  expect(told.map(({ outcomes }) => outcomes.length)).toEqual([0, 1, 2, 3, 4]);
  expect(told.at(-1)?.outcomes).toEqual(['done', failure, 'done', 'done']);
});
