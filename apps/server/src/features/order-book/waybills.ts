import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { askShop } from '../../records/ask-shop.ts';
import { tellReadings } from '../../records/readings.ts';
import { type Answer, success } from '../answer.ts';
import { findShop } from '../find-shop.ts';
import type { LongContext } from '../handler.ts';

type Call = typeof CALLS.orderBook.createWaybills;

/** The book notes who ordered the waybills, so that two members do not print the same parcel twice. */
export async function createWaybills(
  context: Pick<LongContext, 'database' | 'member' | 'askShop' | 'now'>,
  { shopId, orderIds }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const { database, member, now } = context;
  const shop = await findShop(context, shopId);
  if (!shop.ok) return shop;
  const answered = await askShop(context, shop.data, 'orders.createWaybills', [...new Set(orderIds)]);
  if (!answered.ok) return answered;
  const { jobIds, formats, orderIds: printed } = answered.data;
  await database.within(member.scope, async (transaction) => {
    const noted = await transaction.query(
      `update shop_order set waybill_at = $3, waybill_by = $4 where shop_id = $1 and order_id = any($2::text[])`,
      [shopId, printed, now, member.view.name],
    );
    if (noted.rowCount !== 0) await tellReadings(transaction, member.scope.accountId, 'orders', [shopId]);
  });
  return success({ jobIds: [...jobIds], formats: [...formats], orderIds: [...printed] });
}
