import type { CALLS, CallInput, ConversationFilter, ConversationListing, ConversationTab } from '@pasar/api';
import { DUE_SOON_MS, type OrderStatus, type ShopId, UNFINISHED_STATUSES } from '@pasar/domain';
import { builtStatement, type Transaction } from '../storage/database.ts';
import { type ListOrder, taggedWalk } from './buyer-tags.ts';
import type { Member } from './members.ts';
import { type Give, type ListShops, listShops, orderedList, searchedList, shopsWhere } from './ordered-list.ts';
import { CONVERSATION_COLUMNS, type ConversationRow, NOT_DELETED, UNREPLIED } from './rows.ts';

export type ListInput = CallInput<typeof CALLS.chat.conversations>;

/** The conversation after which a page begins. */
export interface Cursor {
  /** Milliseconds since the epoch. */
  readonly at: string;
  readonly id: string;
}
const DAY_MS = 86_400_000;

interface Page {
  readonly rows: readonly ConversationRow[];
  readonly next: string | null;
}

/** The lengths of the pages that are read: each is a statement that the database keeps compiled. */
const LENGTHS = [50, 100, 200];
/**
 * Up to so many names that contain the words, or orders in the state, their conversations are read one by one. For more,
 * the list is read in its order until the page is full, which is soon (our choice).
 */
const FEW = 1_000;

export async function readPage(
  transaction: Transaction,
  member: Member,
  input: ListInput,
  before: Cursor | null,
  now: number,
): Promise<Page> {
  const found = await transaction.query<ConversationRow & Cursor>(pageStatement(member, input, before, now));
  const rows = found.rows.slice(0, input.limit);
  const last = rows.at(-1);
  return { rows, next: found.rows.length > input.limit && last ? `${last.at}.${last.id}` : null };
}

const TAB_WHERE: Readonly<Record<ConversationTab, readonly string[]>> = {
  // Nobody waits in a deleted conversation, and whoever waits has a due time.
  waiting: ['c.due_at is not null'],
  due: ['c.due_at is not null'],
  unread: ['(c.unread_count > 0 or c.is_marked_unread)', NOT_DELETED],
  unreplied: [`(${UNREPLIED})`, NOT_DELETED],
  pinned: ['c.is_pinned', NOT_DELETED],
  all: [NOT_DELETED],
  deleted: ['c.is_deleted'],
};
/** The tabs that begin with what is due first; the others begin with the newest message. */
const isDueFirst = (tab: ConversationTab): boolean => tab === 'waiting' || tab === 'due';

/** All conversations of a tab, in an order. */
function wholeWalk(tab: ConversationTab, by: ListOrder) {
  return { from: 'conversation c', of: 'c', where: walkWhere(tab, by), at: `c.${by}`, id: 'c.conversation_id' };
}

/**
 * The conditions of a tab, as the index that is in the order has them. Who waits has a due time; the plain condition that says so
 * would make the planner read the index of due times and sort.
 */
function walkWhere(tab: ConversationTab, by: ListOrder): string[] {
  if (!isDueFirst(tab) || by === 'due_at') {
    return [...TAB_WHERE[tab], ...(by === 'waiting_since' ? ['c.waiting_since is not null'] : [])];
  }
  if (by === 'waiting_since') return ['c.waiting_since is not null'];
  // The index of unreplied conversations is in the order of messages, and has all whose buyers wait.
  return ['coalesce(c.due_at, 0) > 0', `(${UNREPLIED})`];
}

function orderOf({ tab, sort = 'tab' }: ConversationListing): ListOrder {
  if (sort === 'longestWait') return 'waiting_since';
  return sort === 'tab' && isDueFirst(tab) ? 'due_at' : 'last_message_at';
}

function pageStatement(member: Member, input: ListInput, before: Cursor | null, now: number) {
  const values: unknown[] = [];
  const give: Give = (value) => `$${values.push(value)}`;
  const length = LENGTHS.find((one) => one >= input.limit) ?? input.limit;
  return builtStatement(listText(member, input, { before, now, most: length + 1, give }), values);
}

/** How a window shows a list, of which the first `most` conversations are wanted. */
interface Shown {
  readonly now: number;
  /** The shops that the member has hidden. They do not count, unless one is named. */
  readonly hidden: readonly ShopId[];
  /** Only the conversations of these shops, also of hidden ones; undefined: of all shops of the list. */
  readonly among?: readonly ShopId[] | undefined;
  readonly most: number;
}

/**
 * The text of a statement that gives the ids of the conversations of a list, of which there may be very many: as a window
 * shows it, without the shops that the member has hidden, and of the answers that are due only those due soon.
 */
