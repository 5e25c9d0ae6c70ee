import type { AfterSalesCase, CALLS, CallInput, CallOutput } from '@pasar/api';
import { AFTER_SALES_KINDS, asBuyerId, asShopId } from '@pasar/domain';
import { z } from 'zod';
import { conversationsOfBuyers } from '../../records/conversations-of-buyers.ts';
import { openCasesText } from '../../records/open-cases.ts';
import { orderRecordFact } from '../../records/order-book.ts';
import { type Give, type ListShops, orderedList } from '../../records/ordered-list.ts';
import { NO_DEADLINE, returnCaseFact } from '../../records/returns.ts';
import { shopsOf } from '../../records/shops-of-filter.ts';
import { builtStatement } from '../../storage/database.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Call = typeof CALLS.afterSales.afterSalesCases;
type Search = CallInput<Call>;

interface Row {
  readonly id: string;
  /** Milliseconds. */
  readonly since: string;
  readonly respond_by: string;
  readonly kind: string;
  readonly is_open: boolean;
  readonly shop_id: string;
  readonly buyer_id: string | null;
  /** `ReturnCase`; null where the order is the case. */
  readonly returned: unknown;
  /** `OrderRecord` of the book; null for an order that is not in it. */
  readonly booked: unknown;
}

export async function afterSalesCases(
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  input: Search,
): Promise<Answer<CallOutput<Call>>> {
  const { accountId } = member.scope;
  const shops = await shopsOf(transaction, input, member.scope.shops === 'all');
  if (shops === null) return success({ cases: [], asOf: now, next: null });
  const found = await transaction.query<Row>(
    input.tab === 'closed' ? closedCases(accountId, shops, input) : openCases(accountId, shops, input, now),
  );
  const rows = found.rows.slice(0, input.pageSize);
  const last = rows.at(-1);
  const conversationOf = await conversationsOfBuyers(transaction, accountId, rows);
  return success({
    cases: rows.map((row) => ({ ...toCase(row), conversationId: conversationOf(row) })),
    asOf: now,
    next: found.rows.length > rows.length && last ? `${last.respond_by}.${last.since}.${last.id}` : null,
  });
}

function openCases(accountId: string, shops: ListShops, { tab, words, cursor, pageSize }: Search, now: number) {
  const values: unknown[] = [];
  const give: Give = (value) => `$${values.push(value)}`;
  const among = shops.kind === 'some' && shops.among !== undefined ? shops.among : null;
  const where = ['true'];
  const [respondBy, since, id] = cursor?.split('.') ?? [];
  if (respondBy !== undefined && since !== undefined && id !== undefined) {
    where.push(
      `(one.respond_by, one.since, one.id) > (${give(respondBy)}::bigint, ${give(since)}::bigint, ${give(id)}::uuid)`,
    );
  }
  if (tab !== 'open') where.push(`one.kind = ${give(tab)}`);
  const cases = `(${openCasesText(accountId, now, among, give)}) one`;
  // Only words need the orders before the page is cut.
  if (words) where.push(hasWords('one.returned', 'coalesce(one.booked, o.record)', give(words)));
  const text = `select one.id, one.respond_by, one.since, one.kind, true as is_open, one.shop_id,
      coalesce(one.buyer_id, o.buyer_id) as buyer_id, one.returned, coalesce(one.booked, o.record) as booked
    from (select one.* from ${cases} ${words ? ORDER_OF_RETURN : ''} where ${where.join(' and ')}
      order by one.respond_by, one.since, one.id limit ${pageSize + 1}) one ${ORDER_OF_RETURN}
    order by one.respond_by, one.since, one.id`;
  return builtStatement(text, values);
}

/** The order that a return is about, from the book. Only the index of ids has one row for it. */
const ORDER_OF_RETURN = `left join lateral (select b.record, b.buyer_id from shop_order b
  where b.shop_id = one.shop_id and b.order_id = one.returned ->> 'orderId' limit 1) o on one.returned is not null`;
const hasWords = (returned: string, booked: string, words: string): string =>
  `position(pasar_folded(${words}) in pasar_folded(concat_ws(e'\\n', ${booked} ->> 'orderNumber', ${booked} ->> 'buyerName',
     ${returned} ->> 'returnSn', ${returned} ->> 'orderNumber', ${returned} ->> 'buyerName'))) > 0`;

/** The returns that are over, the newest first. */
function closedCases(accountId: string, shops: ListShops, { words, cursor, pageSize }: Search) {
  const values: unknown[] = [];
  const give: Give = (value) => `$${values.push(value)}`;
  const where = ['not r.is_open'];
  const [, since, id] = cursor?.split('.') ?? [];
  if (since !== undefined && id !== undefined) {
    where.push(`(r.since, r.case_id) < (${give(since)}::bigint, ${give(id)}::uuid)`);
  }
  if (words) where.push(hasWords('r.record', 'o.record', give(words)));
  const list = {
    shops,
    columns: `r.since, r.respond_by, r.kind, r.is_open, r.shop_id, coalesce(r.buyer_id, o.buyer_id) as buyer_id,
      r.record as returned, o.record as booked`,
    from: 'shop_return r left join shop_order o on o.shop_id = r.shop_id and o.order_id = r.order_id',
    of: 'r',
    where,
    at: 'r.since',
    id: 'r.case_id',
    isDescending: true,
    most: pageSize + 1,
  };
  return builtStatement(orderedList(list, accountId, give), values);
}

function toCase(row: Row): Omit<AfterSalesCase, 'conversationId'> {
  const returned = row.returned === null ? null : returnCaseFact.parse(row.returned);
  const booked = row.booked === null ? null : orderRecordFact.parse(row.booked);
  const items = returned !== null && returned.items.length > 0 ? returned.items : (booked?.items ?? []);
  return {
    caseId: row.id,
    kind: z.enum(AFTER_SALES_KINDS).parse(row.kind),
    isOpen: row.is_open,
    shopId: asShopId(row.shop_id),
    orderId: returned?.orderId ?? booked?.orderId ?? '',
    orderNumber: returned?.orderNumber ?? booked?.orderNumber ?? null,
    buyerId: row.buyer_id === null ? null : asBuyerId(row.buyer_id),
    buyerName: returned?.buyerName ?? booked?.buyerName ?? null,
    amount: returned?.refund ?? booked?.total ?? { amount: '0', currency: '' },
    since: Number(row.since),
    respondBy: row.respond_by === NO_DEADLINE ? null : Number(row.respond_by),
    items: [...items],
    cancelReason: booked?.cancelReason ?? null,
    returned: returned === null ? null : { ...returned, items: [...returned.items] },
  };
}
