/** Parcels in transit, and their documents (facts 1.7). */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { TradeOrder } from '../world/trade.ts';
import { numericId } from './accounts.ts';
import type { CallInput, OpenRoute } from './context.ts';
import { type Desk, done, refused, sellerRoute, type Verdict } from './seller-desk.ts';
import { idField, toSeconds } from './seller-fields.ts';
import { isPacked, orderWith, packageNumberOf } from './seller-orders.ts';

const NOT_FOUND = refused('order not found', 1_000_100);
const DELIVERED = 8;
const ON_THE_WAY = 3;

function tracking(desk: Desk, { query }: CallInput): Verdict {
  const order = orderWith(desk, query.order_id ?? '');
  if (order === null) return NOT_FOUND;
  const isDelivered = order.status === 'completed' || order.status === 'returning';
  const rows = order.tracking.map(({ at, text }, index) => ({
    ctime: toSeconds(at),
    description: text,
    logistics_status: isDelivered && index === order.tracking.length - 1 ? DELIVERED : ON_THE_WAY,
  }));
  const parcel = {
    package_number: packageNumberOf(order),
    tracking_number: order.trackingNumber ?? '',
    tracking_info: rows.toReversed(),
  };
  return done({ list: isPacked(order) ? [parcel] : [] });
}

const parcelsBody = z.object({ order_info_list: z.array(z.object({ order_id: idField, shop_id: idField })).min(1) });
/** Only orders with an arranged shipment have a waybill. */
const isPrintable = (order: TradeOrder): boolean => isPacked(order) && order.status !== 'cancelled';
function checkPackages(desk: Desk, { body }: CallInput): Verdict {
  const parsed = parcelsBody.safeParse(body);
  if (!parsed.success) return refused('invalid order_info_list');
  const found = parsed.data.order_info_list.flatMap(({ order_id: id }) => orderWith(desk, id) ?? []);
  return done({
    list: found.filter(isPrintable).map((order) => ({
      order_id: numericId(order.orderId),
      package_number: packageNumberOf(order),
    })),
  });
}

/** The documents that a country requires beside the waybill (spec 2 §9). ours: their numbers. */
const WAYBILL = 1;
const PAPERS: Readonly<Record<string, readonly number[]>> = { SG: [5], TH: [5], BR: [6] };
const jobsBody = z.object({
  package_list: z.array(z.object({ order_id: idField, package_number: z.string() })).min(1),
  generate_file_details: z.array(z.object({ file_type: z.string(), file_contents: z.array(z.int()).min(1) })).min(1),
});
function createJobs(desk: Desk, { body, query }: CallInput): Verdict {
  const parsed = jobsBody.safeParse(body);
  if (!parsed.success || query.async_sd_version === undefined) return refused('invalid job');
  const { package_list: parcels, generate_file_details: files } = parsed.data;
  const orders = parcels.map(({ order_id: id }) => orderWith(desk, id));
  if (orders.some((order) => order === null || !isPrintable(order))) return refused('package cannot be printed');
  const wanted = [WAYBILL, ...(PAPERS[desk.shop.country] ?? [])];
  const given = files.flatMap(({ file_contents: contents }) => contents);
  if (wanted.some((paper) => !given.includes(paper))) return refused('a paper is missing');
  // The same request gets the same job id, because jobs are not stored.
  const jobOf = (index: number): string =>
    createHash('sha256')
      .update(JSON.stringify([parcels, files, index]))
      .digest('hex')
      .slice(0, 24);
  return done({ list: files.map((_file, index) => ({ job_id: jobOf(index) })) });
}

const BASE = '/api/v3/logistics';
const v3 = { family: 'v3', provenance: 'seen' } as const;
export const SELLER_LOGISTICS_ROUTES: readonly OpenRoute[] = [
  sellerRoute({ ...v3, method: 'GET', path: `${BASE}/get_logistics_tracking_history`, answer: tracking }),
  sellerRoute({
    ...v3,
    method: 'GET',
    path: `${BASE}/get_print_waybill_type`,
    answer: ({ shop }) => done({ waybill_type: shop.country === 'TH' ? 'THERMAL' : 'NORMAL' }),
  }),
  sellerRoute({ ...v3, method: 'POST', path: `${BASE}/check_package_print_waybill_multi_shop`, answer: checkPackages }),
  sellerRoute({ ...v3, method: 'POST', path: `${BASE}/create_sd_jobs_multi_shop`, answer: createJobs }),
];