export function matchingIds(member: Member, listing: ConversationListing, shown: Shown, give: Give): string {
  const text = listText(member, listing, { ...shown, before: null, give, dueBy: shown.now + DUE_SOON_MS });
  return `select matching.conversation_id from (${text}) matching`;
}

interface Part {
  readonly before: Cursor | null;
  readonly now: number;
  readonly most: number;
  readonly give: Give;
  readonly hidden?: readonly ShopId[] | undefined;
  readonly among?: readonly ShopId[] | undefined;
  /** Of the tab of answers that are due: only those due by then. */
  readonly dueBy?: number;
}

/** A condition of `c`, to whom the conversation is assigned. */
function assigneeWhere({ view }: Member, { assignee }: ConversationFilter, give: Give): string[] {
  switch (assignee) {
    case undefined:
      return [];
    case 'nobody':
      return ['c.assignee_id is null'];
    case 'others':
      return [`c.assignee_id is not null and c.assignee_id <> ${give(view.memberId)}::uuid`];
    default:
      return [`c.assignee_id = ${give(assignee === 'mine' ? view.memberId : assignee)}::uuid`];
  }
}

function listText(member: Member, input: ConversationListing, part: Part): string {
  const { before, now, most, give, hidden, among, dueBy } = part;
  const { scope } = member;
  const { tab, search, buyerTagId, orderStatus } = input;
  const { sessionTag } = input;
  // Only the second marketplace has tags, and their index is by shop.
  const shops = listShops(
    scope,
    sessionTag === undefined ? input : { ...input, marketplace: input.marketplace ?? 'lazada' },
    { hidden, among },
  );
  const by = orderOf(input);
  const isOldestFirst = by !== 'last_message_at';
  const walk =
    buyerTagId === undefined ? wholeWalk(tab, by) : taggedWalk(buyerTagId, tab, by, CONVERSATION_COLUMNS, give);
  const after =
    before === null
      ? []
      : [
          `(${walk.at}, ${walk.id}) ${isOldestFirst ? '>' : '<'} (${give(before.at)}::bigint, ${give(before.id)}::uuid)`,
        ];
  const hasOrder = orderStatus === undefined ? null : hasOrderOf(orderStatus, give);
  const list = {
    ...walk,
    shops,
    where: [
      ...walk.where,
      ...(tab === 'due' && dueBy !== undefined ? [`${walk.of}.due_at <= ${give(dueBy)}::bigint`] : []),
      ...after,
      ...assigneeWhere(member, input, give),
      ...sessionTagWhere(input, give),
      ...quietAndClear(input, walk.of, now, give),
    ],
    columns: buyerTagId === undefined ? CONVERSATION_COLUMNS : 'c.*',
    isDescending: !isOldestFirst,
    most,
  };
  if (search) {
    const words = give(search);
    const isNamed = `position(pasar_folded(${words}) in pasar_folded(c.buyer_name)) > 0`;
    const names = `select pasar_find_names(${words}, ${FEW + 1}) as id`;
    const ofNumber = isOrderNumber(search)
      ? `o.order_number = any(${give([search, search.toUpperCase()])}::text[])`
      : null;
    const fits = ofNumber === null ? isNamed : `(${isNamed} or ${hasOrderIn(ofNumber)} is not null)`;
    const hits = {
      isFew: `(select count(*) from hit) <= ${FEW}`,
      find: ofNumber === null ? names : `${names} union all ${buyersOfOrder(shops, scope.accountId, ofNumber, give)}`,
      has: [fits, ...(hasOrder ? [hasOrder] : [])].join(' and '),
    };
    return searchedList(list, hits, scope.accountId, give);
  }
  if (hasOrder === null) return orderedList(list, scope.accountId, give);
  const hits = { ...buyersWithOrder(shops, scope.accountId, orderStatus, give), has: hasOrder };
  return searchedList(list, hits, scope.accountId, give);
}

/**
 * A buyer, of a conversation `c` where nothing else is said, who has an order `o` of the shop that fits. A scalar, because
 * PostgreSQL makes a join of `exists`, which reads all orders and sorts.
 */
export const hasOrderIn = (fits: string, of = { shopId: 'c.shop_id', buyerId: 'c.buyer_id' }): string =>
  `(select true from shop_order o where o.shop_id = ${of.shopId} and o.buyer_id = ${of.buyerId} and ${fits} limit 1)`;

const hasOrderOf = (orderStatus: OrderStatus, give: Give): string => hasOrderIn(`o.status = ${give(orderStatus)}`);

const sessionTagWhere = ({ sessionTag }: ConversationFilter, give: Give): string[] =>
  sessionTag === undefined ? [] : [`c.session_tags <> '{}' and ${give(sessionTag)}::text = any(c.session_tags)`];

