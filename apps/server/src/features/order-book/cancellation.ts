import type { CALLS, CallInput } from '@pasar/api';
import { readSoon } from '../../records/readings.ts';
import { SELECT_SHOP, type ShopRow } from '../../records/rows.ts';
import { type Answer, fail, success } from '../answer.ts';
import { askShop } from '../ask-shop.ts';
import type { LongContext } from '../handler.ts';

type Call = typeof CALLS.orderBook.answerCancellation;

/** The book follows from the marketplace: the shop's orders are read again at once. */
export async function answerCancellation(
  context: Pick<LongContext, 'database' | 'member' | 'askShop' | 'now'>,
  { shopId, orderId, isAccepted }: CallInput<Call>,
): Promise<Answer<Record<string, never>>> {
  const { database, member, now } = context;
  const found = await database.within(member.scope, (transaction) =>
    transaction.query<ShopRow>(`${SELECT_SHOP} where s.shop_id = $1`, [shopId]),
  );
  const [row] = found.rows;
  if (row === undefined) return fail('not_found');
  const answered = await askShop(context, row, 'orders.answerCancellation', { orderId, isAccepted });
  if (!answered.ok) return answered;
  await database.within(member.scope, (transaction) => readSoon(transaction, shopId, 'orders', now));
  return success({});
}
