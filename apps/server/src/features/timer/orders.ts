import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asShopId, type OrderRecord, refusal } from '@pasar/domain';
import { storeOrders } from '../../records/order-book.ts';
import { tellReadings } from '../../records/readings.ts';
import { findUsers } from '../../records/shop-users.ts';
import type { ShopTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.timer;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
type Message = CallInput<Calls['saveOpOrdersToDbInTime']>;

export async function openGetOpOrderRsyncWsSubQueue({
  transaction,
  now,
}: Context): Promise<Answer<CallOutput<Calls['openGetOpOrderRsyncWsSubQueue']>>> {
  type Row = Pick<ShopTable, 'platform_shop_id' | 'marketplace'> & { due_at: string; complete_to: string | null };
  const found = await transaction.query<Row>({
    name: 'order-queue',
    text: `select s.platform_shop_id, s.marketplace, r.due_at, r.complete_to from reading r join shop s using (shop_id)
      where r.subject = 'orders' and r.state <> 'stopped' and r.due_at <= $1 order by r.due_at, s.shop_id`,
    values: [now],
  });
  return success({
    queue: found.rows.map((row) => ({
      userId: row.platform_shop_id,
      platform: row.marketplace,
      dueAt: Number(row.due_at),
      completeTo: row.complete_to === null ? null : Number(row.complete_to),
    })),
  });
}

export async function saveOpOrdersByQueueMessage(
  context: Context,
  { messages }: CallInput<Calls['saveOpOrdersByQueueMessage']>,
): Promise<Answer<CallOutput<Calls['saveOpOrdersByQueueMessage']>>> {
  const saved: CallOutput<Calls['saveOpOrdersByQueueMessage']>['saved'] = [];
  for (const message of messages) {
    const answer = await saveOpOrdersToDbInTime(context, message);
    const told = answer.ok ? { changed: answer.data.changed, refusal: null } : { changed: 0, refusal: answer.refusal };
    saved.push({ userId: message.userId, ...told });
  }
  return success({ saved });
}

/** What Pasar read itself stands against it as any other reading: the later change of an order counts. */
export async function saveOpOrdersToDbInTime(
  { transaction, member, now }: Context,
  { userId, platform, orders }: Message,
): Promise<Answer<CallOutput<Calls['saveOpOrdersToDbInTime']>>> {
  const found = await findUsers(transaction, [userId], platform);
  if (!found.ok) return fail(found.reason, found.detail);
  const user = found.users.get(userId);
  if (user === undefined) return fail('not_found');
  // A change in the future would stand against every later reading.
  const tooNew = orders.find(({ changedAt }) => changedAt > now + CLOCK_DIFFERENCE_MS);
  if (tooNew !== undefined) {
    return { ok: false, refusal: refusal('invalid_request', `changedAt of ${tooNew.orderNumber} is in the future`) };
  }
  const records: readonly OrderRecord[] = orders;
  const shopId = asShopId(user.shopId);
  const { accountId } = member.scope;
  const changed = await storeOrders(transaction, { accountId, shopId, records, readAt: now });
  if (changed > 0) await tellReadings(transaction, accountId, 'orders', [shopId]);
  return success({ changed });
}

/** So much may a marketplace's clock be ahead of the server's (our choice). */
const CLOCK_DIFFERENCE_MS = 600_000;
