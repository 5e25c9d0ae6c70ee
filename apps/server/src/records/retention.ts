import { type AccountId, DEFAULT_RETENTION, type Retention } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import type { RetentionTable } from '../storage/gen/tables.ts';

export interface StoredRetention extends Retention {
  /** Messages sent before this time are deleted already. */
  readonly messagesDoneUntil: number;
}

export async function readRetention(transaction: Transaction, accountId: AccountId): Promise<StoredRetention> {
  const found = await transaction.query<RetentionTable>({
    name: 'read-retention',
    text: 'select * from retention where account_id = $1',
    values: [accountId],
  });
  const [row] = found.rows;
  if (row === undefined) return { ...DEFAULT_RETENTION, messagesDoneUntil: 0 };
  return {
    messageDays: row.message_days,
    pictureDays: row.picture_days,
    auditDays: row.audit_days,
    messagesDoneUntil: Number(row.messages_done_until),
  };
}
