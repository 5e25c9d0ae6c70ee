import { bulkChange } from '@pasar/api';
import { type AccountId, BULK_STATES, type BulkChange, inverseOf, type ReasonCode } from '@pasar/domain';
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

export function toBulkView(row: BulkRow) {
  const setting = parseBulkChange(row.setting);
  const state = z.enum(BULK_STATES).parse(row.state);
  return {
    bulkId: row.bulk_id,
    setting,
    state,
    total: row.total,
    changedCount: row.changed_count,
    sameCount: row.same_count,
    failedCount: row.failed_count,
    toTell: row.to_tell,
    canUndo: state !== 'running' && !row.is_undone && row.changed_count > 0 && inverseOf(setting) !== null,
    begunAt: Number(row.begun_at),
    endedAt: row.ended_at === null ? null : Number(row.ended_at),
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

/** What an action changed in a conversation was refused by the marketplace after all. */
export async function failBulkItem(
  transaction: Transaction,
  accountId: AccountId,
  item: { readonly bulkId: string; readonly conversationId: string; readonly reason: ReasonCode },
): Promise<void> {
  const failed = await transaction.query(
    `update bulk_item set outcome = 'failed', reason = $3
     where bulk_id = $1 and conversation_id = $2 and outcome = 'changed'`,
    [item.bulkId, item.conversationId, item.reason],
  );
  if (failed.rowCount !== 1) return;
  const action = await transaction.query<{ readonly member_id: string | null }>(
    `update bulk_action set changed_count = changed_count - 1, failed_count = failed_count + 1
     where bulk_id = $1 returning member_id`,
    [item.bulkId],
  );
  const memberId = action.rows[0]?.member_id ?? null;
  await appendChanges(transaction, accountId, [{ change: { kind: 'bulkActions' }, shopId: null, memberId }]);
}
