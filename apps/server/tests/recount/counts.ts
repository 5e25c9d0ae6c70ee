/** The numbers on the tabs of the pages about orders, counted one by one: decision 62, from the marketplaces' books. */
import type { ShopBook, Status } from './books.ts';

const DAY_MS = 86_400_000;
/** A refund at a marketplace that lists no returns counts as open for so long after its last change. */
const REFUND_OPEN_MS = 30 * DAY_MS;
/** Asked for, being paid back, waiting for an answer, goods on their way back. */
const OPEN_RETURNS: readonly number[] = [1, 2, 4, 7];
const ON_THE_WAY_BACK = 7;

const TABS: Readonly<Record<string, readonly Status[]>> = {
  untreated: ['toShip', 'cancelRequested', 'returning', 'returned'],
  treated: ['unpaid', 'shipping', 'completed', 'cancelled'],
  unpaid: ['unpaid'],
  toShip: ['toShip'],
  inTransit: ['shipping'],
  finished: ['completed'],
  inCancel: ['cancelRequested'],
  cancelled: ['cancelled'],
  refund: ['returning', 'returned'],
};

export function recountTabs(books: readonly ShopBook[]): Readonly<Record<string, number>> {
  const orders = books.flatMap((book) => book.orders);
  const counts = Object.entries(TABS).map(
    ([tab, statuses]) => [tab, orders.filter(({ status }) => statuses.includes(status)).length] as const,
  );
  return { all: orders.length, ...Object.fromEntries(counts) };
}

/** Shopee alone lists returns; elsewhere an order with a refund is the case. */
export function recountCases(books: readonly ShopBook[], now: number): Readonly<Record<string, number>> {
  const orders = books.flatMap(({ orders: own, marketplace }) => own.map((order) => ({ ...order, marketplace })));
  const returns = books.filter(({ marketplace }) => marketplace === 'shopee').flatMap((book) => book.returns);
  const open = returns.filter(({ status }) => OPEN_RETURNS.includes(status));
  const back = open.filter(({ status, needsGoods }) => needsGoods || status === ON_THE_WAY_BACK);
  const refunded = orders.filter(
    ({ marketplace, status, updatedAt }) =>
      marketplace !== 'shopee' && ['returning', 'returned'].includes(status) && updatedAt >= now - REFUND_OPEN_MS,
  );
  const cancel = orders.filter(({ status }) => status === 'cancelRequested').length;
  const refund = open.length - back.length + refunded.length;
  return {
    open: cancel + refund + back.length,
    cancel,
    refund,
    return: back.length,
    closed: returns.length - open.length,
  };
}

/** Of the reviews since a moment: how many have how many stars, and how many have no answer. Shopee alone lists them. */
export function recountReviews(books: readonly ShopBook[], from: number): readonly string[] {
  const ratings = books
    .filter(({ marketplace }) => marketplace === 'shopee')
    .flatMap((book) => book.ratings.filter(({ at }) => at >= from));
  const stars = [1, 2, 3, 4, 5].map((each) => `${each}: ${ratings.filter((rating) => rating.stars === each).length}`);
  return [...stars, `unanswered: ${ratings.filter(({ reply }) => reply === null).length}`];
}
