import type { BookedOrder, CALLS, CallInput, CallOutput } from '@pasar/api';
import { asConversationId, asShopId, type ConversationId, type ShopId, statusesOfTab } from '@pasar/domain';
import { orderRecordFact } from '../../records/order-book.ts';
import {
  type Give,
  type ListShops,
  type OrderedList,
  orderedList,
  shopConditions,
} from '../../records/ordered-list.ts';
import { builtStatement, type Transaction } from '../../storage/database.ts';
import type { ShopOrderTable } from '../../storage/gen/tables.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.orderBook;
type Search = CallInput<Calls['searchOrderList']>;
type Filter = Pick<Search, 'shopIds' | 'marketplaces' | 'countries'>;

/** Up to so many orders that may contain the words, they are read one by one; for more, the list is walked (our choice). */
const FEW_HITS = 1_000;
/** The index of words has no shorter ones. */
const SHORTEST_WORDS = 3;

type Row = Readonly<Pick<ShopOrderTable, 'shop_id' | 'buyer_id' | 'record' | 'read_at'>> & {
  readonly at: string;
  readonly id: string;
};
const COLUMNS = 'o.shop_id, o.buyer_id, o.record, o.read_at';

export async function searchOrderList(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  input: Search,
): Promise<Answer<CallOutput<Calls['searchOrderList']>>> {
  const shops = await shopsOf(transaction, input, member.scope.shops === 'all');
  if (shops === null) return success({ orders: [], next: null });
  const found = await transaction.query<Row>(statementOf(member.scope.accountId, shops, input));
  const rows = found.rows.slice(0, input.pageSize);
  const last = rows.at(-1);
  const conversations = await conversationsOf(transaction, member.scope.accountId, rows);
  return success({
    orders: rows.map((row) => toBooked(row, conversations.get(buyerKey(row)) ?? null)),
    next: found.rows.length > rows.length && last ? `${last.at}.${last.id}` : null,
  });
}

const buyerKey = ({ shop_id, buyer_id }: Pick<Row, 'shop_id' | 'buyer_id'>): string => `${shop_id} ${buyer_id}`;

/** The newest conversation of each buyer with the shop. */
async function conversationsOf(
  transaction: Transaction,
  accountId: string,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, ConversationId>> {
  const known = rows.filter(({ buyer_id }) => buyer_id !== null);
  if (known.length === 0) return new Map();
  const found = await transaction.query<{ shop_id: string; buyer_id: string; conversation_id: string }>({
    name: 'conversations-of-orders',
    text: `select distinct on (wanted.shop_id, wanted.buyer_id) wanted.shop_id, wanted.buyer_id, v.conversation_id
      from unnest($2::uuid[], $3::text[]) as wanted (shop_id, buyer_id)
        join conversation_buyer k on k.account_id = $1 and k.buyer_id = wanted.buyer_id and k.shop_id = wanted.shop_id
        join conversation v on v.conversation_id = k.conversation_id
      order by wanted.shop_id, wanted.buyer_id, v.last_message_at desc`,
    values: [accountId, known.map(({ shop_id }) => shop_id), known.map(({ buyer_id }) => buyer_id)],
  });
  return new Map(found.rows.map((row) => [buyerKey(row), asConversationId(row.conversation_id)]));
}

function toBooked(row: Row, conversationId: ConversationId | null): BookedOrder {
  const { items, ...record } = orderRecordFact.parse(row.record);
  return { ...record, items: [...items], shopId: asShopId(row.shop_id), readAt: Number(row.read_at), conversationId };
}

/** The shops of a filter among those that the member sees; null for none. */
async function shopsOf(transaction: Transaction, filter: Filter, seesAll: boolean): Promise<ListShops | null> {
  const { shopIds, marketplaces, countries } = filter;
  if (shopIds === undefined && marketplaces === undefined && countries === undefined) {
    return seesAll ? { kind: 'account' } : { kind: 'some', marketplace: undefined, hidden: [] };
  }
  const among = await shopIdsOf(transaction, filter);
  return among.length === 0 ? null : { kind: 'some', marketplace: undefined, hidden: [], among };
}

export async function shopIdsOf(
  transaction: Transaction,
  { shopIds, marketplaces, countries }: Filter,
): Promise<readonly ShopId[]> {
  const found = await transaction.query<{ shop_id: string }>({
    name: 'shops-of-filter',
    text: `select shop_id from shop where ($1::uuid[] is null or shop_id = any($1))
      and ($2::text[] is null or marketplace = any($2)) and ($3::text[] is null or country = any($3))`,
    values: [shopIds ?? null, marketplaces ?? null, countries ?? null],
  });
  return found.rows.map(({ shop_id }) => asShopId(shop_id));
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
    columns: COLUMNS,
    from: 'shop_order o',
    of: 'o',
    where,
    at,
    id: 'o.entry_id',
    isDescending,
    most: input.pageSize + 1,
  };
  const text = words ? searched(list, accountId, give, words) : orderedList(list, accountId, give);
  return builtStatement(text, values);
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

/** The rows of a list that contain the words. */
function searched(list: OrderedList, accountId: string, give: Give, words: string): string {
  const wanted = give(words);
  const hasWords = `position(pasar_folded(${wanted}) in pasar_order_words(o.record)) > 0`;
  if ([...words].length < SHORTEST_WORDS) {
    return orderedList({ ...list, where: [...list.where, hasWords] }, accountId, give);
  }
  const direction = list.isDescending ? 'desc' : 'asc';
  const where = [...list.where, ...shopConditions(list.shops, 'o', accountId, give), hasWords].join(' and ');
  const walked = { ...list, where: [...list.where, hasWords, `(select count(*) from hit) > ${FEW_HITS}`] };
  return `with hit as materialized (select pasar_find_orders(${wanted}, ${FEW_HITS + 1}) as id)
    (select named.* from hit cross join lateral (
       select ${list.at} as at, o.entry_id as id, ${list.columns} from shop_order o
       where o.entry_id = hit.id and ${where} limit 1) named
     where (select count(*) from hit) <= ${FEW_HITS}
     order by named.at ${direction}, named.id ${direction} limit ${list.most})
    union all (${orderedList(walked, accountId, give)})`;
}
