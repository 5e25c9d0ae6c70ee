import type { CALLS, CallInput, CallOutput, FigureSums } from '@pasar/api';
import { asShopId, figureSpan, SOLD_STATUSES } from '@pasar/domain';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Call = typeof CALLS.statistics.figures;
type Context = Pick<MemberContext, 'transaction' | 'now'>;

interface SumRow {
  /** Null: the sum of all shops. */
  readonly shop_id: string | null;
  readonly currency: string;
  /** Null: a sum of a whole period. */
  readonly bucket: number | null;
  readonly is_now: boolean | null;
  readonly orders: string;
  readonly sold: string;
  readonly sales: string;
  readonly cancelled: string;
  readonly refunds: string;
  readonly refunded: string;
}

const NOTHING: FigureSums = { orders: 0, sold: 0, sales: '0', cancelled: 0, refunds: 0, refunded: '0' };

/** The shops of the filter, of those that the member sees. */
const OF_SHOPS = `($1::uuid[] is null or s.shop_id = any($1)) and ($2::text[] is null or s.marketplace = any($2))
  and ($3::text[] is null or s.country = any($3))`;

/** Adds up the counters of the hours, which triggers keep for the order book. */
export async function figures(
  { transaction, now }: Context,
  { period, timeZone, shopIds, marketplaces, countries }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const span = figureSpan(period, timeZone, now);
  // The contract lets no other name in.
  if (span === null) throw new Error('the time zone is unknown');
  const edges = [...span.edges];
  const from = edges[0] ?? now;
  const to = edges.at(-1) ?? now;
  const shopsAsked = [shopIds ?? null, marketplaces ?? null, countries ?? null];
  // The hours are read once: both periods stand in one span of the index, and what is added up by shop, in sum and by bucket
  // are sums of the same sums. A bucket of the period before is null.
  const found = await transaction.query<SumRow>({
    name: 'figures',
    text: `with summed as materialized (
        select h.shop_id, h.currency, case when h.hour_at >= $6 then width_bucket(h.hour_at, $8::bigint[]) - 1 end as bucket,
          h.hour_at >= $6 as is_now, sum(h.count) as orders,
          sum(h.count) filter (where h.status = any($4::text[])) as sold,
          sum(h.total) filter (where h.status = any($4::text[])) as sales,
          sum(h.count) filter (where h.status = 'cancelled') as cancelled,
          sum(h.count) filter (where h.status = 'refund') as refunds,
          sum(h.total) filter (where h.status = 'refund') as refunded
        from shop s join shop_order_hour h on h.shop_id = s.shop_id
        where ${OF_SHOPS} and h.count > 0 and h.hour_at >= $5 and h.hour_at < $7 and (h.hour_at < $9 or h.hour_at >= $6)
        group by 1, 2, 3, 4)
      select shop_id, currency, bucket, is_now, sum(orders) as orders, coalesce(sum(sold), 0) as sold,
        trim_scale(coalesce(sum(sales), 0))::text as sales, coalesce(sum(cancelled), 0) as cancelled,
        coalesce(sum(refunds), 0) as refunds, trim_scale(coalesce(sum(refunded), 0))::text as refunded
      from summed group by grouping sets ((shop_id, currency, is_now), (currency, is_now), (currency, bucket))
      having grouping(bucket) = 1 or bucket is not null
      order by currency, bucket, shop_id`,
    values: [...shopsAsked, SOLD_STATUSES, span.beforeFrom, from, to, edges, span.beforeTo],
  });
  const rows = compare(found.rows.filter(({ is_now }) => is_now !== null));
  return success({
    asOf: now,
    edges,
    beforeFrom: span.beforeFrom,
    beforeTo: span.beforeTo,
    totals: rows.flatMap(({ shop, ...row }) => (shop === null ? [row] : [])),
    shops: rows.flatMap(({ shop, ...row }) => (shop === null ? [] : [{ shopId: asShopId(shop), ...row }])),
    series: found.rows.flatMap(({ bucket, currency, orders, sales }) =>
      bucket === null ? [] : [{ bucket, currency, orders: Number(orders), sales }],
    ),
    isAnyRead: found.rows.length > 0 || (await isAnyRead(transaction, shopsAsked)),
  });
}

async function isAnyRead(transaction: Context['transaction'], shopsAsked: unknown[]): Promise<boolean> {
  const any = await transaction.query<{ found: boolean }>({
    name: 'figures-any',
    text: `select exists (select from shop s join shop_order_hour h on h.shop_id = s.shop_id
      where ${OF_SHOPS} and h.count > 0) as found`,
    values: shopsAsked,
  });
  return any.rows[0]?.found === true;
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
