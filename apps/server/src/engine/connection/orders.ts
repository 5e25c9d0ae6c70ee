import type { ConnectorSession, Outcome, Page } from '@pasar/connector-kit';
import { ORDER_SYNC_LIMITS, type OrderRecord, type PlatformShopId, type ShopId } from '@pasar/domain';
import { appendChanges } from '../../records/change-feed.ts';
import { storeOrders } from '../../records/order-book.ts';
import { type Transaction, wholeAccount } from '../../storage/database.ts';
import type { OrderSyncTable } from '../../storage/gen/tables.ts';
import { ask, keepUnreadable, type RunnerContext } from './runner-context.ts';

/**
 * A reading goes back so far behind the newest change of the reading before (our choice): marketplaces may list a change
 * a little later than they date it.
 */
const OVERLAP_MS = 600_000;
const DAY_MS = 86_400_000;
/** How long a shop waits after its marketplace refused the list (our choice). */
const REFUSED_WAIT_MS = 300_000;

type SyncRow = Readonly<
  Pick<OrderSyncTable, 'shop_id' | 'cursor' | 'top_at' | 'floor_at' | 'started_at' | 'complete_to'>
>;
/** A reading of a shop's orders from its newest change back in time. */
interface Reading {
  readonly shop: PlatformShopId;
  readonly shopId: ShopId;
  readonly floorAt: number;
  readonly startedAt: number;
  readonly cursor: string | null;
  readonly topAt: number | null;
}

/**
 * Reads the orders of the connection's shops that are due. Each page is stored with the place that the reading has come
 * to, so a reading that is cut off goes on from there. Orders that change meanwhile come to the front of the list, where
 * the next reading finds them: it goes back to the newest change that this one saw at its beginning.
 * @throws SessionLost
 */
export async function readDueOrders(
  context: RunnerContext,
  session: Pick<ConnectorSession, 'calls'>,
  signal: AbortSignal,
): Promise<void> {
  for (const [shop, shopId] of context.owner.shopIds) {
    if (signal.aborted || !context.isHeld()) return;
    const reading = await begin(context, shop, shopId);
    if (reading !== null) await readAll(context, session, signal, reading);
  }
}

/** Null where the shop's orders are not due. A reading that was cut off keeps its place. */
async function begin(context: RunnerContext, shop: PlatformShopId, shopId: ShopId): Promise<Reading | null> {
  const now = context.clock.now();
  return within(context, async (transaction) => {
    await enrol(transaction, context, shopId, now);
    const begun = await transaction.query<SyncRow>({
      name: 'begin-orders',
      text: `update order_sync set state = 'running', ended_at = null, refusal_reason = null, refusal_detail = null,
          started_at = case when cursor is null then $2 else started_at end,
          floor_at = case when cursor is null then coalesce(complete_to - ${OVERLAP_MS}, $3) else floor_at end,
          found = case when cursor is null then 0 else found end,
          unreadable = case when cursor is null then 0 else unreadable end
        where shop_id = $1 and state <> 'stopped' and due_at <= $2 and ${HELD('$4', '$5')}
        returning shop_id, cursor, top_at, floor_at, started_at, complete_to`,
      values: [
        shopId,
        now,
        now - ORDER_SYNC_LIMITS.firstDays * DAY_MS,
        context.owner.connectionId,
        context.owner.token,
      ],
    });
    const [row] = begun.rows;
    if (row === undefined) return null;
    await tell(transaction, context, shopId);
    return {
      shop,
      shopId,
      floorAt: Number(row.floor_at),
      startedAt: Number(row.started_at),
      cursor: row.cursor,
      topAt: row.top_at === null ? null : Number(row.top_at),
    };
  });
}

/** A shop that was bound after its account began to read orders is read as well. */
const enrol = (transaction: Transaction, { owner }: RunnerContext, shopId: ShopId, now: number) =>
  transaction.query({
    name: 'enrol-orders',
    text: `insert into order_sync (shop_id, account_id, due_at)
      select $1, $2, $3 where exists (select from order_sync_setting where account_id = $2) on conflict do nothing`,
    values: [shopId, owner.accountId, now],
  });

