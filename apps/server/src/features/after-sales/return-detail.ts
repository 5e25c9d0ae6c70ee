import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { askShop } from '../../records/ask-shop.ts';
import { type Answer, success } from '../answer.ts';
import { findShop } from '../find-shop.ts';
import type { LongContext } from '../handler.ts';

type Call = typeof CALLS.afterSales.returnDetail;

export async function returnDetail(
  context: Pick<LongContext, 'database' | 'member' | 'askShop'>,
  { shopId, returnId }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const shop = await findShop(context, shopId);
  if (!shop.ok) return shop;
  const answer = await askShop(context, shop.data, 'orders.returnDetail', returnId);
  if (!answer.ok) return answer;
  const { items, pictureUrls, events, ...rest } = answer.data;
  return success({ ...rest, items: [...items], pictureUrls: [...pictureUrls], events: [...events] });
}