/**
 * The conditions of a filter, of a conversation `c`, for a list that has its own order. Without an assignee, the
 * conversations of colleagues are left out.
 */
export function filterWhere(member: Member, filter: ConversationFilter, now: number, give: Give): readonly string[] {
  const { buyerTagId, orderStatus } = filter;
  return [
    ...(filter.assignee === undefined
      ? [`(c.assignee_id is null or c.assignee_id = ${give(member.view.memberId)}::uuid)`]
      : assigneeWhere(member, filter, give)),
    ...sessionTagWhere(filter, give),
    ...quietAndClear(filter, 'c', now, give),
    ...(orderStatus === undefined ? [] : [`${hasOrderOf(orderStatus, give)} is not null`]),
    ...(buyerTagId === undefined
      ? []
      : [
          `exists (select from buyer_tag_relation t
             where t.conversation_id = c.conversation_id and t.tag_id = ${give(buyerTagId)}::uuid)`,
        ]),
  ];
}

/** Nobody has written for some days; the buyer has no unfinished order of the shop. */
function quietAndClear(
  { idleDays, hasNoOpenOrders }: ConversationFilter,
  of: string,
  now: number,
  give: Give,
): string[] {
  return [
    ...(idleDays === undefined ? [] : [`${of}.last_message_at < ${give(now - idleDays * DAY_MS)}::bigint`]),
    ...(hasNoOpenOrders === true
      ? [`${hasOrderIn(`o.status = any(${give(UNFINISHED_STATUSES)}::text[])`)} is null`]
      : []),
  ];
}

/** Whether words may be an order number of a marketplace: they are one word of digits and Latin letters, mostly digits. */
const isOrderNumber = (words: string): boolean =>
  /^[0-9A-Za-z]{8,40}$/.test(words) && words.replaceAll(/[^0-9]/g, '').length >= 4;

/**
 * The conversations of the buyers of the orders `o` that have a number, for each shop by the index of its order numbers.
 */
function buyersOfOrder(shops: ListShops, accountId: string, ofNumber: string, give: Give): string {
  return `select k.conversation_id as id from shop s
     cross join lateral (select o.shop_id, o.buyer_id from shop_order o
       where o.shop_id = s.shop_id and ${ofNumber} and o.buyer_id is not null limit 2) o
     cross join lateral (select k.conversation_id from conversation_buyer k where k.account_id = ${give(accountId)}
       and k.buyer_id = o.buyer_id and k.shop_id = o.shop_id limit ${FEW}) k
   where ${shopsWhere(shops, accountId, give)}`;
}

/** The conversations of the buyers of the orders in a state. */
function buyersWithOrder(shops: ListShops, accountId: string, orderStatus: OrderStatus | undefined, give: Give) {
  const status = give(orderStatus);
  const [given, isFew] =
    shops.kind === 'account' ? ofAccount(accountId, status, give) : ofShops(shops, accountId, status, give);
  const find = `select k.conversation_id as id from ordered o
     cross join lateral (select k.conversation_id from conversation_buyer k where k.account_id = ${give(accountId)}
       and k.buyer_id = o.buyer_id and k.shop_id = o.shop_id limit ${FEW}) k
   where ${isFew}`;
  return { given, isFew, find };
}

/** The buyers `ordered` of the orders in a state, by the account's index of its orders, and the condition that they are few. */
const ofAccount = (accountId: string, status: string, give: Give): readonly [string, string] => [
  `ordered as materialized (
     select o.shop_id, o.buyer_id from shop_order o where o.account_id = ${give(accountId)} and o.status = ${status}
       and o.buyer_id is not null limit ${FEW + 1})`,
  `(select count(*) from ordered) <= ${FEW}`,
];

/** The same for each shop that has such orders, by the shop's index. */
const ofShops = (shops: ListShops, accountId: string, status: string, give: Give): readonly [string, string] => {
  const isFew = `(select coalesce(sum(count), 0) from counted) <= ${FEW}`;
  const given = `counted as materialized (
      select s.shop_id, n.count from shop s cross join lateral (select n.count from shop_order_count n
        where n.shop_id = s.shop_id and n.status = ${status} and n.count > 0 limit 1) n
      where ${shopsWhere(shops, accountId, give)}),
    ordered as materialized (
      select o.shop_id, o.buyer_id from counted s cross join lateral (select o.shop_id, o.buyer_id from shop_order o
        where o.shop_id = s.shop_id and o.status = ${status} and o.buyer_id is not null limit ${FEW}) o
      where ${isFew})`;
  return [given, isFew];
};
