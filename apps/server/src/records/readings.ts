import {
  type Ability,
  type AccountId,
  type ListSubject,
  levelOf,
  MARKETPLACES,
  type Marketplace,
  READING_LIMITS,
  READING_SUBJECTS,
  type ReadingSubject,
  type ShopId,
} from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { appendChanges, type NewChange, notifyWork } from './change-feed.ts';

/** Records of a shop's list, as the marketplace told them. */
export interface ListRead<Item> {
  readonly accountId: AccountId;
  readonly shopId: ShopId;
  readonly records: readonly Item[];
  /** When the marketplace answered, by the server's clock, in milliseconds. */
  readonly readAt: number;
}

/** Tells the windows that what is kept of these shops, or how far it is read, has changed. */
export const tellReadings = (
  transaction: Transaction,
  accountId: AccountId,
  subject: ListSubject,
  shopIds: readonly ShopId[],
): Promise<void> => {
  // Fans are read for messages to many buyers, and whoever may send these need not see orders.
  const change: NewChange['change'] = subject === 'fans' ? { kind: 'bulkSend' } : { kind: 'readings', subject };
  return appendChanges(
    transaction,
    accountId,
    shopIds.map((shopId) => ({ change, shopId, memberId: null })),
  );
};

/** Of the shops those of which a list was not read to the end once. Those whose marketplace has no such list are not among them. */
export async function unreadShops(
  transaction: Transaction,
  subject: 'orders' | 'reviews',
  shopIds: readonly string[],
): Promise<ShopId[]> {
  const found = await transaction.query<{ shop_id: ShopId; marketplace: Marketplace }>(
    `select s.shop_id, s.marketplace from shop s left join reading r on r.shop_id = s.shop_id and r.subject = $2
     where s.shop_id = any($1::uuid[]) and r.complete_to is null order by s.shop_id`,
    [shopIds, subject],
  );
  return found.rows.flatMap(({ shop_id, marketplace }) => (hasList(marketplace, subject) ? [shop_id] : []));
}

/** Has a list of a shop read again at once, where it is read at all, because something of it was changed. */
export async function readSoon(
  transaction: Transaction,
  shopId: ShopId,
  subject: ReadingSubject,
  now: number,
): Promise<void> {
  const due = await transaction.query(
    `update reading set due_at = case when state = 'running' then $3 else least(due_at, $3) end
     where shop_id = $1 and subject = $2 and state in ('running', 'done', 'failed')`,
    [shopId, subject, now],
  );
  if (due.rowCount !== 0) await notifyWork(transaction, shopId);
}

/** Orders of a shop are read at most so often because a message or a member asks for them (our choice). */
const ORDERS_AGAIN_MS = 60_000;

/** A message about an order says that something of the order has changed. `shops`: each with the time of the message. */
export async function readOrdersOfMessages(
  transaction: Transaction,
  shops: ReadonlyMap<string, number>,
): Promise<void> {
  if (shops.size === 0) return;
  await transaction.query({
    name: 'read-orders-of-messages',
    text: `update reading r set due_at = least(r.due_at, greatest(told.at, r.started_at + ${ORDERS_AGAIN_MS}))
      from unnest($1::uuid[], $2::bigint[]) as told (shop_id, at)
      where r.shop_id = told.shop_id and r.subject = 'orders' and r.state = 'done' and r.started_at < told.at`,
    values: [[...shops.keys()], [...shops.values()]],
  });
}

/** A member looks at orders of the shop: they are read at once, unless that was within the last minute. */
export async function readOrdersForMember(transaction: Transaction, shopId: ShopId, now: number): Promise<void> {
  const due = await transaction.query(
    `update reading set due_at = $2 where shop_id = $1 and subject = 'orders' and state = 'done' and due_at > $2
       and started_at < $2 - ${ORDERS_AGAIN_MS}`,
    [shopId, now],
  );
  if (due.rowCount !== 0) await notifyWork(transaction, shopId);
}

/**
 * Begins to read a list of shops: what was stopped goes on where it stopped. From the first time on, Pasar reads all lists
 * of the account's shops by itself.
 */
export async function startReading(
  transaction: Transaction,
  start: StartOfReading & { readonly subject: ReadingSubject },
): Promise<void> {
  await transaction.query(
    `insert into reading_setting (account_id, subject, every_minutes)
     select $1, subject, minutes from unnest($2::text[], $3::integer[]) as usual (subject, minutes)
     order by subject on conflict do nothing`,
    [start.accountId, READING_SUBJECTS, READING_SUBJECTS.map((one) => READING_LIMITS[one].minutes.usual)],
  );
  await readOnce(transaction, start);
}

/** Has a list of shops read, now or as soon as their logins serve. */
export async function readOnce(
  transaction: Transaction,
  { accountId, subject, shopIds, now }: StartOfReading,
): Promise<void> {
  await transaction.query(
    `insert into reading (shop_id, subject, account_id, due_at)
     select shop_id, $4::text, $2, $3 from unnest($1::uuid[]) as wanted (shop_id) order by shop_id
     on conflict (shop_id, subject) do update set due_at = $3,
       state = case when reading.state = 'running' then 'running' else 'waiting' end`,
    [shopIds, accountId, now, subject],
  );
  for (const shopId of shopIds) await notifyWork(transaction, shopId);
  await tellReadings(transaction, accountId, subject, shopIds);
}
interface StartOfReading {
  readonly accountId: AccountId;
  readonly subject: ListSubject;
  readonly shopIds: readonly ShopId[];
  readonly now: number;
}

/** The ability by which a list is read. */
export const ABILITY_OF_LIST = {
  orders: 'orders.listChangedOrders',
  returns: 'orders.listReturns',
  reviews: 'affairs.listReviews',
  notifications: 'affairs.listNotifications',
  fans: 'affairs.listFollowers',
} as const satisfies Readonly<Record<ListSubject, Ability>>;

export const hasList = (marketplace: Marketplace, subject: ListSubject): boolean =>
  levelOf(marketplace, ABILITY_OF_LIST[subject]) === 'yes';
export const marketplacesWith = (subject: ListSubject): readonly Marketplace[] =>
  MARKETPLACES.filter((marketplace) => hasList(marketplace, subject));
