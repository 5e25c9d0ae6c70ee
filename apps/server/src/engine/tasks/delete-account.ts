import type { AccountId } from '@pasar/domain';
import { z } from 'zod';
import { logEvent } from '../../log.ts';
import { KEPT_TABLES } from '../../records/kept/tables.ts';
import type { Transaction } from '../../storage/database.ts';
import { defineAccountTask } from './task.ts';

/** Messages of one transaction (our choice). */
const MESSAGES_AT_ONCE = 2_000;

/**
 * Deletes everything of an account whose main account has asked for its end. Nobody is logged in any more, and no process
 * serves its logins. The rows go a few at a time, table by table; a run that was cut off is begun anew and finds what is
 * left. The account's own row goes last, and with it all that is tied to it.
 */
export const deleteAccount = defineAccountTask({
  name: 'delete-account',
  attempts: 25,
  input: z.strictObject({}),
  async run(_, { accountId, within, signal, log }) {
    const isLeaving = await within(async (transaction) => {
      const found = await transaction.query('select from account where account_id = $1 and leaving_at is not null', [
        accountId,
      ]);
      return found.rowCount === 1;
    });
    if (!isLeaving) return;
    for (const [table, { batch }] of Object.entries(KEPT_TABLES)) {
      if (batch === null) continue;
      let count = 0;
      for (let deleted = 1; deleted > 0; ) {
        signal.throwIfAborted();
        deleted = await within((transaction) =>
          table === 'conversation'
            ? deleteConversations(transaction, accountId, batch)
            : deleteRows(transaction, accountId, { table, batch }),
        );
        count += deleted;
      }
      if (count > 0) logEvent(log, 'account_leaving', { table, itemCount: count });
    }
    await within(async (transaction) => {
      await transaction.query(
        `delete from graphile_worker._private_jobs where payload ->> 'accountId' = $1 and locked_at is null`,
        [accountId],
      );
      await transaction.query('delete from account where account_id = $1', [accountId]);
    });
    logEvent(log, 'account_gone');
  },
});

async function deleteRows(
  transaction: Transaction,
  accountId: AccountId,
  { table, batch }: { readonly table: string; readonly batch: number },
): Promise<number> {
  const deleted = await transaction.query(
    `delete from ${table} where ctid = any(array(select ctid from ${table} where account_id = $1 limit ${batch}))`,
    [accountId],
  );
  return deleted.rowCount ?? 0;
}

/** A conversation goes when its messages are gone, which only it has an index of. Returns how many rows went. */
async function deleteConversations(transaction: Transaction, accountId: AccountId, batch: number): Promise<number> {
  const found = await transaction.query<{ conversation_id: string }>(
    'select conversation_id from conversation where account_id = $1 order by last_message_at, conversation_id limit $2',
    [accountId, batch],
  );
  const ids = found.rows.map((row) => row.conversation_id);
  const messages = await transaction.query(
    `delete from message where ctid = any(array(select ctid from message where conversation_id = any($1::uuid[])
       limit ${MESSAGES_AT_ONCE}))`,
    [ids],
  );
  const deleted = messages.rowCount ?? 0;
  if (deleted === MESSAGES_AT_ONCE) return deleted;
  const conversations = await transaction.query('delete from conversation where conversation_id = any($1::uuid[])', [
    ids,
  ]);
  return deleted + (conversations.rowCount ?? 0);
}
