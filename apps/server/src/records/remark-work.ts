import type { MemberId, ShopId } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import type { NewChange } from './change-feed.ts';

/** Tells the windows that see one of the shops. The change holds no remark: a screen that shows remarks fetches them. */
export const remarkChanges = (shopIds: Iterable<string>): readonly NewChange[] =>
  [...new Set(shopIds)].map((shopId) => ({ change: { kind: 'remarks' }, shopId, memberId: null }));

/**
 * Takes the pending remarks away from a member who can no longer work on them: those of shops that are not among `kept`. A
 * processed remark keeps its assignee. The changes are to be appended last in the transaction.
 */
export async function releaseRemarks(
  transaction: Transaction,
  memberId: MemberId,
  kept: readonly ShopId[],
): Promise<readonly NewChange[]> {
  const released = await transaction.query<{ shop_id: string }>(
    `update remark r set assignee_id = null from (
       select remark_id from remark where assignee_id = $1 and status = 'wait' and not shop_id = any($2::uuid[])
       order by remark_id for update) locked
     where r.remark_id = locked.remark_id returning r.shop_id`,
    [memberId, kept],
  );
  return remarkChanges(released.rows.map((row) => row.shop_id));
}
