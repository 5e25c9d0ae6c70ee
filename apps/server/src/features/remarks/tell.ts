import { appendChanges } from '../../records/change-feed.ts';
import type { Member } from '../../records/members.ts';
import type { Transaction } from '../../storage/database.ts';

/** Tells the windows that see one of the shops. The change holds no remark: a screen that shows remarks fetches them. */
export async function tellRemarks(transaction: Transaction, member: Member, shopIds: Iterable<string>): Promise<void> {
  await appendChanges(
    transaction,
    member.scope.accountId,
    [...new Set(shopIds)].map((shopId) => ({ change: { kind: 'remarks' }, shopId, memberId: null })),
  );
}
