import type { CALLS, CallInput } from '@pasar/api';
import { asBuyerId, offers } from '@pasar/domain';
import { askShop } from '../../records/ask-shop.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { LongContext } from '../handler.ts';
import { findBuyer } from './find-buyer.ts';
import { keepBlocked } from './known.ts';

/**
 * Blocks a buyer for one shop, or takes the block away. The marketplace is asked first, because it refuses to block a
 * buyer with unfinished orders (spec 1 §8).
 */
export async function blockBuyer(
  context: Pick<LongContext, 'database' | 'member' | 'askShop'>,
  { conversationId, isBlocked }: CallInput<typeof CALLS.buyers.blockBuyer>,
): Promise<Answer<Record<string, never>>> {
  const { database, member } = context;
  const row = await database.within(member.scope, (transaction) => findBuyer(transaction, conversationId));
  if (row === null) return fail('not_found');
  if (!offers(row.marketplace, 'buyers.setBlocked')) return fail('invalid_request', 'not offered by this marketplace');
  const block = { buyerId: asBuyerId(row.buyer_id), isBlocked };
  const done = await askShop(context, row, 'buyers.setBlocked', block);
  if (!done.ok) return done;
  const where = { shopId: row.shop_id, buyerId: row.buyer_id };
  await database.within(member.scope, (transaction) => keepBlocked(transaction, member.scope, where, isBlocked));
  return success({});
}
