import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asShopId, READING_LIMITS } from '@pasar/domain';
import { startReading } from '../../records/readings.ts';
import { findUsers } from '../../records/shop-users.ts';
import { shopIdsOf } from '../../records/shops-of-filter.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.orderBook;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

export async function manualRsyncOpOrder(
  { transaction, member, now }: Context,
  { shopIds }: CallInput<Calls['manualRsyncOpOrder']>,
): Promise<Answer<CallOutput<Calls['manualRsyncOpOrder']>>> {
  const wanted = await shopIdsOf(transaction, { shopIds });
  await startReading(transaction, { accountId: member.scope.accountId, subject: 'orders', shopIds: wanted, now });
  return success({ shopIds: [...wanted] });
}

export async function tryRsyncOpOrder(
  { transaction, member, now }: Context,
  { userId, platform }: CallInput<Calls['tryRsyncOpOrder']>,
): Promise<Answer<CallOutput<Calls['tryRsyncOpOrder']>>> {
  const found = await findUsers(transaction, [userId], platform);
  if (!found.ok) return fail(found.reason, found.detail);
  const user = found.users.get(userId);
  if (user === undefined) return fail('not_found');
  const recent = await transaction.query(
    `select from reading r left join reading_setting using (account_id, subject)
     where r.shop_id = $1 and r.subject = 'orders' and r.state in ('done', 'running')
       and r.started_at > $2::bigint - 60000 * coalesce(every_minutes, $3::integer)`,
    [user.shopId, now, READING_LIMITS.orders.minutes.usual],
  );
  if (recent.rowCount !== 0) return success({ isStarted: false });
  const shopIds = [asShopId(user.shopId)];
  await startReading(transaction, { accountId: member.scope.accountId, subject: 'orders', shopIds, now });
  return success({ isStarted: true });
}
