import type { ConnectorSession, Outcome, Page } from '@pasar/connector-kit';
import {
  type Marketplace,
  type PageRequest,
  type PlatformShopId,
  READING_LIMITS,
  type ReadingSubject,
} from '@pasar/domain';
import { storeNotifications } from '../../../records/notifications.ts';
import { storeOrders } from '../../../records/order-book.ts';
import { hasList, type ListRead } from '../../../records/readings.ts';
import { storeReturns } from '../../../records/returns.ts';
import { storeReviews } from '../../../records/reviews.ts';
import type { Transaction } from '../../../storage/database.ts';

type Session = Pick<ConnectorSession, 'calls'>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A page of a list, whatever its records are. */
export interface ListPage {
  readonly page: Page<unknown>;
  /** When each record was made or changed, by the marketplace's clock, as far as the marketplace says so. */
  readonly moments: readonly number[];
  /** Stores the records, and returns how many are new or have changed. */
  readonly store: (transaction: Transaction, read: Omit<ListRead<never>, 'records'>) => Promise<number>;
}
interface List {
  /** A reading goes back so far behind the newest record of the reading before (our choice). */
  readonly overlapMs: number;
  readonly ask: (session: Session, shop: PlatformShopId, page: PageRequest) => Promise<Outcome<ListPage>>;
}

/** The lists of a shop, those first that are short and urgent. */
export const LISTS: Readonly<Record<ReadingSubject, List>> = {
  returns: {
    // The list is in the order in which the cases began, so each reading looks at all cases that may still be open.
    overlapMs: READING_LIMITS.returns.firstDays * DAY_MS,
    ask: listOf({
      list: (session, shop, page) => session.calls.orders.listReturns(shop, page),
      momentOf: ({ createdAt }) => createdAt,
      store: storeReturns,
    }),
  },
  notifications: {
    // Notifications are read in the seller centre too.
    overlapMs: 3 * DAY_MS,
    ask: listOf({
      list: (session, shop, page) => session.calls.affairs.listNotifications(shop, page),
      momentOf: ({ at }) => at,
      store: storeNotifications,
    }),
  },
  reviews: {
    // Reviews are answered in the seller centre.
    overlapMs: 14 * DAY_MS,
    ask: listOf({
      list: (session, shop, page) => session.calls.affairs.listReviews(shop, page),
      momentOf: ({ createdAt }) => createdAt,
      store: storeReviews,
    }),
  },
  orders: {
    // A marketplace may list a change a little later than it dates it.
    overlapMs: 10 * MINUTE_MS,
    ask: listOf({
      list: (session, shop, page) => session.calls.orders.listChangedOrders(shop, page),
      momentOf: ({ changedAt }) => changedAt,
      store: storeOrders,
    }),
  },
};

/** The subjects whose list a marketplace has, in the order in which they are read. */
export function subjectsOf(marketplace: Marketplace): readonly ReadingSubject[] {
  const subjects = Object.keys(LISTS) as ReadingSubject[];
  return subjects.filter((subject) => hasList(marketplace, subject));
}

function listOf<Item>({
  list,
  momentOf,
  store,
}: {
  readonly list: (session: Session, shop: PlatformShopId, page: PageRequest) => Promise<Outcome<Page<Item>>>;
  readonly momentOf: (item: Item) => number | null;
  readonly store: (transaction: Transaction, read: ListRead<Item>) => Promise<number>;
}): List['ask'] {
  return async (session, shop, request) => {
    const outcome = await list(session, shop, request);
    if (!outcome.ok) return outcome;
    const page = outcome.value;
    const moments = page.items.map(momentOf).filter((moment) => moment !== null);
    return {
      ok: true,
      value: { page, moments, store: (transaction, read) => store(transaction, { ...read, records: page.items }) },
    };
  };
}
