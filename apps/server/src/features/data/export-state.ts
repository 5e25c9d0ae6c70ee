import { createHash, randomBytes } from 'node:crypto';
import { type CALLS, type CallInput, type CallOutput, EXPORT_STATES } from '@pasar/api';
import { z } from 'zod';
import type { Database, Scope } from '../../storage/database.ts';
import type { AccountExportTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext, SessionContext } from '../handler.ts';
import { presentPasswordFault } from '../present-password.ts';

type DataCalls = typeof CALLS.data;

/** A download has to begin so soon after it was asked for (our choice). */
const TICKET_MS = 60_000;
/** An export that has told nothing for so long has died with its process (our choice). */
const SILENT_MS = 30_000;

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();
const stateShape = z.enum(EXPORT_STATES);

export async function exportState({
  transaction,
  member,
  now,
}: Pick<MemberContext, 'transaction' | 'member' | 'now'>): Promise<Answer<CallOutput<DataCalls['exportState']>>> {
  const found = await transaction.query<AccountExportTable>({
    name: 'export-state',
    text: 'select * from account_export where account_id = $1',
    values: [member.scope.accountId],
  });
  const [row] = found.rows;
  if (row === undefined) {
    return success({ state: 'none', askedAt: null, tablesDone: 0, tablesTotal: 0, rowsDone: 0, bytes: 0 });
  }
  const isDead = row.state === 'running' && Number(row.told_at) < now - SILENT_MS;
  return success({
    state: isDead ? 'failed' : stateShape.parse(row.state),
    askedAt: Number(row.asked_at),
    tablesDone: row.tables_done,
    tablesTotal: row.tables_total,
    rowsDone: Number(row.rows_done),
    bytes: Number(row.bytes),
  });
}

/** One export of an account at a time. A ticket that nobody used gives way to a new one. */
export async function beginExport(
  context: SessionContext,
  { present }: CallInput<DataCalls['beginExport']>,
): Promise<Answer<CallOutput<DataCalls['beginExport']>>> {
  const { database, member, now } = context;
  if (member === null) return fail('authorization_expired');
  const fault = await presentPasswordFault(context, member, present);
  if (fault !== null) return fail(fault);
  const ticket = randomBytes(32).toString('base64url');
  const { scope, view } = member;
  const begun = await database.within(scope, (transaction) =>
    transaction.query(
      `insert into account_export (account_id, member_id, ticket_hash, state, asked_at, told_at)
       values ($1, $2, $3, 'asked', $4, $4)
       on conflict (account_id) do update set member_id = excluded.member_id, ticket_hash = excluded.ticket_hash,
         state = 'asked', asked_at = excluded.asked_at, told_at = excluded.told_at, tables_done = 0, tables_total = 0,
         rows_done = 0, bytes = 0
       where account_export.state <> 'running' or account_export.told_at < $5`,
      [scope.accountId, view.memberId, hashOf(ticket), now, now - SILENT_MS],
    ),
  );
  return success({ ticket: begun.rowCount === 1 ? ticket : null });
}

/** Uses a ticket up; false for one that is unknown, used or too old. */
export async function useTicket(
  database: Pick<Database, 'one'>,
  scope: Scope,
  ticket: string,
  now: number,
): Promise<boolean> {
  const used = await database.one(scope, {
    name: 'use-export-ticket',
    text: `update account_export set ticket_hash = null, state = 'running', told_at = $3
           where account_id = $1 and ticket_hash = $2 and member_id = $5 and asked_at > $4`,
    values: [scope.accountId, hashOf(ticket), now, now - TICKET_MS, scope.memberId],
  });
  return used.rowCount === 1;
}

export interface ExportProgress {
  readonly tablesDone: number;
  readonly tablesTotal: number;
  readonly rowsDone: number;
  readonly bytes: number;
}

export async function tellExport(
  database: Pick<Database, 'one'>,
  scope: Scope,
  state: 'running' | 'done' | 'failed' | 'too_large',
  { tablesDone, tablesTotal, rowsDone, bytes }: ExportProgress,
  now: number,
): Promise<void> {
  await database.one(scope, {
    name: 'tell-export',
    text: `update account_export set state = $2, told_at = $3, tables_done = $4, tables_total = $5, rows_done = $6,
             bytes = $7 where account_id = $1`,
    values: [scope.accountId, state, now, tablesDone, tablesTotal, rowsDone, bytes],
  });
}
