import type { CALLS, CallInput } from '@pasar/api';
import { asAccountId } from '@pasar/domain';
import { fenceConnections, lockLogins } from '../../records/leases.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { SessionContext } from '../handler.ts';
import { presentPasswordFault } from '../present-password.ts';

/**
 * Ends what must end at once, in one transaction: the processes let go of the account's logins, every member is logged
 * out and gone with the sign-ins that are under way, and no secret is left. A task of the engine deletes the rest.
 */
export async function deleteAccount(
  context: SessionContext,
  { present, name }: CallInput<typeof CALLS.data.deleteAccount>,
): Promise<Answer<Record<string, never>>> {
  const { database, member, signOut } = context;
  if (member === null) return fail('authorization_expired');
  const fault = await presentPasswordFault(context, member, present);
  if (fault !== null) return fail(fault);
  if (name !== member.view.accountName.trim()) return fail('invalid_request', 'this is not the name of the account');
  const { scope } = member;
  const accountId = asAccountId(member.view.accountId);
  await database.within(scope, async (transaction) => {
    await lockLogins(transaction, accountId);
    await transaction.query('update account set leaving_at = now() where account_id = $1', [accountId]);
    const found = await transaction.query<{ connection_id: string }>(
      'select connection_id from connection where account_id = $1 order by connection_id',
      [accountId],
    );
    await fenceConnections(
      transaction,
      found.rows.map((row) => row.connection_id),
    );
    // Without a lease no process takes a login over, and without webhooks nobody is told of anything.
    for (const table of ['connection_lease', 'webhook', 'secret', 'member']) {
      await transaction.query(`delete from ${table} where account_id = $1`, [accountId]);
    }
  });
  signOut();
  return success({});
}
