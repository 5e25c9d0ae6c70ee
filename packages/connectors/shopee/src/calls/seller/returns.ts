/** Returns and refunds: the older list with decimal strings, and the newer service's tracking (facts 1.7). */
import type { Page } from '@pasar/connector-kit';
import { CURRENCY_BY_COUNTRY, type ReturnCase, type TrackingEvent } from '@pasar/domain';
import { z } from 'zod';
import type { ShopeeCall, ShopeeScope } from '../../wire/scope.ts';
import { wireId } from '../../wire/wire-json.ts';
import { toGet } from '../definition.ts';
import { readData } from './envelope.ts';
import { nextPage, pageInfo, readPage, textAmount, wireTime } from './fields.ts';
import { returnStatusOf } from './order-status.ts';

/** Spec 2 §9. */
const PAGE_SIZE = 40;

/** Ours: `status` and `create_time` of a row. */
const wireReturn = z.object({
  order_id: wireId,
  return_id: wireId,
  return_sn: z.string(),
  reason: z.int(),
  refund_amount: textAmount,
  status: z.int(),
  create_time: wireTime.nullish(),
});

const fromWireReturn = (row: z.output<typeof wireReturn>, { country }: ShopeeScope): ReturnCase => ({
  returnId: row.return_id,
  returnSn: row.return_sn,
  orderId: row.order_id,
  status: returnStatusOf(row.status),
  wireStatus: String(row.status),
  reason: String(row.reason),
  refund: { amount: row.refund_amount, currency: CURRENCY_BY_COUNTRY[country] },
  createdAt: row.create_time ?? null,
});

/** Ours: without `refund_status` the list has every case. */
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
