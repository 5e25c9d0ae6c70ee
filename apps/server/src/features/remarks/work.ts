import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { finishRemark, type RemarkState, type RemarkStatus } from '@pasar/domain';
import { conversationsOfBuyers } from '../../records/conversations-of-buyers.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { FIT_ASSIGNEE, unfitShops } from './assignees.ts';
import { type AssignedRemark, tellRemarks } from './tell.ts';

type Calls = typeof CALLS.remarks;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

interface LockedRow {
  readonly remark_id: string;
  readonly shop_id: string;
  readonly buyer_id: string;
  readonly buyer_name: string;
  readonly assignee_id: string | null;
  readonly status: RemarkStatus;
  readonly finished_at: string | null;
  readonly finished_by: string | null;
}
interface Locked {
  readonly remarkId: string;
  readonly shopId: string;
  readonly row: LockedRow;
  readonly state: RemarkState;
}

/** The remarks that the member sees, locked in one order, so that two calls about the same ones wait for each other. */
async function lock(transaction: Transaction, remarkIds: readonly string[]): Promise<readonly Locked[]> {
  const found = await transaction.query<LockedRow>({
    name: 'lock-remarks',
    text: `select remark_id, shop_id, buyer_id, buyer_name, assignee_id, status, finished_at, finished_by from remark
      where remark_id = any($1::uuid[]) order by remark_id for update`,
    values: [remarkIds],
  });
  return found.rows.map((row) => ({ remarkId: row.remark_id, shopId: row.shop_id, row, state: stateOf(row) }));
}

function stateOf({ status, finished_at: finishedAt, finished_by: finishedBy }: LockedRow): RemarkState {
  if (status === 'wait' || finishedAt === null || finishedBy === null) return { status: 'wait' };
  return { status, finishedAt: Number(finishedAt), finishedBy };
}

/** A remark that is finished already stays as it is, with the member who finished it. */
export async function updateRemarkStatusFinish(
  { transaction, member, now }: Context,
  { remarkIds }: CallInput<Calls['updateRemarkStatusFinish']>,
): Promise<Answer<CallOutput<Calls['updateRemarkStatusFinish']>>> {
  const locked = await lock(transaction, remarkIds);
  if (locked.length === 0) return fail('not_found');
  const changed = locked
    .map(({ state, ...one }) => ({ ...one, state, next: finishRemark(state, { now, name: member.view.name }) }))
    .filter(({ state, next }) => next !== state);
  await transaction.query(
    `update remark r set status = 'finished', finished_at = done.at, finished_by = done.by
     from unnest($1::uuid[], $2::bigint[], $3::text[]) as done (remark_id, at, by) where r.remark_id = done.remark_id`,
    [
      changed.map(({ remarkId }) => remarkId),
      changed.map(({ next }) => next.finishedAt),
      changed.map(({ next }) => next.finishedBy),
    ],
  );
  await tellRemarks(
    transaction,
    member,
    changed.map(({ shopId }) => shopId),
  );
  return success({ finished: changed.length, remarkIds: changed.map(({ remarkId }) => remarkId) });
}

/** A remark that is pending stays as it is. */
export async function reopenRemarks(
  { transaction, member }: Context,
  { remarkIds }: CallInput<Calls['reopenRemarks']>,
): Promise<Answer<CallOutput<Calls['reopenRemarks']>>> {
  const locked = await lock(transaction, remarkIds);
  if (locked.length === 0) return fail('not_found');
  const finished = locked.filter(({ state }) => state.status === 'finished');
  await transaction.query(
    `update remark r set status = 'wait', finished_at = null, finished_by = null, assignee_id = ${FIT_ASSIGNEE}
     where remark_id = any($3::uuid[])`,
    [member.scope.accountId, member.grant.emptyMeansAll, finished.map(({ remarkId }) => remarkId)],
  );
  await tellRemarks(
    transaction,
    member,
    finished.map(({ shopId }) => shopId),
  );
  return success({ reopened: finished.length });
}

export async function deleteRemarks(
  { transaction, member }: Context,
  { remarkIds }: CallInput<Calls['deleteRemarks']>,
): Promise<Answer<CallOutput<Calls['deleteRemarks']>>> {
  const locked = await lock(transaction, remarkIds);
  if (locked.length === 0) return fail('not_found');
  await transaction.query('delete from remark where remark_id = any($1::uuid[])', [
    locked.map(({ remarkId }) => remarkId),
  ]);
  await tellRemarks(
    transaction,
    member,
    locked.map(({ shopId }) => shopId),
  );
  return success({ deleted: locked.length });
}

/** A finished remark has nothing left to plan. */
export async function planRemarks(
  { transaction, member }: Context,
  { remarkIds, assigneeId, dueAt }: CallInput<Calls['planRemarks']>,
): Promise<Answer<CallOutput<Calls['planRemarks']>>> {
  const locked = await lock(transaction, remarkIds);
  if (locked.length === 0) return fail('not_found');
  const waiting = locked.filter(({ state }) => state.status === 'wait');
  const shopIds = [...new Set(waiting.map(({ shopId }) => shopId))];
  if (assigneeId != null && (await unfitShops(transaction, member, { shopIds, assigneeId })) > 0) {
    return fail('remark_assignee_unfit');
  }
  /** Those that were not the member's before. */
  const assignedOf = async (to: string): Promise<readonly AssignedRemark[]> => {
    const rows = waiting.map(({ row }) => row).filter((row) => row.assignee_id !== to);
    const conversationOf = await conversationsOfBuyers(transaction, member.scope.accountId, rows);
    return rows.map((row) => ({
      remarkId: row.remark_id,
      shopId: row.shop_id,
      conversationId: conversationOf(row),
      buyerName: row.buyer_name,
    }));
  };
  await transaction.query(
    `update remark set assignee_id = case when $2 then $3 else assignee_id end,
       due_at = case when $4 then $5 else due_at end
     where remark_id = any($1::uuid[])`,
    [
      waiting.map(({ remarkId }) => remarkId),
      assigneeId !== undefined,
      assigneeId ?? null,
      dueAt !== undefined,
      dueAt ?? null,
    ],
  );
  const given = assigneeId == null ? null : { to: assigneeId, remarks: await assignedOf(assigneeId) };
  await tellRemarks(transaction, member, shopIds, given);
  return success({ planned: waiting.length });
}
