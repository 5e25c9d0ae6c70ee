/** Returns and refunds: the older list with decimal strings, and the newer service's tracking (facts 1.7). */
import type { Page } from '@pasar/connector-kit';
import { asBuyerId, CURRENCY_BY_COUNTRY, type ReturnCase, type TrackingEvent } from '@pasar/domain';
import { z } from 'zod';
import { pictureUrl, type ShopeeCall, type ShopeeScope } from '../../wire/scope.ts';
import { wireId } from '../../wire/wire-json.ts';
import { toGet } from '../definition.ts';
import { readData } from './envelope.ts';
import { nextPage, pageInfo, readPage, textAmount, wireTime } from './fields.ts';
import { returnReasonOf, returnStatusOf } from './order-status.ts';

/** Spec 2 §9. */
const PAGE_SIZE = 40;

const wireItem = z.object({
  item_id: wireId,
  name: z.string(),
  images: z.array(z.string()).default([]),
  amount: z.int().positive(),
  item_price: textAmount,
  variation: z.string().nullish(),
  sku: z.string().nullish(),
});
/**
 * Ours: `status`, the times, the buyer and everything else that only the list of the open platform is known to tell, under
 * the names that the open platform has.
 */
const wireReturn = z.object({
  order_id: wireId,
  return_id: wireId,
  return_sn: z.string(),
  reason: z.int(),
  refund_amount: textAmount,
  status: z.int(),
  order_sn: z.string().nullish(),
  user: z.object({ user_id: wireId.nullish(), username: z.string() }).nullish(),
  text_reason: z.string().nullish(),
  image: z.array(z.string()).default([]),
  needs_logistics: z.boolean().nullish(),
  tracking_number: z.string().nullish(),
  item: z.array(wireItem).default([]),
  create_time: wireTime.nullish(),
  update_time: wireTime.nullish(),
  /** Until then the seller must answer. */
  due_date: wireTime.nullish(),
});

function fromWireReturn(row: z.output<typeof wireReturn>, scope: ShopeeScope): ReturnCase {
  const currency = CURRENCY_BY_COUNTRY[scope.country];
  const status = returnStatusOf(row.status);
  return {
    returnId: row.return_id,
    returnSn: row.return_sn,
    orderId: row.order_id,
    orderNumber: row.order_sn || null,
    buyerId: row.user?.user_id ? asBuyerId(row.user.user_id) : null,
    buyerName: row.user?.username || null,
    status,
    wireStatus: String(row.status),
    reason: returnReasonOf(row.reason),
    wireReason: String(row.reason),
    buyerText: row.text_reason || null,
    refund: { amount: row.refund_amount, currency },
    areGoodsReturned: row.needs_logistics ?? null,
    items: row.item.map((item) => ({
      productId: item.item_id,
      title: item.name,
      variant: item.variation || null,
      sellerSku: item.sku || null,
      imageUrl: pictureUrl(scope, item.images[0]),
      quantity: item.amount,
      price: { amount: item.item_price, currency },
    })),
    pictureUrls: row.image.map((named) => pictureUrl(scope, named)).filter((url) => url !== null),
    trackingNumber: row.tracking_number || null,
    createdAt: row.create_time ?? null,
    changedAt: row.update_time ?? null,
    // A case that waits for nobody's answer has no deadline, whatever the row says.
    respondBy: status === 'apply' || status === 'wait_response' ? (row.due_date ?? null) : null,
  };
}

/** Ours: without `refund_status` the list has every case, the newest first. */
export const listReturnCases: ShopeeCall<{ readonly page: number }, Page<ReturnCase>> = {
  key: 'shopee-seller GET return/list',
  tag: 'seen',
  repeat: 'read',
  toWire: ({ page }) => toGet('/api/v1/return/list', { page_number: String(page), page_size: String(PAGE_SIZE) }),
  fromWire(answer, scope) {
    const body = z.object({
      list: z.array(z.unknown()),
      page_info: pageInfo.extend({ page_number: z.int().positive() }),
    });
    const data = readData(answer, body);
    if (!data.ok) return data;
    const { list, page_info: page } = data.value;
    const next = nextPage(page.page_number, PAGE_SIZE, page.total);
    return { ok: true, value: readPage(list, wireReturn, (row) => fromWireReturn(row, scope), next) };
  },
};

export interface OneReturn {
  readonly returnId: string;
}
export const returnDetail: ShopeeCall<OneReturn, ReturnCase> = {
  key: 'shopee-seller GET return/detail',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ returnId }) => toGet('/api/v1/return/detail', { return_id: returnId }),
  fromWire(answer, scope) {
    const data = readData(answer, wireReturn);
    return data.ok ? { ok: true, value: fromWireReturn(data.value, scope) } : data;
  },
};

/** The events of the return parcel, newest first. */
export const returnTracking: ShopeeCall<OneReturn, readonly TrackingEvent[]> = {
  key: 'shopee-seller GET return/return_tracking_history',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ returnId }) => toGet('/api/v4/seller_center/return/get_return_tracking_history', { return_id: returnId }),
  fromWire(answer) {
    const row = z.object({ ctime: wireTime, description: z.string() });
    const data = readData(answer, z.object({ list: z.array(row) }));
    if (!data.ok) return data;
    const events = data.value.list.map(({ ctime, description }) => ({ at: ctime, text: description }));
    return { ok: true, value: events.sort((left, right) => right.at - left.at) };
  },
};
