import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { SELECT_SHOP, type ShopRow } from '../../records/rows.ts';
import { type Answer, fail, success } from '../answer.ts';
import { askShop } from '../ask-shop.ts';
import type { LongContext } from '../handler.ts';

type Call = typeof CALLS.shops.checkStatus;

/** Spec 1 §7 and §8: frozen or normal, or one of the three refusals. */
export async function checkStatus(
  context: Pick<LongContext, 'database' | 'member' | 'askShop'>,
  { shopId }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const found = await context.database.within(context.member.scope, (transaction) =>
    transaction.query<ShopRow>(`${SELECT_SHOP} where s.shop_id = $1`, [shopId]),
  );
  const [row] = found.rows;
  if (!row) return fail('not_found');
  const status = await askShop(context, row, 'affairs.shopStatus');
  return status.ok ? success({ status: status.data }) : status;
}
