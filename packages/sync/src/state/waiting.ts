import type { ConversationId } from '@pasar/domain';
import type { DeskState, Scope } from './desk-state.ts';

/**
 * The number of conversations in which a buyer waits for an answer: the server's counters. A hidden shop counts in its
 * own scope only.
 */
export function waitingIn({ shops, arrangement }: Pick<DeskState, 'shops' | 'arrangement'>, scope: Scope): number {
  const hidden = new Set(arrangement.hidden);
  let sum = 0;
  for (const { shopId, marketplace, unreplyCount } of shops.values()) {
    const isInScope = shopId === scope || (!hidden.has(shopId) && (scope === 'all' || marketplace === scope));
    if (isInScope) sum += unreplyCount;
  }
  return sum;
}

/** Whether a buyer waits, an answer failed or is unconfirmed, or a message is unread. */
export function needsPerson(
  { shown, deliveries }: Pick<DeskState, 'shown' | 'deliveries'>,
  id: ConversationId,
): boolean {
  const conversation = shown.get(id);
  if (conversation === undefined) return false;
  const hasFailed = (deliveries.get(id) ?? []).some(({ mark }) => mark === 'failed' || mark === 'unconfirmed');
  return conversation.waitingSince !== null || conversation.unreadCount > 0 || hasFailed;
}
