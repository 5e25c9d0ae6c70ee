import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { askShop } from '../../records/ask-shop.ts';
import { type Answer, success } from '../answer.ts';
import { findShop } from '../find-shop.ts';
import type { LongContext } from '../handler.ts';

type Calls = typeof CALLS.statistics;
type Context = Pick<LongContext, 'database' | 'member' | 'askShop'>;

export async function shopDashboard(
  context: Context,
  { shopId, period }: CallInput<Calls['shopDashboard']>,
): Promise<Answer<CallOutput<Calls['shopDashboard']>>> {
  const shop = await findShop(context, shopId);
  if (!shop.ok) return shop;
  const answer = await askShop(context, shop.data, 'affairs.dashboard', period);
  return answer.ok ? success({ metrics: [...answer.data.items] }) : answer;
}

export async function bankAccounts(
  context: Context,
  { shopId, password }: CallInput<Calls['bankAccounts']>,
): Promise<Answer<CallOutput<Calls['bankAccounts']>>> {
  const shop = await findShop(context, shopId);
  if (!shop.ok) return shop;
  const answer = await askShop(context, shop.data, 'affairs.bankAccounts', password);
  return answer.ok ? success({ accounts: [...answer.data] }) : answer;
}

/** The balance and what came in; asked together, because a wallet shows both. */
export async function wallet(
  context: Context,
  { shopId, cursor }: CallInput<Calls['wallet']>,
): Promise<Answer<CallOutput<Calls['wallet']>>> {
  const shop = await findShop(context, shopId);
  if (!shop.ok) return shop;
  const [income, entries] = await Promise.all([
    askShop(context, shop.data, 'affairs.income'),
    askShop(context, shop.data, 'affairs.listIncome', { cursor: cursor ?? null }),
  ]);
  if (!income.ok) return income;
  if (!entries.ok) return entries;
  return success({ income: income.data, entries: [...entries.data.items], next: entries.data.next });
}
