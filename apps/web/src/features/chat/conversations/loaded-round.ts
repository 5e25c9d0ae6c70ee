import type { ConversationId } from '@pasar/domain';
import { type DeskState, listKey, type RoundPlace, type Scope } from '@pasar/sync';

/** The place of a conversation in the round: its part, the time by which the part is ordered, and its id. */
export type Rank = readonly [part: number, at: number, id: ConversationId];

/** Null for a conversation that needs nobody, or a colleague. The parts are those of the server: failed, waiting, unread. */
export function rankOf({ shown, deliveries, member }: DeskState, id: ConversationId): Rank | null {
  const conversation = shown.get(id);
  if (conversation === undefined) return null;
  if (conversation.assigneeId !== null && conversation.assigneeId !== member?.memberId) return null;
  const failed = (deliveries.get(id) ?? []).filter(({ mark }) => mark === 'failed' || mark === 'unconfirmed');
  if (failed.length > 0) return [0, Math.min(...failed.map(({ createdAt }) => createdAt)), id];
  if (conversation.dueAt !== null) return [1, conversation.dueAt, id];
  return conversation.unreadCount > 0 ? [2, -conversation.lastMessageAt, id] : null;
}

const compare = ([part, at, id]: Rank, [otherPart, otherAt, otherId]: Rank): number =>
  part - otherPart || at - otherAt || (id < otherId ? -1 : id > otherId ? 1 : 0);

/**
 * The next of the conversations that this window has loaded, for when the server cannot be asked. After the last comes
 * the first. `from`: the place of the open conversation when it was reached.
 */
export function nextLoaded(
  state: DeskState,
  range: Scope,
  { open, from, step }: Pick<RoundPlace, 'open' | 'step'> & { readonly from: Rank | null },
): Rank | null {
  const loaded = state.lists.get(listKey(range, 'all')) ?? [];
  const ranks = loaded
    .filter((id) => id !== open)
    .map((id) => rankOf(state, id))
    .filter((rank) => rank !== null)
    .sort((left, right) => (step === 'next' ? compare(left, right) : compare(right, left)));
  const isBehind = (rank: Rank) => from === null || compare(rank, from) * (step === 'next' ? 1 : -1) > 0;
  return ranks.find(isBehind) ?? ranks[0] ?? null;
}
