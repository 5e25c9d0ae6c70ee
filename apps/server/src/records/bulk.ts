import { bulkChange } from '@pasar/api';
import { type AccountId, BULK_LIMITS, BULK_STATES, type BulkChange, inverseOf, type ReasonCode } from '@pasar/domain';
import { z } from 'zod';
import type { Transaction } from '../storage/database.ts';
import type { BulkActionTable } from '../storage/gen/tables.ts';
import { appendChanges } from './change-feed.ts';

type Stored = Pick<
  BulkActionTable,
  | 'bulk_id'
  | 'setting'
  | 'state'
  | 'total'
  | 'changed_count'
  | 'same_count'
  | 'failed_count'
  | 'is_undone'
  | 'begun_at'
  | 'ended_at'
>;
export type BulkRow = Readonly<Stored> & { readonly to_tell: number };

/** `to_tell`: conversations of an action whose wish has not been carried out yet, and no later wish has replaced. */
export const BULK_COLUMNS = `b.bulk_id, b.setting, b.state, b.total, b.changed_count, b.same_count, b.failed_count, b.is_undone,
  b.begun_at, b.ended_at,
  case when b.setting ->> 'kind' in ('setAside', 'tag', 'assign', 'assignBack') or b.changed_count = 0 then 0 else
    (select count(*)::integer from setting_outbox o join bulk_item i using (conversation_id)
      where i.bulk_id = b.bulk_id and i.outcome = 'changed' and o.bulk_id = b.bulk_id) end as to_tell`;

/**
 * The row is done when every conversation has been looked at; the action is done when the marketplaces were told as well. The
 * second follows from the wishes that are left, so that no server that dies leaves an action that never ends.
 */
export function toBulkView(row: BulkRow) {
  const setting = parseBulkChange(row.setting);
  const state = z.enum(BULK_STATES).parse(row.state);
  const isTelling = state === 'done' && row.to_tell > 0;
  return {
    bulkId: row.bulk_id,
    setting,
    state: isTelling ? 'running' : state,
    isDoneHere: state !== 'running',
    total: row.total,
    changedCount: row.changed_count,
    sameCount: row.same_count,
    failedCount: row.failed_count,
    toTell: row.to_tell,
    canUndo: state !== 'running' && !row.is_undone && row.changed_count > 0 && inverseOf(setting) !== null,
    begunAt: Number(row.begun_at),
    endedAt: row.ended_at === null || isTelling ? null : Number(row.ended_at),
  };
}

export const parseBulkChange = (stored: unknown): BulkChange => bulkChange.parse(stored);

/** One action of the member; null for none. */
export async function readBulk(transaction: Transaction, memberId: string, bulkId: string): Promise<BulkRow | null> {
  const found = await transaction.query<BulkRow>(
    `select ${BULK_COLUMNS} from bulk_action b where b.bulk_id = $1 and b.member_id = $2`,
    [bulkId, memberId],
  );
  return found.rows[0] ?? null;
}

/** What an action changed in conversations could not be carried out at the marketplace after all. */
export async function failItems(
  transaction: Transaction,
  accountId: AccountId,
  items: { readonly bulkId: string; readonly conversationIds: readonly string[]; readonly reason: ReasonCode },
): Promise<void> {
  const failed = await transaction.query(
    `update bulk_item set outcome = 'failed', reason = $3
     where bulk_id = $1 and conversation_id = any($2::uuid[]) and outcome = 'changed'`,
    [items.bulkId, items.conversationIds, items.reason],
  );
  if (failed.rowCount === 0) return;
  const action = await transaction.query<{ readonly member_id: string | null }>(
    `update bulk_action set changed_count = changed_count - $2, failed_count = failed_count + $2
     where bulk_id = $1 returning member_id`,
    [items.bulkId, failed.rowCount],
  );
  const memberId = action.rows[0]?.member_id ?? null;
  await appendChanges(transaction, accountId, [{ change: { kind: 'bulkActions' }, shopId: null, memberId }]);
}

/** A wish of the action was told: with the last one the action has ended, and its member is told. */
export async function endTelling(
  transaction: Transaction,
  accountId: AccountId,
  { bulkId, now }: { readonly bulkId: string; readonly now: number },
): Promise<void> {
  const ended = await transaction.query<{ readonly member_id: string | null }>(
    `update bulk_action set ended_at = $2 where bulk_id = $1 and state = 'done'
       and not exists (select from setting_outbox o where o.bulk_id = $1) returning member_id`,
    [bulkId, now],
  );
  const [action] = ended.rows;
  if (action === undefined) return;
  await appendChanges(transaction, accountId, [
    { change: { kind: 'bulkActions' }, shopId: null, memberId: action.member_id },
  ]);
}

/**
 * What the marketplaces cannot be told has failed: of an action whose part here ended a day ago, and of a login that has been
 * out of reach for a day. The wish is given up, and the next comparison shows the marketplace's own state.
 */
export async function failLostWishes(transaction: Transaction, accountId: AccountId, now: number): Promise<void> {
  const lost = await transaction.query<{ readonly bulk_id: string; readonly conversation_ids: string[] }>(
    `with lost as (delete from setting_outbox o using bulk_action b, shop s, connection c
       where o.account_id = $1 and b.bulk_id = o.bulk_id and coalesce(b.ended_at, b.begun_at) < $2
         and s.shop_id = o.shop_id and c.connection_id = s.connection_id and least(c.failed_since, c.away_since) < $2
       returning o.bulk_id, o.conversation_id)
     select bulk_id, array_agg(conversation_id) as conversation_ids from lost group by bulk_id order by bulk_id`,
    [accountId, now - BULK_LIMITS.lostMs],
  );
  for (const { bulk_id: bulkId, conversation_ids: conversationIds } of lost.rows) {
    await failItems(transaction, accountId, { bulkId, conversationIds, reason: 'shop_login_expired' });
    await endTelling(transaction, accountId, { bulkId, now });
  }
}
