import { type CALLS, type CallInput, type CallOutput, reviewFact } from '@pasar/api';
import { asBuyerId, asShopId } from '@pasar/domain';
import { conversationsOfBuyers } from '../../records/conversations-of-buyers.ts';
import { type Give, orderedList } from '../../records/ordered-list.ts';
import { shopsOf } from '../../records/shops-of-filter.ts';
import { builtStatement } from '../../storage/database.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.reviews;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
interface Row {
  readonly at: string;
  readonly id: string;
  readonly shop_id: string;
  readonly record: unknown;
  /** Of the order book, where the review does not name the buyer. */
  readonly buyer_id: string | null;
  readonly order_id: string | null;
}

export async function listReviews(
  { transaction, member, now }: Context,
  input: CallInput<Calls['listReviews']>,
): Promise<Answer<CallOutput<Calls['listReviews']>>> {
  const { accountId } = member.scope;
  const shops = await shopsOf(transaction, input, member.scope.shops === 'all');
  if (shops === null) return success({ reviews: [], asOf: now, next: null });
  const values: unknown[] = [];
  const give: Give = (value) => `$${values.push(value)}`;
  const at = input.sort === 'newest' ? 'r.created_at' : 'r.lowest_place';
  const isDescending = input.sort === 'newest';
  const where: string[] = [];
  if (input.stars !== undefined) where.push(`r.stars = any(${give(input.stars)}::integer[])`);
  if (input.isAnswered !== undefined) where.push(`r.is_answered = ${give(input.isAnswered)}::boolean`);
  if (input.createdFrom !== undefined) where.push(`r.created_at >= ${give(input.createdFrom)}::bigint`);
  if (input.createdTo !== undefined) where.push(`r.created_at < ${give(input.createdTo)}::bigint`);
  const [placeAt, placeId] = input.cursor?.split('.') ?? [];
  if (placeAt !== undefined && placeId !== undefined) {
    const side = isDescending ? '<' : '>';
    where.push(`(${at}, r.review_entry_id) ${side} (${give(placeAt)}::bigint, ${give(placeId)}::uuid)`);
  }
  const text = orderedList(
    {
      shops,
      columns: `r.shop_id, r.record, coalesce(r.buyer_id, (select o.buyer_id from shop_order o
        where o.shop_id = r.shop_id and o.order_number = r.record ->> 'orderNumber' limit 1)) as buyer_id,
        (select o.order_id from shop_order o
        where o.shop_id = r.shop_id and o.order_number = r.record ->> 'orderNumber' limit 1) as order_id`,
      from: 'shop_review r',
      of: 'r',
      where,
      at,
      id: 'r.review_entry_id',
      isDescending,
      most: input.pageSize + 1,
    },
    accountId,
    give,
  );
  const found = await transaction.query<Row>(builtStatement(text, values));
  const rows = found.rows.slice(0, input.pageSize);
  const last = rows.at(-1);
  const conversationOf = await conversationsOfBuyers(transaction, accountId, rows);
  return success({
    reviews: rows.map((row) => {
      const { pictureUrls, ...record } = reviewFact.parse(row.record);
      return {
        ...record,
        pictureUrls: [...pictureUrls],
        buyerId: row.buyer_id === null ? null : asBuyerId(row.buyer_id),
        shopId: asShopId(row.shop_id),
        orderId: row.order_id,
        conversationId: conversationOf(row),
      };
    }),
    asOf: now,
    next: found.rows.length > rows.length && last ? `${last.at}.${last.id}` : null,
  });
}

export async function reviewCounts(
  { transaction }: Pick<Context, 'transaction'>,
  { shopIds, marketplaces, countries }: CallInput<Calls['reviewCounts']>,
): Promise<Answer<CallOutput<Calls['reviewCounts']>>> {
  const found = await transaction.query<{ stars: number; count: string; unanswered: string }>({
    name: 'review-counts',
    text: `select c.stars, sum(c.count) as count, coalesce(sum(c.count) filter (where not c.is_answered), 0) as unanswered
      from shop_review_count c join shop s using (shop_id)
      where ($1::uuid[] is null or s.shop_id = any($1)) and ($2::text[] is null or s.marketplace = any($2))
        and ($3::text[] is null or s.country = any($3))
      group by c.stars order by c.stars`,
    values: [shopIds ?? null, marketplaces ?? null, countries ?? null],
  });
  return success({
    stars: found.rows.map(({ stars, count }) => ({ stars, count: Number(count) })),
    unanswered: found.rows.reduce((sum, { unanswered }) => sum + Number(unanswered), 0),
  });
}
