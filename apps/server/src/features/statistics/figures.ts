import type { CALLS, CallInput, CallOutput, FigureSums } from '@pasar/api';
import { asShopId, figureSpan, SOLD_STATUSES } from '@pasar/domain';
import { shopIdsOf } from '../../records/shops-of-filter.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Call = typeof CALLS.statistics.figures;
type Context = Pick<MemberContext, 'transaction' | 'now'>;

interface SumRow {
  /** Null: the sum of all shops. */
  readonly shop_id: string | null;
  readonly currency: string;
  readonly is_now: boolean;
  readonly orders: string;
  readonly sold: string;
  readonly sales: string;
  readonly cancelled: string;
  readonly refunds: string;
  readonly refunded: string;
}
interface PointRow {
  readonly bucket: number;
  readonly currency: string;
  readonly orders: string;
  readonly sales: string;
}

const NOTHING: FigureSums = { orders: 0, sold: 0, sales: '0', cancelled: 0, refunds: 0, refunded: '0' };

/** Adds up the counters of the hours, which triggers keep for the order book. */
export async function figures(
  { transaction, now }: Context,
  { period, timeZone, ...filter }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const span = figureSpan(period, timeZone, now);
  // The contract lets no other name in.
  if (span === null) throw new Error('the time zone is unknown');
  const edges = [...span.edges];
  const from = edges[0] ?? now;
  const to = edges.at(-1) ?? now;
  const shopIds = await shopIdsOf(transaction, filter);
  const values = [shopIds, SOLD_STATUSES, span.beforeFrom, span.beforeTo, from, to];
  const summed = await transaction.query<SumRow>({
    name: 'figures-sums',
    text: `select shop_id, currency, hour_at >= $5 as is_now, sum(count) as orders,
          coalesce(sum(count) filter (where status = any($2::text[])), 0) as sold,
          trim_scale(coalesce(sum(total) filter (where status = any($2::text[])), 0))::text as sales,
          coalesce(sum(count) filter (where status = 'cancelled'), 0) as cancelled,
          coalesce(sum(count) filter (where status = 'refund'), 0) as refunds,
          trim_scale(coalesce(sum(total) filter (where status = 'refund'), 0))::text as refunded
        from shop_order_hour
        where shop_id = any($1::uuid[]) and count > 0
          and (hour_at >= $3 and hour_at < $4 or hour_at >= $5 and hour_at < $6)
        group by grouping sets ((shop_id, currency, hour_at >= $5), (currency, hour_at >= $5))
        order by currency, shop_id`,
    values,
  });
  const points = await transaction.query<PointRow>({
    name: 'figures-series',
    text: `select width_bucket(hour_at, $5::bigint[]) - 1 as bucket, currency, sum(count) as orders,
          trim_scale(coalesce(sum(total) filter (where status = any($2::text[])), 0))::text as sales
        from shop_order_hour
        where shop_id = any($1::uuid[]) and count > 0 and hour_at >= $3 and hour_at < $4
        group by 1, 2 order by 2, 1`,
    values: [shopIds, SOLD_STATUSES, from, to, edges],
  });
  const any = await transaction.query<{ found: boolean }>({
    name: 'figures-any',
    text: 'select exists (select from shop_order_hour where shop_id = any($1::uuid[]) and count > 0) as found',
    values: [shopIds],
  });
  const rows = compare(summed.rows);
  return success({
    asOf: now,
    edges,
    beforeFrom: span.beforeFrom,
    beforeTo: span.beforeTo,
    totals: rows.flatMap(({ shop, ...row }) => (shop === null ? [row] : [])),
    shops: rows.flatMap(({ shop, ...row }) => (shop === null ? [] : [{ shopId: asShopId(shop), ...row }])),
    series: points.rows.map((row) => ({ ...row, orders: Number(row.orders) })),
    isAnyRead: any.rows[0]?.found === true,
  });
}

/** One row for each shop and currency, with the period and the one before. */
function compare(rows: readonly SumRow[]) {
  const compared = new Map<
    string,
    { readonly shop: string | null; readonly currency: string; now: FigureSums; before: FigureSums }
  >();
  for (const row of rows) {
    const key = `${row.shop_id} ${row.currency}`;
    const known = compared.get(key) ?? { shop: row.shop_id, currency: row.currency, now: NOTHING, before: NOTHING };
    const sums = {
      orders: Number(row.orders),
      sold: Number(row.sold),
      sales: row.sales,
      cancelled: Number(row.cancelled),
      refunds: Number(row.refunds),
      refunded: row.refunded,
    };
    compared.set(key, row.is_now ? { ...known, now: sums } : { ...known, before: sums });
  }
  return [...compared.values()];
}
