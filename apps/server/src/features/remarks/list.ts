import type { CALLS, CallInput, CallOutput, RemarkView } from '@pasar/api';
import { asShopId, type RemarkKind, type RemarkStatus } from '@pasar/domain';
import { conversationsOfBuyers } from '../../records/conversations-of-buyers.ts';
import { type Give, type ListShops, orderedList } from '../../records/ordered-list.ts';
import { shopsOf } from '../../records/shops-of-filter.ts';
import { builtStatement, type Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.remarks;
type Context = Pick<MemberContext, 'transaction' | 'member'>;
type Filter = Omit<CallInput<Calls['getRemarkList']>, 'conversationId' | 'cursor' | 'pageSize'>;

export interface RemarkRow {
  readonly at: string;
  readonly id: string;
  readonly shop_id: string;
  readonly buyer_id: string;
  readonly buyer_name: string;
  readonly kind: RemarkKind;
  readonly status: RemarkStatus;
  readonly content: string;
  readonly order_number: string | null;
  readonly assignee_id: string | null;
  readonly assignee: string | null;
  readonly due_at: string | null;
  readonly author: string;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly finished_by: string | null;
  readonly picture_ids: string[];
}
const COLUMNS = `r.shop_id, r.buyer_id, r.buyer_name, r.kind, r.status, r.content, r.order_number, r.assignee_id,
  (select m.name from member m where m.member_id = r.assignee_id) as assignee, r.due_at, r.author, r.created_at,
  r.finished_at, r.finished_by,
  array(select p.picture_id from remark_picture p where p.remark_id = r.remark_id order by p.place) as picture_ids`;

/** By what each order is, from the highest on, but from the lowest due time on. No time of a remark is above the step. */
const PLACES: Readonly<Record<Filter['sort'], string>> = {
  newest: 'r.created_at',
  due: 'r.due_place',
  pending: "(r.created_at + case r.status when 'wait' then 4611686018427387904 else 0 end)",
};

interface Page {
  readonly shops: ListShops;
  readonly cursor: string | undefined;
  readonly most: number;
  readonly buyer: { readonly buyerId: string; readonly marketplace: string } | null;
}

/** One more row than a page has tells whether there are more. */
export async function selectRemarks(
  transaction: Transaction,
  accountId: string,
  filter: Omit<Filter, 'shopIds' | 'marketplaces' | 'countries'>,
  { shops, cursor, most, buyer }: Page,
): Promise<readonly RemarkRow[]> {
  const values: unknown[] = [];
  const give: Give = (value) => `$${values.push(value)}`;
  const isByDue = filter.sort === 'due';
  const at = PLACES[filter.sort];
  const status = filter.status ?? (isByDue ? 'wait' : undefined);
  const where: string[] = [];
  if (status !== undefined) where.push(`r.status = ${give(status)}`);
  if (filter.kind !== undefined) where.push(`r.kind = ${give(filter.kind)}`);
  if (filter.assigneeId === null) where.push('r.assignee_id is null');
  else if (filter.assigneeId !== undefined) where.push(`r.assignee_id = ${give(filter.assigneeId)}::uuid`);
  if (filter.dueTo !== undefined) where.push(`r.due_place < ${give(filter.dueTo)}::bigint`);
  if (filter.words) where.push(`position(pasar_folded(${give(filter.words)}) in r.words) > 0`);
  if (buyer !== null) {
    where.push(
      `r.buyer_id = ${give(buyer.buyerId)}`,
      `r.shop_id in (select s.shop_id from shop s where s.marketplace = ${give(buyer.marketplace)})`,
    );
  }
  const [placeAt, placeId] = cursor?.split('.') ?? [];
  if (placeAt !== undefined && placeId !== undefined) {
    where.push(`(${at}, r.remark_id) ${isByDue ? '>' : '<'} (${give(placeAt)}::bigint, ${give(placeId)}::uuid)`);
  }
  const text = orderedList(
    { shops, columns: COLUMNS, from: 'remark r', of: 'r', where, at, id: 'r.remark_id', isDescending: !isByDue, most },
    accountId,
    give,
  );
  return (await transaction.query<RemarkRow>(builtStatement(text, values))).rows;
}

export async function getRemarkList(
  { transaction, member }: Context,
  { conversationId, cursor, pageSize, ...filter }: CallInput<Calls['getRemarkList']>,
): Promise<Answer<CallOutput<Calls['getRemarkList']>>> {
  const { accountId } = member.scope;
  const buyer = conversationId === undefined ? null : await buyerOf(transaction, conversationId);
  if (buyer === undefined) return fail('not_found');
  // The remarks about a buyer are few, and the policy of the table leaves out those of other members' shops.
  const shops = await shopsOf(transaction, filter, member.scope.shops === 'all' || buyer !== null);
  if (shops === null) return success({ remarks: [], next: null, aboutBuyer: null });
  const found = await selectRemarks(transaction, accountId, filter, { shops, cursor, most: pageSize + 1, buyer });
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  const conversationOf = await conversationsOfBuyers(transaction, accountId, rows);
  return success({
    remarks: rows.map((row) => ({ ...viewOf(row), conversationId: conversationOf(row) })),
    next: found.length > rows.length && last ? `${last.at}.${last.id}` : null,
    aboutBuyer: buyer && (await countAbout(transaction, accountId, buyer)),
  });
}

async function countAbout(
  transaction: Transaction,
  accountId: string,
  { buyerId, marketplace }: NonNullable<Page['buyer']>,
): Promise<number> {
  const found = await transaction.query<{ count: number }>({
    name: 'remarks-about-buyer',
    text: `select count(*)::integer as count from remark r join shop s using (shop_id)
      where r.account_id = $1 and r.buyer_id = $2 and s.marketplace = $3`,
    values: [accountId, buyerId, marketplace],
  });
  return found.rows[0]?.count ?? 0;
}

/** Undefined for a conversation that the member does not see. */
async function buyerOf(transaction: Transaction, conversationId: string): Promise<Page['buyer'] | undefined> {
  const found = await transaction.query<{ buyer_id: string; marketplace: string }>({
    name: 'buyer-of-remarks',
    text: `select v.buyer_id, s.marketplace from conversation v join shop s using (shop_id)
      where v.conversation_id = $1`,
    values: [conversationId],
  });
  const [row] = found.rows;
  return row && { buyerId: row.buyer_id, marketplace: row.marketplace };
}

const timeOf = (value: string | null): number | null => (value === null ? null : Number(value));

const viewOf = (row: RemarkRow): Omit<RemarkView, 'conversationId'> => ({
  remarkId: row.id,
  shopId: asShopId(row.shop_id),
  buyerName: row.buyer_name,
  kind: row.kind,
  status: row.status,
  content: row.content,
  orderNumber: row.order_number,
  pictureIds: row.picture_ids,
  assignee:
    row.assignee_id === null || row.assignee === null ? null : { memberId: row.assignee_id, name: row.assignee },
  dueAt: timeOf(row.due_at),
  author: row.author,
  createdAt: Number(row.created_at),
  finishedAt: timeOf(row.finished_at),
  finishedBy: row.finished_by,
});

export async function getRemarkCount(
  { transaction }: Pick<Context, 'transaction'>,
  { shopIds, marketplaces, countries, status }: CallInput<Calls['getRemarkCount']>,
): Promise<Answer<CallOutput<Calls['getRemarkCount']>>> {
  const found = await transaction.query<{ pre: string; after: string }>({
    name: 'remark-count',
    text: `select coalesce(sum(c.count) filter (where c.kind = 'pre_sales'), 0) as pre,
        coalesce(sum(c.count) filter (where c.kind = 'after_sales'), 0) as after
      from remark_count c join shop s using (shop_id)
      where c.status = $1 and ($2::uuid[] is null or s.shop_id = any($2))
        and ($3::text[] is null or s.marketplace = any($3)) and ($4::text[] is null or s.country = any($4))`,
    values: [status, shopIds ?? null, marketplaces ?? null, countries ?? null],
  });
  const [row] = found.rows;
  const [preSales, afterSales] = [Number(row?.pre ?? 0), Number(row?.after ?? 0)];
  return success({ count: preSales + afterSales, preSales, afterSales });
}
