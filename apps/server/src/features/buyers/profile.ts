import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asBuyerId } from '@pasar/domain';
import { askShop } from '../../records/ask-shop.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { LongContext } from '../handler.ts';
import { findBuyer } from './find-buyer.ts';
import { keepBlocked, keepProfile, knownBuyers } from './known.ts';

type Call = typeof CALLS.buyers.buyerProfile;
type Context = Pick<LongContext, 'database' | 'member' | 'askShop' | 'now'>;

/** An answer of this age is given again, so that a walk through conversations does not ask twice (our choice). */
const FRESH_MS = 120_000;

export async function buyerProfile(
  context: Context,
  { conversationId }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const { database, member, now } = context;
  const found = await database.within(member.scope, async (transaction) => {
    const row = await findBuyer(transaction, conversationId);
    if (row === null) return null;
    const known = await knownBuyers(transaction, [row.shop_id], row.buyer_id);
    return { row, told: known(row.shop_id).told };
  });
  if (found === null) return fail('not_found');
  const { row, told } = found;
  if (told !== null && now - told.toldAt < FRESH_MS) return success(told);
  const profile = await askShop(context, row, 'buyers.profile', asBuyerId(row.buyer_id));
  if (!profile.ok) return profile;
  const answer = { profile: profile.data, toldAt: now };
  await database.within(member.scope, async (transaction) => {
    const where = { shopId: row.shop_id, buyerId: row.buyer_id };
    await keepProfile(transaction, member.scope, where, answer);
    if (answer.profile.isBlocked !== null) {
      await keepBlocked(transaction, member.scope, where, answer.profile.isBlocked);
    }
  });
  return success(answer);
}
