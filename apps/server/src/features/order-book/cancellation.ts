import type { CALLS, CallInput } from '@pasar/api';
import { askShop } from '../../records/ask-shop.ts';
import { readSoon } from '../../records/readings.ts';
import { type Answer, success } from '../answer.ts';
import { findShop } from '../find-shop.ts';
import type { LongContext } from '../handler.ts';

type Call = typeof CALLS.orderBook.answerCancellation;

/** The book follows from the marketplace: the shop's orders are read again at once. */
export async function answerCancellation(
  context: Pick<LongContext, 'database' | 'member' | 'askShop' | 'now'>,
  { shopId, orderId, isAccepted }: CallInput<Call>,
): Promise<Answer<Record<string, never>>> {
  const { database, member, now } = context;
  const shop = await findShop(context, shopId);
  if (!shop.ok) return shop;
  const answered = await askShop(context, shop.data, 'orders.answerCancellation', { orderId, isAccepted });
  if (!answered.ok) return answered;
  await database.within(member.scope, (transaction) => readSoon(transaction, shopId, 'orders', now));
  return success({});
}
