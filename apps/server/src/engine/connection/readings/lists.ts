import type { ConnectorSession, Outcome, Page } from '@pasar/connector-kit';
import {
  BULK_SEND_LIMITS,
  type ListSubject,
  type Marketplace,
  type PageRequest,
  type PlatformShopId,
  READING_LIMITS,
} from '@pasar/domain';
import { storeNotifications } from '../../../records/notifications.ts';
import { storeOrders } from '../../../records/order-book.ts';
import { hasList, type ListRead } from '../../../records/readings.ts';
import { storeReturns } from '../../../records/returns.ts';
import { storeReviews } from '../../../records/reviews.ts';
import { storeFans } from '../../../records/shop-fans.ts';
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
  /** The usual minutes between two readings, and how far the first one goes back; null: read once, when a member asks. */
  readonly limits: Pick<(typeof READING_LIMITS)['orders'], 'minutes' | 'firstDays'> | null;
  /** A reading ends after so many records; null: at the end of the list or of its time. */
  readonly most: number | null;
  /** A reading goes back so far behind the newest record of the reading before (our choice). */
  readonly overlapMs: number;
  readonly ask: (session: Session, shop: PlatformShopId, page: PageRequest) => Promise<Outcome<ListPage>>;
}

/** The lists of a shop, those first that are short and urgent. */
export const LISTS: Readonly<Record<ListSubject, List>> = {
  returns: {
    limits: READING_LIMITS.returns,
    most: null,
    // The list is in the order in which the cases began, so each reading looks at all cases that may still be open.
    overlapMs: READING_LIMITS.returns.firstDays * DAY_MS,
    ask: listOf({
      list: (session, shop, page) => session.calls.orders.listReturns(shop, page),
      momentOf: ({ createdAt }) => createdAt,
      store: storeReturns,
    }),
  },
  notifications: {
    limits: READING_LIMITS.notifications,
    most: null,
    // Notifications are read in the seller centre too.
    overlapMs: 3 * DAY_MS,
    ask: listOf({
      list: (session, shop, page) => session.calls.affairs.listNotifications(shop, page),
      momentOf: ({ at }) => at,
      store: storeNotifications,
    }),
  },
  reviews: {
    limits: READING_LIMITS.reviews,
    most: null,
    // Reviews are answered in the seller centre.
    overlapMs: 14 * DAY_MS,
    ask: listOf({
      list: (session, shop, page) => session.calls.affairs.listReviews(shop, page),
      momentOf: ({ createdAt }) => createdAt,
      store: storeReviews,
    }),
  },
  orders: {
    limits: READING_LIMITS.orders,
    most: null,
    // A marketplace may list a change a little later than it dates it.
    overlapMs: 10 * MINUTE_MS,
    ask: listOf({
      list: (session, shop, page) => session.calls.orders.listChangedOrders(shop, page),
      momentOf: ({ changedAt }) => changedAt,
      store: storeOrders,
    }),
  },
  fans: {
    limits: null,
    most: BULK_SEND_LIMITS.recipients,
    overlapMs: 0,
    ask: listOf({
      list: (session, shop, page) => session.calls.affairs.listFollowers(shop, page),
      momentOf: () => null,
      store: storeFans,
    }),
  },
};

/** The subjects whose list a marketplace has, in the order in which they are read. */
export function subjectsOf(marketplace: Marketplace): readonly ListSubject[] {
  const subjects = Object.keys(LISTS) as ListSubject[];
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
