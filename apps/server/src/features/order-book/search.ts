import type { BookedOrder, CALLS, CallInput, CallOutput } from '@pasar/api';
import { asShopId, type ConversationId, statusesOfTab } from '@pasar/domain';
import { conversationsOfBuyers } from '../../records/conversations-of-buyers.ts';
import { orderRecordFact } from '../../records/order-book.ts';
import { type Give, type ListShops, type OrderedList, orderedList, searchedList } from '../../records/ordered-list.ts';
import { shopsOf } from '../../records/shops-of-filter.ts';
import { builtStatement } from '../../storage/database.ts';
import type { ShopOrderTable } from '../../storage/gen/tables.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.orderBook;
type Search = CallInput<Calls['searchOrderList']>;

/** Up to so many orders that may contain the words, they are read one by one; for more, the list is walked (our choice). */
const FEW_HITS = 1_000;
/** The index of words has no shorter ones. */
const SHORTEST_WORDS = 3;

type Row = Readonly<
  Pick<ShopOrderTable, 'shop_id' | 'buyer_id' | 'record' | 'read_at' | 'waybill_at' | 'waybill_by'>
> & {
  readonly at: string;
  readonly id: string;
};
const COLUMNS = 'o.shop_id, o.buyer_id, o.record, o.read_at, o.waybill_at, o.waybill_by';

export async function searchOrderList(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  input: Search,
): Promise<Answer<CallOutput<Calls['searchOrderList']>>> {
  const shops = await shopsOf(transaction, input, member.scope.shops === 'all');
  if (shops === null) return success({ orders: [], next: null });
  const found = await transaction.query<Row>(statementOf(member.scope.accountId, shops, input));
  const rows = found.rows.slice(0, input.pageSize);
  const last = rows.at(-1);
  const conversationOf = await conversationsOfBuyers(transaction, member.scope.accountId, rows);
  return success({
    orders: rows.map((row) => toBooked(row, conversationOf(row))),
    next: found.rows.length > rows.length && last ? `${last.at}.${last.id}` : null,
  });
}

function toBooked(row: Row, conversationId: ConversationId | null): BookedOrder {
  const { items, ...record } = orderRecordFact.parse(row.record);
  return {
    ...record,
    items: [...items],
    shopId: asShopId(row.shop_id),
    readAt: Number(row.read_at),
    waybill: row.waybill_by === null ? null : { at: Number(row.waybill_at), by: row.waybill_by },
    conversationId,
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
    columns: COLUMNS,
    from: 'shop_order o',
    of: 'o',
    where,
    at,
    id: 'o.entry_id',
    isDescending,
    most: input.pageSize + 1,
  };
  const text = words ? withWords(list, accountId, give, words) : orderedList(list, accountId, give);
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

function withWords(list: OrderedList, accountId: string, give: Give, words: string): string {
  const wanted = give(words);
  const hasWords = `position(pasar_folded(${wanted}) in pasar_order_words(o.record)) > 0`;
  if ([...words].length < SHORTEST_WORDS) {
    return orderedList({ ...list, where: [...list.where, hasWords] }, accountId, give);
  }
  const hits = { few: FEW_HITS, find: `pasar_find_orders(${wanted}, ${FEW_HITS + 1})`, has: hasWords };
  return searchedList(list, hits, accountId, give);
}
