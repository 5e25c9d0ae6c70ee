import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asShopId } from '@pasar/domain';
import { askShop, type ShopAnswered } from '../../records/ask-shop.ts';
import { markNotificationsRead } from '../../records/notifications.ts';
import { marketplacesWith, tellReadings } from '../../records/readings.ts';
import { SELECT_SHOP, type ShopRow } from '../../records/rows.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { LongContext } from '../handler.ts';

type Calls = typeof CALLS.notifications;
type Context = Pick<LongContext, 'database' | 'member' | 'askShop' | 'now'>;

/** Shops that are asked at the same time (our choice). */
const AT_ONCE = 8;

export async function readNotification(
  context: Context,
  { shopId, notificationId }: CallInput<Calls['readNotification']>,
): Promise<Answer<Record<string, never>>> {
  const [row] = await shopsOf(context, [shopId]);
  if (row === undefined) return fail('not_found');
  const marked = await mark(context, row, notificationId);
  return marked.ok ? success({}) : marked;
}

export async function readAllNotifications(
  context: Context,
  { shopIds }: CallInput<Calls['readAllNotifications']>,
): Promise<Answer<CallOutput<Calls['readAllNotifications']>>> {
  const rows = [...(await shopsOf(context, shopIds ?? null))];
  const failed: CallOutput<Calls['readAllNotifications']>['failed'] = [];
  const work = async (): Promise<void> => {
    for (let row = rows.shift(); row !== undefined; row = rows.shift()) {
      const marked = await mark(context, row, 'all');
      if (!marked.ok) failed.push({ shopId: asShopId(row.shop_id), refusal: marked.refusal });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return success({ failed });
}

/** The named shops, or all that the member sees, of the marketplaces that have notifications. */
async function shopsOf({ database, member }: Context, shopIds: readonly string[] | null): Promise<readonly ShopRow[]> {
  const found = await database.within(member.scope, (transaction) =>
    transaction.query<ShopRow>(
      `${SELECT_SHOP} where ($1::uuid[] is null or s.shop_id = any($1)) and s.marketplace = any($2::text[])
       order by s.shop_id`,
      [shopIds, marketplacesWith('notifications')],
    ),
  );
  return found.rows;
}

async function mark(context: Context, row: ShopRow, notificationId: string): Promise<ShopAnswered<null>> {
  const { database, member, now } = context;
  const answered = await askShop(context, row, 'affairs.readNotification', notificationId);
  if (!answered.ok) return answered;
  await database.within(member.scope, async (transaction) => {
    await markNotificationsRead(transaction, row.shop_id, notificationId, now);
    await tellReadings(transaction, member.scope.accountId, 'notifications', [asShopId(row.shop_id)]);
  });
  return answered;
}
