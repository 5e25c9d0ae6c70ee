import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import { SELECT_SHOP, type ShopRow } from '../../records/rows.ts';
import { type Answer, fail, success } from '../answer.ts';
import { askShop } from '../ask-shop.ts';
import type { LongContext } from '../handler.ts';

type Calls = typeof CALLS.statistics;
type Context = Pick<LongContext, 'database' | 'member' | 'askShop'>;

export async function shopDashboard(
  context: Context,
  { shopId, period }: CallInput<Calls['shopDashboard']>,
): Promise<Answer<CallOutput<Calls['shopDashboard']>>> {
  const row = await shopRow(context, shopId);
  if (row === undefined) return fail('not_found');
  const answer = await askShop(context, row, 'affairs.dashboard', period);
  return answer.ok ? success({ metrics: [...answer.data.items] }) : answer;
}

/** The balance and what came in; asked together, because a wallet shows both. */
export async function wallet(
  context: Context,
  { shopId, cursor }: CallInput<Calls['wallet']>,
): Promise<Answer<CallOutput<Calls['wallet']>>> {
  const row = await shopRow(context, shopId);
  if (row === undefined) return fail('not_found');
  const [income, entries] = await Promise.all([
    askShop(context, row, 'affairs.income'),
    askShop(context, row, 'affairs.listIncome', { cursor: cursor ?? null }),
  ]);
  if (!income.ok) return income;
  if (!entries.ok) return entries;
  return success({ income: income.data, entries: [...entries.data.items], next: entries.data.next });
}

async function shopRow({ database, member }: Context, shopId: ShopId): Promise<ShopRow | undefined> {
  const found = await database.within(member.scope, (transaction) =>
    transaction.query<ShopRow>(`${SELECT_SHOP} where s.shop_id = $1`, [shopId]),
  );
  return found.rows[0];
}
