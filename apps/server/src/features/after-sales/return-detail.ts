import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { SELECT_SHOP, type ShopRow } from '../../records/rows.ts';
import { type Answer, fail, success } from '../answer.ts';
import { askShop } from '../ask-shop.ts';
import type { LongContext } from '../handler.ts';

type Call = typeof CALLS.afterSales.returnDetail;

export async function returnDetail(
  context: Pick<LongContext, 'database' | 'member' | 'askShop'>,
  { shopId, returnId }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const found = await context.database.within(context.member.scope, (transaction) =>
    transaction.query<ShopRow>(`${SELECT_SHOP} where s.shop_id = $1`, [shopId]),
  );
  const [row] = found.rows;
  if (row === undefined) return fail('not_found');
  const answer = await askShop(context, row, 'orders.returnDetail', returnId);
  if (!answer.ok) return answer;
  const { items, pictureUrls, events, ...rest } = answer.data;
  return success({ ...rest, items: [...items], pictureUrls: [...pictureUrls], events: [...events] });
}
