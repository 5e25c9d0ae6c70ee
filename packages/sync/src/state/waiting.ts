import type { ConversationView } from '@pasar/api';
import { type ConversationId, dueIn, type ShopId, type Urgency } from '@pasar/domain';
import { type DeskState, listKey, type Paging, type Scope } from './desk-state.ts';

/**
 * The number of conversations in which a buyer waits for an answer: the server's counters. A hidden shop counts in its
 * own scope only.
 */
export function waitingIn({ shops, arrangement }: Pick<DeskState, 'shops' | 'arrangement'>, scope: Scope): number {
  let sum = 0;
  for (const { waitingCount } of shopsIn({ shops, arrangement }, scope)) sum += waitingCount;
  return sum;
}

function* shopsIn({ shops, arrangement }: Pick<DeskState, 'shops' | 'arrangement'>, scope: Scope) {
  const hidden = new Set(arrangement.hidden);
  for (const shop of shops.values()) {
    const { shopId, marketplace } = shop;
    if (shopId === scope || (!hidden.has(shopId) && (scope === 'all' || marketplace === scope))) yield shop;
  }
}

type Dues = Pick<DeskState, 'shops' | 'arrangement' | 'lists' | 'shown'>;
/**
 * The number of answers that are due up to a time, at least: those that this client knows, and one of each shop of which
 * it knows none. The snapshot brings the 200 that are due first. A hidden shop counts in its own scope only.
 */
export function dueUntil(desk: Dues, scope: Scope, until: number): number {
  let sum = knownUntil(desk, scope, until);
  for (const { shopId } of shopsIn(desk, scope)) {
    if (hasDue(desk, shopId, until) && knownUntil(desk, shopId, until) === 0) sum += 1;
  }
  return sum;
}

function knownUntil({ lists, shown }: Dues, scope: Scope, until: number): number {
  const list = lists.get(listKey(scope, 'due')) ?? [];
  const end = list.findIndex((id) => !isDueUntil(shown.get(id), until));
  return end < 0 ? list.length : end;
}

/** Whether an answer of a shop is due up to a time, as the server tells with the shop. */
function hasDue({ shops }: Pick<DeskState, 'shops'>, shopId: ShopId, until: number): boolean {
  return (shops.get(shopId)?.firstDueAt ?? until + 1) <= until;
}

/** How urgent the first answer of some shops is: calm where nobody waits in them. */
export function urgencyIn({ shops }: Pick<DeskState, 'shops'>, shopIds: readonly ShopId[], now: number): Urgency {
  const dues = shopIds.flatMap((shopId) => shops.get(shopId)?.firstDueAt ?? []);
  return dues.length === 0 ? 'calm' : dueIn(Math.min(...dues), now).urgency;
}

/** The conversations whose answers are due up to a time. */
export const shownUntil = (
  ids: readonly ConversationId[],
  shown: DeskState['shown'],
  until: number,
): readonly ConversationId[] => ids.filter((id) => isDueUntil(shown.get(id), until));
const isDueUntil = (view: ConversationView | undefined, until: number) => (view?.dueAt ?? until + 1) <= until;

const COMPLETE: Paging = { state: 'complete' };
/** Behind a place that is due later, nothing is due up to that time. */
export function pagingUntil(paging: Paging, until: number): Paging {
  const next = 'next' in paging ? paging.next : null;
  return next !== null && Number(next.split('.')[0]) > until ? COMPLETE : paging;
}

/** Whether a buyer waits, an answer of a person failed or is unconfirmed, or a message is unread. */
export function needsPerson(
  { shown, deliveries }: Pick<DeskState, 'shown' | 'deliveries'>,
  id: ConversationId,
): boolean {
  const conversation = shown.get(id);
  if (conversation === undefined) return false;
  const hasFailed = (deliveries.get(id) ?? []).some(
    ({ mark, cause }) => cause === null && (mark === 'failed' || mark === 'unconfirmed'),
  );
  return conversation.waitingSince !== null || conversation.unreadCount > 0 || hasFailed;
}
