import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { type AccountId, asShopId } from '@pasar/domain';
import { appendChanges, notifyWork } from '../../records/change-feed.ts';
import type { Transaction } from '../../storage/database.ts';
import type { AutomaticStopTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.automation;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

export async function automaticStops({
  transaction,
}: Pick<Context, 'transaction'>): Promise<Answer<CallOutput<Calls['automaticStops']>>> {
  const found = await transaction.query<AutomaticStopTable>({
    name: 'automatic-stops',
    text: 'select * from automatic_stop order by stopped_at',
    values: [],
  });
  return success({
    stops: found.rows.map((row) => ({
      shopId: row.shop_id === null ? null : asShopId(row.shop_id),
      stoppedAt: Number(row.stopped_at),
      stoppedBy: row.stopped_by,
    })),
  });
}

export async function stopAutomatic(
  { transaction, member, now }: Context,
  { shopId }: CallInput<Calls['stopAutomatic']>,
): Promise<Answer<Record<string, never>>> {
  if (!(await isThere(transaction, shopId))) return fail('not_found');
  await transaction.query(
    `insert into automatic_stop (account_id, shop_id, stopped_at, stopped_by) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [member.scope.accountId, shopId ?? null, now, member.view.name],
  );
  await tell(transaction, member.scope.accountId);
  return success({});
}

/** What has waited goes on at once. A stop of the whole account holds shops that a sub-account may not see. */
export async function resumeAutomatic(
  { transaction, member }: Pick<Context, 'transaction' | 'member'>,
  { shopId }: CallInput<Calls['resumeAutomatic']>,
): Promise<Answer<Record<string, never>>> {
  if (!(await isThere(transaction, shopId))) return fail('not_found');
  if (shopId === undefined && !member.view.isMain) return fail('main_account_only');
  await transaction.query('delete from automatic_stop where shop_id is not distinct from $1::uuid', [shopId ?? null]);
  const waiting = await transaction.query<{ shop_id: string }>(
    "select distinct shop_id from delivery where state = 'pending' and cause is not null and ($1::uuid is null or shop_id = $1)",
    [shopId ?? null],
  );
  await notifyWork(transaction, ...waiting.rows.map((row) => row.shop_id));
  await tell(transaction, member.scope.accountId);
  return success({});
}

async function isThere(transaction: Transaction, shopId: string | undefined): Promise<boolean> {
  if (shopId === undefined) return true;
  const found = await transaction.query('select from shop where shop_id = $1', [shopId]);
  return found.rowCount === 1;
}

const tell = (transaction: Transaction, accountId: AccountId): Promise<void> =>
  appendChanges(transaction, accountId, [{ change: { kind: 'automation' }, shopId: null, memberId: null }]);
