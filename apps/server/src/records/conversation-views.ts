import type { MemberId } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import type { NewChange } from './change-feed.ts';

export const VIEWS_CHANGED: NewChange = { change: { kind: 'conversationViews' }, shopId: null, memberId: null };

/**
 * Keeps the shared views of a member who is deleted next, because the team works by them. The changes are to be appended
 * last in the transaction.
 */
export async function keepSharedViews(transaction: Transaction, memberId: MemberId): Promise<readonly NewChange[]> {
  const kept = await transaction.query(
    'update conversation_view set member_id = null where member_id = $1 and is_shared',
    [memberId],
  );
  return kept.rowCount === 0 ? [] : [VIEWS_CHANGED];
}
