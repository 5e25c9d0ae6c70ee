import type { CALLS, CallInput, ConversationFilter, ConversationView, DeliveryView } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import { fitsFilter, type ListFacts } from './conversations-page.ts';

/** A conversation that needs a person, where it stands in the round. */
interface Turn {
  readonly conversation: ConversationView;
  readonly delivery: DeliveryView | null;
  readonly part: (typeof PARTS)[number];
  readonly at: number;
  readonly id: string;
}
const PARTS = ['failed', 'waiting', 'unread'] as const;

/** All conversations that need a person, in the order of the contract. */
export const roundOf = (conversations: readonly ConversationView[], deliveries: readonly DeliveryView[]) =>
  conversations.flatMap((conversation) => turnOf(conversation, deliveries)).sort(compareTurns);

/** Whether a member goes to the conversation: without an assignee in the filter, not to those of colleagues. */
export const isInRound =
  (filter: ConversationFilter, facts: ListFacts, hidden: readonly ShopId[]) =>
  (item: ConversationView): boolean =>
    fitsFilter(item, filter, facts) &&
    !hidden.includes(item.shopId) &&
    (filter.assignee !== undefined || item.assigneeId === null || item.assigneeId === facts.memberId);

function turnOf(conversation: ConversationView, deliveries: readonly DeliveryView[]): Turn[] {
  const { conversationId: id, dueAt, unreadCount, lastMessageAt } = conversation;
  const [failed] = deliveries
    .filter((delivery) => delivery.conversationId === id)
    .filter(({ mark, cause }) => cause === null && (mark === 'failed' || mark === 'unconfirmed'))
    .sort((left, right) => left.createdAt - right.createdAt);
  if (failed !== undefined) {
    return [{ conversation, delivery: failed, part: 'failed', at: failed.createdAt, id: failed.deliveryId }];
  }
  if (dueAt !== null) return [{ conversation, delivery: null, part: 'waiting', at: dueAt, id }];
  return unreadCount > 0 ? [{ conversation, delivery: null, part: 'unread', at: lastMessageAt, id }] : [];
}

type Place = Pick<Turn, 'part' | 'at' | 'id'>;
function compareTurns(left: Place, right: Place): number {
  if (left.part !== right.part) return PARTS.indexOf(left.part) - PARTS.indexOf(right.part);
  const order = left.at - right.at || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);
  return left.part === 'unread' ? -order : order;
}

export function nextInRound(
  round: readonly Turn[],
  { open, after, step }: CallInput<typeof CALLS.chat.nextConversation>,
) {
  const from = after === undefined ? round.find((turn) => turn.conversation.conversationId === open) : parse(after);
  const turns = (step === 'next' ? [...round] : round.toReversed()).filter(
    (turn) => turn.conversation.conversationId !== open,
  );
  const isBehind = (turn: Turn): boolean => {
    if (from === undefined) return true;
    return step === 'next' ? compareTurns(turn, from) > 0 : compareTurns(turn, from) < 0;
  };
  const found = turns.find(isBehind) ?? turns[0];
  if (found === undefined) return null;
  const { conversation, delivery, part, at, id } = found;
  return { conversation, delivery, place: `${part}.${at}.${id}` };
}

function parse(place: string): Place {
  const [name, at, id = ''] = place.split('.');
  const part = PARTS.find((known) => known === name);
  if (part === undefined) throw new Error(`${place} is no place in the round`);
  return { part, at: Number(at), id };
}