async function readAll(
  context: RunnerContext,
  session: Pick<ConnectorSession, 'calls'>,
  signal: AbortSignal,
  reading: Reading,
): Promise<void> {
  let { cursor, topAt } = reading;
  while (!signal.aborted && context.isHeld()) {
    const outcome = await session.calls.orders.listChangedOrders(reading.shop, { cursor });
    ask(context, outcome, 'orders_refused');
    if (!outcome.ok) return fail(context, reading, outcome);
    const page = outcome.value;
    await keepUnreadable(context, page, reading.shopId);
    const changes = page.items.map(({ changedAt }) => changedAt);
    topAt ??= changes.length === 0 ? null : Math.max(...changes);
    const reachedAt = changes.length === 0 ? null : Math.min(...changes);
    const isOver = page.next === null || (reachedAt !== null && reachedAt < reading.floorAt);
    const place = { cursor: isOver ? null : page.next, topAt, reachedAt };
    if (!(await keepPage(context, reading, page, place)) || isOver) return;
    cursor = page.next;
  }
}

interface Place {
  /** Null at the end of the reading. */
  readonly cursor: string | null;
  readonly topAt: number | null;
  readonly reachedAt: number | null;
}

/** Stores a page with the place that the reading has come to. False: a member stopped it, or the lease is lost. */
function keepPage(
  context: RunnerContext,
  { shopId, startedAt }: Reading,
  page: Page<OrderRecord>,
  { cursor, topAt, reachedAt }: Place,
): Promise<boolean> {
  const { owner, clock } = context;
  const now = clock.now();
  return within(context, async (transaction) => {
    const held = await transaction.query(
      `select from order_sync where shop_id = $1 and ${HELD('$2', '$3')} for update`,
      [shopId, owner.connectionId, owner.token],
    );
    if (held.rowCount !== 1) return false;
    const found = await storeOrders(transaction, {
      accountId: owner.accountId,
      shopId,
      records: page.items,
      readAt: now,
    });
    const moved = await transaction.query<Pick<OrderSyncTable, 'state'>>({
      name: 'keep-orders-place',
      text: `update order_sync set cursor = $2, found = found + $5, unreadable = unreadable + $6,
          top_at = case when $2::text is null then null else $3::bigint end,
          reached_at = case when $2::text is null then null else $4::bigint end,
          complete_to = case when $2::text is null then coalesce($3::bigint, complete_to) else complete_to end,
          state = case when state = 'stopped' then state when $2::text is null then 'done' else 'running' end,
          ended_at = case when $2::text is null then $7::bigint end,
          -- A member who asked during the reading gets another one at once.
          due_at = case when $2::text is not null or due_at > $8::bigint then due_at else $8::bigint
            + 60000 * coalesce((select every_minutes from order_sync_setting where account_id = $9), $10)::bigint end
        where shop_id = $1 returning state`,
      values: [
        shopId,
        cursor,
        topAt,
        reachedAt,
        found,
        page.unreadable.length,
        now,
        startedAt,
        owner.accountId,
        ORDER_SYNC_LIMITS.minutes.usual,
      ],
    });
    await tell(transaction, context, shopId);
    return moved.rows[0]?.state !== 'stopped';
  });
}

/** A refusal that another attempt cannot change may be about the place, so the next reading begins anew. */
async function fail(
  context: RunnerContext,
  { shopId }: Reading,
  { refusal, canRetry }: Extract<Outcome<never>, { ok: false }>,
): Promise<void> {
  const now = context.clock.now();
  await within(context, async (transaction) => {
    await transaction.query(
      `update order_sync set state = case when state = 'stopped' then state else 'failed' end, ended_at = $2,
         due_at = $3, refusal_reason = $4, refusal_detail = $5, cursor = case when $8 then cursor end,
         top_at = case when $8 then top_at end
       where shop_id = $1 and ${HELD('$6', '$7')}`,
      [
        shopId,
        now,
        now + REFUSED_WAIT_MS,
        refusal.reason,
        refusal.detail,
        context.owner.connectionId,
        context.owner.token,
        canRetry,
      ],
    );
    await tell(transaction, context, shopId);
  });
}

const HELD = (connection: string, token: string): string =>
  `exists (select from connection_lease lease where lease.connection_id = ${connection} and lease.token = ${token})`;

const within = <Value>({ database, owner }: RunnerContext, work: (transaction: Transaction) => Promise<Value>) =>
  database.within(wholeAccount(owner.accountId), work);

const tell = (transaction: Transaction, { owner }: RunnerContext, shopId: ShopId): Promise<void> =>
  appendChanges(transaction, owner.accountId, [
    { change: { kind: 'orderBook', shopIds: [shopId] }, shopId, memberId: null },
  ]);
