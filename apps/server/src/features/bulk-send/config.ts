import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { type AccountId, asConversationId } from '@pasar/domain';
import { beginAgain, readSendConfig, tellTasks, withdrawWaiting } from '../../records/bulk-send.ts';
import { reachedByOrderCare } from '../../records/bulk-send-recipients.ts';
import type { NewChange } from '../../records/change-feed.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { isTargetThere } from './save.ts';

type Calls = typeof CALLS.bulkSend;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
const DAY_MS = 86_400_000;

export const getConfig = async ({
  transaction,
  member,
}: Pick<Context, 'transaction' | 'member'>): Promise<Answer<CallOutput<Calls['getConfig']>>> =>
  success(await readSendConfig(transaction, member.scope.accountId));

/** What waits in the ledger was put there by the quiet hours as they were, so new ones decide about it again. */
export async function saveConfig(
  { transaction, member }: Context,
  chosen: CallInput<Calls['saveConfig']>,
): Promise<Answer<Record<string, never>>> {
  await transaction.query(
    `insert into send_message_config (account_id, config) values ($1, $2)
     on conflict (account_id) do update set config = send_message_config.config || excluded.config`,
    [member.scope.accountId, JSON.stringify(chosen)],
  );
  const areQuietHoursNew = chosen.quiet !== undefined || chosen.ownQuiet !== undefined;
  const withdrawn = areQuietHoursNew ? await withdrawOpen(transaction, member.scope.accountId) : [];
  await tellTasks(transaction, member.scope.accountId, 'bulkSend', withdrawn);
  return success({});
}

async function withdrawOpen(transaction: Transaction, accountId: AccountId): Promise<readonly NewChange[]> {
  const open = await transaction.query<{ task_id: string }>(
    "select task_id from bulk_send_task where account_id = $1 and state = 'processing' order by task_id",
    [accountId],
  );
  const withdrawn: NewChange[] = [];
  const again: string[] = [];
  for (const { task_id: taskId } of open.rows) {
    const changes = await withdrawWaiting(transaction, accountId, taskId);
    if (changes.length > 0) again.push(taskId);
    withdrawn.push(...changes);
  }
  await beginAgain(transaction, again);
  return withdrawn;
}

export async function getSkipSendByHaveOrderCare(
  { transaction, member, now }: Context,
  { conversationIds }: CallInput<Calls['getSkipSendByHaveOrderCare']>,
): Promise<Answer<CallOutput<Calls['getSkipSendByHaveOrderCare']>>> {
  if (!(await isTargetThere(transaction, { kind: 'named', conversationIds }))) return fail('not_found');
  const { orderCareDays } = await readSendConfig(transaction, member.scope.accountId);
  if (orderCareDays === null) return success({ conversationIds: [] });
  const found = await transaction.query<{ conversation_id: string }>(
    `select c.conversation_id from conversation c where c.conversation_id = any($1::uuid[])
       and ${reachedByOrderCare('$2::bigint')} order by c.conversation_id`,
    [conversationIds, now - orderCareDays * DAY_MS],
  );
  return success({ conversationIds: found.rows.map((row) => asConversationId(row.conversation_id)) });
}
