import type { CALLS, CallInput, CallOutput, OrderCareItemView } from '@pasar/api';
import { bulkSendContent } from '@pasar/api';
import type { OrderCareKind } from '@pasar/domain';
import { readTask } from '../../records/bulk-send-steer.ts';
import { type ItemRow, toOutcome } from '../../records/send-task-views.ts';
import { type Answer, fail, success } from '../answer.ts';
import { shopWithin } from '../find-shop.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.orderCare;
type Context = Pick<MemberContext, 'transaction' | 'member'>;
/** An item of order care always has an order. */
type CareRow = ItemRow & { readonly care_kind: OrderCareKind; readonly order_id: string };

const storedParts = bulkSendContent.shape.parts.nullable();

const toView = (row: CareRow): OrderCareItemView => ({
  ...toOutcome(row),
  taskId: row.task_id,
  kind: row.care_kind,
  orderId: row.order_id,
  orderNumber: row.order_number ?? '',
  texts: (storedParts.parse(row.parts) ?? []).flatMap((part) => (part.kind === 'text' ? [part.text] : [])),
});

/** Of the shops that the member sees, whoever made the task. */
export async function searchOrderCareTaskItemList(
  { transaction, member }: Context,
  { taskId, kind, state, shopId, orderNumber, page, size }: CallInput<Calls['searchOrderCareTaskItemList']>,
): Promise<Answer<CallOutput<Calls['searchOrderCareTaskItemList']>>> {
  if (taskId !== undefined && (await readTask(transaction, 'orderCare', taskId)) === null) return fail('not_found');
  if (shopId !== undefined && !(await shopWithin(transaction, shopId)).ok) return fail('not_found');
  const values: unknown[] = [member.scope.accountId];
  const give = (value: unknown) => `$${values.push(value)}`;
  const where = [
    'account_id = $1 and care_kind is not null',
    ...(taskId === undefined ? [] : [`task_id = ${give(taskId)}`]),
    ...(kind === undefined ? [] : [`care_kind = ${give(kind)}`]),
    ...(state === undefined ? [] : [`state = ${give(state)}`]),
    ...(shopId === undefined ? [] : [`shop_id = ${give(shopId)}`]),
    ...(orderNumber === undefined || orderNumber === '' ? [] : [`starts_with(order_number, ${give(orderNumber)})`]),
  ].join(' and ');
  const counted = await transaction.query<{ count: number }>(
    `select count(*)::integer as count from bulk_send_item where ${where}`,
    values,
  );
  const found = await transaction.query<CareRow>(
    `select * from bulk_send_item where ${where} order by item_id desc limit ${size} offset ${(page - 1) * size}`,
    values,
  );
  return success({ items: found.rows.map(toView), totalCount: counted.rows[0]?.count ?? 0 });
}

export async function getOrderIdAndOrderCareTypeListMap(
  { transaction }: Context,
  { shopId, orderIds }: CallInput<Calls['getOrderIdAndOrderCareTypeListMap']>,
): Promise<Answer<CallOutput<Calls['getOrderIdAndOrderCareTypeListMap']>>> {
  if (!(await shopWithin(transaction, shopId)).ok) return fail('not_found');
  const found = await transaction.query<{ order_id: string; kinds: OrderCareKind[] }>(
    `select order_id, array_agg(distinct care_kind order by care_kind) as kinds from bulk_send_item
     where shop_id = $1 and order_id = any($2::text[]) and care_kind is not null
       and (state <> 'skip' or done_parts <> '{}') group by order_id`,
    [shopId, orderIds],
  );
  return success({ orders: Object.fromEntries(found.rows.map((row) => [row.order_id, row.kinds])) });
}
