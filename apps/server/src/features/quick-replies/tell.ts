import { appendChanges } from '../../records/change-feed.ts';
import type { Member } from '../../records/members.ts';
import type { Transaction } from '../../storage/database.ts';

/**
 * Tells the open windows that quick replies have changed. `ownerId`: the member whose personal replies they are; null
 * tells all members.
 */
export async function tellQuickReplies(
  transaction: Transaction,
  member: Member,
  ownerId: string | null,
): Promise<void> {
  await appendChanges(transaction, member.scope.accountId, [
    { change: { kind: 'quickReplies' }, shopId: null, memberId: ownerId },
  ]);
}
