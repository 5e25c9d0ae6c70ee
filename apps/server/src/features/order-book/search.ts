import type { BookedOrder, CALLS, CallInput, CallOutput } from '@pasar/api';
import { asConversationId, asShopId, statusesOfTab } from '@pasar/domain';
import { orderRecordFact } from '../../records/order-book.ts';
import { type Give, type ListShops, type OrderedList, orderedList, searchedList } from '../../records/ordered-list.ts';
import { shopsOf } from '../../records/shops-of-filter.ts';
import { builtStatement } from '../../storage/database.ts';
import type { ShopOrderTable } from '../../storage/gen/tables.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.orderBook;
type Search = CallInput<Calls['searchOrderList']>;

/**
 * Up to so many orders that may contain the words, they are read one by one; for more, the list is walked (our choice: about
 * where both take as long in a book of a million orders).
 */
const FEW_HITS = 5_000;
/** The index of words has no shorter ones. */
const SHORTEST_WORDS = 3;

type Row = Readonly<
  Pick<
    ShopOrderTable,
    'shop_id' | 'buyer_id' | 'record' | 'read_at' | 'parcel_stage' | 'parcel_stage_at' | 'waybill_at' | 'waybill_by'
  >
> & {
  readonly at: string;
  readonly id: string;
  readonly conversation_id: string | null;
};
const COLUMNS =
  'o.shop_id, o.buyer_id, o.record, o.read_at, o.parcel_stage, o.parcel_stage_at, o.waybill_at, o.waybill_by';

export async function searchOrderList(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  input: Search,
): Promise<Answer<CallOutput<Calls['searchOrderList']>>> {
  const shops = oneShop(input) ?? (await shopsOf(transaction, input, member.scope.shops === 'all'));
  if (shops === null) return success({ orders: [], next: null });
  const found = await transaction.query<Row>(statementOf(member.scope.accountId, shops, input));
  const rows = found.rows.slice(0, input.pageSize);
  const last = rows.at(-1);
  return success({
    orders: rows.map(toBooked),
    next: found.rows.length > rows.length && last ? `${last.at}.${last.id}` : null,
  });
}

/** Row security leaves a shop that the member does not see empty. */
function oneShop({ shopIds, marketplaces, countries }: Search): ListShops | null {
  const [shopId, ...others] = shopIds ?? [];
  const isOne = shopId !== undefined && others.length === 0 && marketplaces === undefined && countries === undefined;
  return isOne ? { kind: 'one', shopId, marketplace: undefined } : null;
}

function toBooked(row: Row): BookedOrder {
  const { items, ...record } = orderRecordFact.parse(row.record);
  return {
    ...record,
    items: [...items],
    shopId: asShopId(row.shop_id),
    readAt: Number(row.read_at),
    parcel: row.parcel_stage === null ? null : { stage: row.parcel_stage, at: Number(row.parcel_stage_at) },
    waybill: row.waybill_by === null ? null : { at: Number(row.waybill_at), by: row.waybill_by },
    conversationId: row.conversation_id === null ? null : asConversationId(row.conversation_id),
  };
}

function statementOf(accountId: string, shops: ListShops, input: Search) {
  const values: unknown[] = [];
  const give: Give = (value) => `$${values.push(value)}`;
  const { cursor, sort, words } = input;
  const at = sort === 'changed' ? 'o.changed_at' : 'o.created_at';
  const isDescending = sort !== 'oldest';
  const where = conditionsOf(input, give);
  const [placeAt, placeId] = cursor?.split('.') ?? [];
  if (placeAt !== undefined && placeId !== undefined) {
    where.push(`(${at}, o.entry_id) ${isDescending ? '<' : '>'} (${give(placeAt)}::bigint, ${give(placeId)}::uuid)`);
  }
  const list = {
    shops,
    columns: words ? COLUMNS : 'null',
    from: 'shop_order o',
    of: 'o',
    where,
    at,
    id: 'o.entry_id',
    isDescending,
    most: input.pageSize + 1,
  };
  const text = words ? withWords(list, accountId, give, words) : orderedList(list, accountId, give);
  return builtStatement(withConversations(text, words ? null : COLUMNS, list, give(accountId)), values);
}

/**
 * The orders of a page, each with the newest conversation of its shop with its buyer, in one round trip. `columns`: the page
 * has only the places of its orders, which its index alone gives, and the orders themselves are read here.
 */
function withConversations(
  page: string,
  columns: string | null,
  { isDescending }: OrderedList,
  account: string,
): string {
  const direction = isDescending ? 'desc' : 'asc';
  const [order, shown, read] =
    columns === null
      ? ['page', 'page.*', '']
      : [
          'o',
          'page.at, page.id, o.*',
          `cross join lateral (select ${columns} from shop_order o where o.entry_id = page.id limit 1) o`,
        ];
  return `select ${shown}, (select (array_agg(v.conversation_id order by v.last_message_at desc))[1]
      from conversation_buyer k join conversation v on v.conversation_id = k.conversation_id
      where k.account_id = ${account} and k.buyer_id = ${order}.buyer_id and k.shop_id = ${order}.shop_id) as conversation_id
    from (${page}) page ${read} order by page.at ${direction}, page.id ${direction}`;
}

export function conditionsOf(input: Omit<Search, 'cursor' | 'pageSize'>, give: Give): string[] {
  const where: string[] = [];
  const statuses = statusesOfTab(input.tab);
  if (statuses !== null) where.push(statusIs(statuses, give));
  if (input.statuses !== undefined) where.push(statusIs(input.statuses, give));
  if (input.createdFrom !== undefined) where.push(`o.created_at >= ${give(input.createdFrom)}::bigint`);
  if (input.createdTo !== undefined) where.push(`o.created_at < ${give(input.createdTo)}::bigint`);
  if (input.currency !== undefined) where.push(`o.currency = ${give(input.currency)}`);
  if (input.amountFrom !== undefined) where.push(`o.total >= ${give(input.amountFrom)}::numeric`);
  if (input.amountTo !== undefined) where.push(`o.total < ${give(input.amountTo)}::numeric`);
  if (input.buyerId !== undefined) where.push(`o.buyer_id = ${give(input.buyerId)}`);
  if (input.hasNote !== undefined) where.push(`o.has_note = ${give(input.hasNote)}::boolean`);
  if (input.isRatable !== undefined) where.push(`o.is_ratable = ${give(input.isRatable)}::boolean`);
  return where;
}

/** One status is a condition that an index has. */
const statusIs = (statuses: readonly string[], give: Give): string =>
  statuses.length === 1 ? `o.status = ${give(statuses[0])}` : `o.status = any(${give(statuses)}::text[])`;

function withWords(list: OrderedList, accountId: string, give: Give, words: string): string {
  const wanted = give(words);
  const hasWords = `position(pasar_folded(${wanted}) in pasar_order_words(o.record)) > 0`;
  if ([...words].length < SHORTEST_WORDS) {
    return orderedList({ ...list, where: [...list.where, hasWords] }, accountId, give);
  }
  const hits = {
    isFew: `(select count(*) from hit) <= ${FEW_HITS}`,
    find: `select pasar_find_orders(${wanted}, ${FEW_HITS + 1}) as id`,
    has: hasWords,
  };
  return searchedList(list, hits, accountId, give);
}
