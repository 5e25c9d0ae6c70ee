import { type CALLS, type CallInput, type CallOutput, type OrderSyncView, refusalView } from '@pasar/api';
import { asShopId, ORDER_SYNC_LIMITS, ORDER_SYNC_STATES, type ShopId } from '@pasar/domain';
import { z } from 'zod';
import { appendChanges, notifyWork } from '../../records/change-feed.ts';
import { findUsers } from '../../records/shop-users.ts';
import type { OrderSyncTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { shopIdsOf } from './search.ts';

type Calls = typeof CALLS.orderBook;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

type Row = Readonly<
  Pick<
    OrderSyncTable,
    | 'shop_id'
    | 'state'
    | 'due_at'
    | 'started_at'
    | 'ended_at'
    | 'top_at'
    | 'reached_at'
    | 'floor_at'
    | 'found'
    | 'unreadable'
    | 'refusal_reason'
    | 'refusal_detail'
  >
>;
const time = (value: string | null): number | null => (value === null ? null : Number(value));

/** How much of the time between the newest change and the floor is read; null before the first page. */
function progressOf({ top_at, reached_at, floor_at }: Row): number | null {
  if (top_at === null || reached_at === null || floor_at === null) return null;
  const whole = Number(top_at) - Number(floor_at);
  const done = Number(top_at) - Number(reached_at);
  return whole <= 0 ? 1 : Math.min(1, Math.max(0, done / whole));
}

const toView = (row: Row): OrderSyncView => ({
  shopId: asShopId(row.shop_id),
  state: z.enum(ORDER_SYNC_STATES).parse(row.state),
  startedAt: time(row.started_at),
  endedAt: time(row.ended_at),
  found: row.found,
  unreadable: row.unreadable,
  progress: row.state === 'done' ? 1 : progressOf(row),
  refusal:
    row.refusal_reason === null ? null : refusalView.parse({ reason: row.refusal_reason, detail: row.refusal_detail }),
  nextAt: row.state === 'running' || row.state === 'stopped' ? null : Number(row.due_at),
});

export async function orderSyncs({
  transaction,
}: Pick<Context, 'transaction'>): Promise<Answer<CallOutput<Calls['orderSyncs']>>> {
  const found = await transaction.query<Row>({
    name: 'order-syncs',
    text: `select shop_id, state, due_at, started_at, ended_at, top_at, reached_at, floor_at, found, unreadable,
      refusal_reason, refusal_detail from order_sync order by shop_id`,
    values: [],
  });
  const setting = await transaction.query<{ every_minutes: number }>('select every_minutes from order_sync_setting');
  return success({
    syncs: found.rows.map(toView),
    everyMinutes: setting.rows[0]?.every_minutes ?? ORDER_SYNC_LIMITS.minutes.usual,
  });
}

/** A reading that a member stopped goes on where it stopped. From the first one on, the shops are read by themselves. */
export async function manualRsyncOpOrder(
  context: Context,
  { shopIds }: CallInput<Calls['manualRsyncOpOrder']>,
): Promise<Answer<CallOutput<Calls['manualRsyncOpOrder']>>> {
  const { transaction, member } = context;
  const wanted = await shopIdsOf(transaction, { shopIds });
  await transaction.query(
    'insert into order_sync_setting (account_id, every_minutes) values ($1, $2) on conflict do nothing',
    [member.scope.accountId, ORDER_SYNC_LIMITS.minutes.usual],
  );
  await start(context, wanted);
  return success({ shopIds: [...wanted] });
}

export async function tryRsyncOpOrder(
  context: Context,
  { userId, platform }: CallInput<Calls['tryRsyncOpOrder']>,
): Promise<Answer<CallOutput<Calls['tryRsyncOpOrder']>>> {
  const { transaction, now } = context;
  const found = await findUsers(transaction, [userId], platform);
  if (!found.ok) return fail(found.reason, found.detail);
  const user = found.users.get(userId);
  if (user === undefined) return fail('not_found');
  const recent = await transaction.query(
    `select from order_sync y left join order_sync_setting using (account_id)
     where y.shop_id = $1 and y.state in ('done', 'running')
       and y.started_at > $2::bigint - 60000 * coalesce(every_minutes, $3::integer)`,
    [user.shopId, now, ORDER_SYNC_LIMITS.minutes.usual],
  );
  if (recent.rowCount !== 0) return success({ isStarted: false });
  await manualRsyncOpOrder(context, { shopIds: [asShopId(user.shopId)] });
  return success({ isStarted: true });
}

async function start({ transaction, member, now }: Context, shopIds: readonly ShopId[]): Promise<void> {
  await transaction.query(
    `insert into order_sync (shop_id, account_id, due_at)
     select shop_id, $2, $3 from unnest($1::uuid[]) as wanted (shop_id) order by shop_id
     on conflict (shop_id) do update set due_at = $3,
       state = case when order_sync.state = 'running' then 'running' else 'waiting' end`,
    [shopIds, member.scope.accountId, now],
  );
  for (const shopId of shopIds) await notifyWork(transaction, shopId);
  await tell({ transaction, member }, shopIds);
}

export async function stopOrderSync(
  { transaction, member, now }: Context,
  { shopIds }: CallInput<Calls['stopOrderSync']>,
): Promise<Answer<CallOutput<Calls['stopOrderSync']>>> {
  const stopped = await transaction.query<{ shop_id: string }>(
    `update order_sync set state = 'stopped', ended_at = $2
     where state in ('waiting', 'running') and ($1::uuid[] is null or shop_id = any($1)) returning shop_id`,
    [shopIds ?? null, now],
  );
  const ids = stopped.rows.map(({ shop_id }) => asShopId(shop_id));
  await tell({ transaction, member }, ids);
  return success({ shopIds: ids });
}

export async function saveOrderSyncSetting(
  { transaction, member }: Context,
  { everyMinutes }: CallInput<Calls['saveOrderSyncSetting']>,
): Promise<Answer<Record<string, never>>> {
  await transaction.query(
    `insert into order_sync_setting (account_id, every_minutes) values ($1, $2)
     on conflict (account_id) do update set every_minutes = excluded.every_minutes`,
    [member.scope.accountId, everyMinutes],
  );
  await transaction.query(
    `update order_sync set due_at = least(due_at, started_at + 60000 * $1::bigint)
     where state = 'done' and started_at is not null`,
    [everyMinutes],
  );
  return success({});
}

const tell = ({ transaction, member }: Pick<Context, 'transaction' | 'member'>, shopIds: readonly ShopId[]) =>
  appendChanges(
    transaction,
    member.scope.accountId,
    shopIds.map((shopId) => ({ change: { kind: 'orderBook', shopIds: [shopId] }, shopId, memberId: null })),
  );
