/** What the page of statistics has to show, counted order by order: decision 63, from the marketplaces' books. */
import type { BookedOrder, ShopBook, Status } from './books.ts';
import { dateAt, daysAfter, HOUR_MS, startOf } from './calendar.ts';

export type Period = 'real_time' | 'yesterday' | 'past7days' | 'past30days';
export interface Recounted {
  /** A line for each currency, and for each shop and currency. */
  readonly sums: readonly string[];
  /** A line for each currency and hour or day that has an order. */
  readonly series: readonly string[];
}

const SALES: readonly Status[] = ['toShip', 'shipping', 'completed', 'cancelRequested'];
const REFUNDS: readonly Status[] = ['returning', 'returned'];
const UNITS = 100_000n;

/** Where an order stands: at the beginning of an hour or day of the period, in the period before, or nowhere. */
type Stand = number | 'before' | null;

function standOf(zone: string, period: Period, now: number): (order: BookedOrder) => Stand {
  const today = dateAt(zone, now);
  if (period === 'past7days' || period === 'past30days') {
    const days = period === 'past7days' ? 7 : 30;
    return ({ createdAt }) => {
      const date = dateAt(zone, createdAt);
      if (date >= today) return null;
      if (date >= daysAfter(today, -days)) return startOf(zone, date);
      return date >= daysAfter(today, -2 * days) ? 'before' : null;
    };
  }
  const shown = period === 'yesterday' ? daysAfter(today, -1) : today;
  const before = daysAfter(shown, -1);
  const start = startOf(zone, shown);
  // Today is compared with as many hours of yesterday as have begun today.
  const compared = period === 'yesterday' ? Infinity : (Math.floor(now / HOUR_MS) + 1) * HOUR_MS - start;
  return ({ createdAt }) => {
    const date = dateAt(zone, createdAt);
    if (date === shown) return start + Math.floor((createdAt - start) / HOUR_MS) * HOUR_MS;
    return date === before && createdAt - startOf(zone, before) < compared ? 'before' : null;
  };
}

export function recountFigures(
  books: readonly ShopBook[],
  { zone, period, now }: { readonly zone: string; readonly period: Period; readonly now: number },
): Recounted {
  const stand = standOf(zone, period, now);
  const placed = books.flatMap((book) =>
    book.orders.map((order) => ({ ...order, shopId: book.shopId, currency: book.currency, stand: stand(order) })),
  );
  const counted = placed.filter((order) => order.stand !== null);
  const sums = ['all', ...books.map(({ shopId }) => shopId)].flatMap((shop) =>
    currenciesOf(counted).flatMap((currency) => {
      const own = counted.filter((order) => order.currency === currency && (shop === 'all' || order.shopId === shop));
      if (own.length === 0) return [];
      const now = own.filter((order) => order.stand !== 'before');
      const before = own.filter((order) => order.stand === 'before');
      return [`${shop} ${currency}: ${wordsOf(now)}; before ${wordsOf(before)}`];
    }),
  );
  const stands = [...new Set(counted.flatMap((order) => (typeof order.stand === 'number' ? [order.stand] : [])))];
  const series = stands.flatMap((at) =>
    currenciesOf(counted).flatMap((currency) => {
      const own = counted.filter((order) => order.stand === at && order.currency === currency);
      return own.length === 0 ? [] : [pointLine(at, currency, own.length, sumOf(own, SALES))];
    }),
  );
  return { sums: sums.toSorted(), series: series.toSorted() };
}

const currenciesOf = (orders: readonly { readonly currency: string }[]): readonly string[] => [
  ...new Set(orders.map(({ currency }) => currency)),
];
const among = (orders: readonly BookedOrder[], statuses: readonly Status[]): readonly BookedOrder[] =>
  orders.filter(({ status }) => statuses.includes(status));

/** The sum of the orders' totals, as a decimal without zeros at its end. */
function sumOf(orders: readonly BookedOrder[], statuses: readonly Status[]): string {
  const units = among(orders, statuses).reduce((sum, { total }) => sum + BigInt(total), 0n);
  const places = (units % UNITS).toString().padStart(5, '0').replace(/0+$/, '');
  return places === '' ? `${units / UNITS}` : `${units / UNITS}.${places}`;
}

const wordsOf = (orders: readonly BookedOrder[]): string =>
  sumsLine({
    orders: orders.length,
    sold: among(orders, SALES).length,
    sales: sumOf(orders, SALES),
    cancelled: among(orders, ['cancelled']).length,
    refunds: among(orders, REFUNDS).length,
    refunded: sumOf(orders, REFUNDS),
  });

/** The words by which sums are compared. */
export const sumsLine = (sums: {
  readonly orders: number;
  readonly sold: number;
  readonly sales: string;
  readonly cancelled: number;
  readonly refunds: number;
  readonly refunded: string;
}): string =>
  `${sums.orders} orders, ${sums.sold} sold for ${sums.sales}, ${sums.cancelled} cancelled, ${sums.refunds} refunded with ${sums.refunded}`;

/** The words by which points of the chart are compared. */
export const pointLine = (at: number, currency: string, orders: number, sales: string): string =>
  `${new Date(at).toISOString()} ${currency}: ${orders} orders, ${sales}`;
