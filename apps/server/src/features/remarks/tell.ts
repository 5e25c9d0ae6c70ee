import { appendChanges } from '../../records/change-feed.ts';
import type { Member } from '../../records/members.ts';
import { remarkChanges } from '../../records/remark-work.ts';
import type { Transaction } from '../../storage/database.ts';

export async function tellRemarks(transaction: Transaction, member: Member, shopIds: Iterable<string>): Promise<void> {
  await appendChanges(transaction, member.scope.accountId, remarkChanges(shopIds));
}
