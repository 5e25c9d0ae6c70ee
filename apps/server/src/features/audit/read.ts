import { AUDIT_LIMITS, type AuditEntry, type CALLS, type CallInput, type CallOutput } from '@pasar/api';
import { AUDIT_ACTIONS, type AuditAction } from '@pasar/domain';
import writeExcelFile from 'write-excel-file/node';
import { builtStatement, type Transaction } from '../../storage/database.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type AuditCalls = typeof CALLS.audit;
type Context = Pick<MemberContext, 'transaction' | 'member'>;
type Filter = CallInput<AuditCalls['exportAudit']> & { readonly before?: string | undefined };

interface EntryRow {
  readonly entry_id: string;
  readonly at: Date;
  readonly member_name: string;
  readonly username: string;
  readonly address: string;
  readonly action: AuditAction;
  readonly shop_name: string | null;
  readonly subject: string | null;
}

/** The newest entries that the filter leaves, from behind `before` on. Walks one of the indexes by entry. */
async function selectEntries(
  transaction: Transaction,
  accountId: string,
  { memberId, shopId, action, from, to, before }: Filter,
  most: number,
): Promise<readonly AuditEntry[]> {
  const values: unknown[] = [accountId];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [
    'account_id = $1',
    ...(memberId === undefined ? [] : [`member_id = ${given(memberId)}`]),
    ...(shopId === undefined ? [] : [`shop_id = ${given(shopId)}`]),
    ...(action === undefined ? [] : [`action = ${given(action)}`]),
    ...(from === undefined ? [] : [`at >= to_timestamp(${given(from)} / 1000.0)`]),
    ...(to === undefined ? [] : [`at < to_timestamp(${given(to)} / 1000.0)`]),
    ...(before === undefined ? [] : [`entry_id < ${given(before)}`]),
  ];
  const found = await transaction.query<EntryRow>(
    builtStatement(
      `select entry_id, at, member_name, username, address, action, shop_name, subject from audit_entry
       where ${conditions.join(' and ')} order by entry_id desc limit ${given(most)}`,
      values,
    ),
  );
  // An action that a newer version of Pasar wrote is left out.
  return found.rows.filter((row) => AUDIT_ACTIONS.includes(row.action)).map(entryOf);
}

const entryOf = (row: EntryRow): AuditEntry => ({
  entryId: row.entry_id,
  at: row.at.getTime(),
  memberName: row.member_name,
  username: row.username,
  address: row.address,
  action: row.action,
  shopName: row.shop_name,
  subject: row.subject,
});

export async function auditTrail(
  { transaction, member }: Context,
  filter: CallInput<AuditCalls['auditTrail']>,
): Promise<Answer<CallOutput<AuditCalls['auditTrail']>>> {
  const entries = await selectEntries(transaction, member.scope.accountId, filter, AUDIT_LIMITS.page + 1);
  return success({ entries: entries.slice(0, AUDIT_LIMITS.page), hasMore: entries.length > AUDIT_LIMITS.page });
}

const COLUMNS = ['at', 'member', 'username', 'address', 'action', 'shop', 'about'] as const;
const text = (value: string) => ({ value, type: String });

/** The actions stand in the file by their keys, so that scripts can read the file in any language. */
export async function exportAudit(
  { transaction, member, now }: Context & Pick<MemberContext, 'now'>,
  filter: CallInput<AuditCalls['exportAudit']>,
): Promise<Answer<CallOutput<AuditCalls['exportAudit']>>> {
  const entries = await selectEntries(transaction, member.scope.accountId, filter, AUDIT_LIMITS.export);
  const rows = entries.map((entry) =>
    [
      new Date(entry.at).toISOString(),
      entry.memberName,
      entry.username,
      entry.address,
      entry.action,
      entry.shopName ?? '',
      entry.subject ?? '',
    ].map(text),
  );
  const file = await writeExcelFile([COLUMNS.map(text), ...rows]).toBuffer();
  const day = new Date(now).toISOString().slice(0, 10);
  return success({ fileName: `audit-${day}.xlsx`, file: file.toString('base64') });
}
