import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { askShop } from '../../records/ask-shop.ts';
import { type Answer, success } from '../answer.ts';
import { findShop } from '../find-shop.ts';
import type { LongContext } from '../handler.ts';

type Call = typeof CALLS.shops.checkStatus;

/** Spec 1 §7 and §8: frozen or normal, or one of the three refusals. */
export async function checkStatus(
  context: Pick<LongContext, 'database' | 'member' | 'askShop'>,
  { shopId }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const shop = await findShop(context, shopId);
  if (!shop.ok) return shop;
  const status = await askShop(context, shop.data, 'affairs.shopStatus');
  return status.ok ? success({ status: status.data }) : status;
}
