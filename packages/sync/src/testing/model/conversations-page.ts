import type { CALLS, CallInput, ConversationFilter, ConversationView } from '@pasar/api';
import { type Country, isUnfinished, type OrderStatus, type ShopId } from '@pasar/domain';
import { isInTab, isWaitingTab } from '../../state/conversation-lists.ts';

export type ConversationsInput = CallInput<typeof CALLS.chat.conversations>;

/** What a page depends on besides the conversations themselves. */
export interface ListFacts {
  readonly now: number;
  /** Who asks. */
  readonly memberId: string;
  readonly isInShops: (shopId: ShopId) => boolean;
  readonly countryOf: (shopId: ShopId) => Country | undefined;
  readonly isTagged: (buyerTagId: string, conversationId: string) => boolean;
  readonly ordersOf: (conversationId: string) => readonly OrderStatus[];
}

/** A page of a conversation list. `all`: in the usual order. */
export function conversationsPage(all: readonly ConversationView[], input: ConversationsInput, facts: ListFacts) {
  const { tab, sort = 'tab' } = input;
  const queue: Queue | null =
    sort === 'longestWait' ? 'waitingSince' : sort === 'tab' && isWaitingTab(tab) ? 'dueAt' : null;
  const fits = (item: ConversationView): boolean =>
    isInTab(item, tab) &&
    (queue === null || item[queue] !== null) &&
    fitsFilter(item, input, facts) &&
    item.buyer.name.toLowerCase().includes((input.search ?? '').toLowerCase());
  const found = all.filter(fits);
  if (queue !== null) {
    const at = (item: ConversationView) => item[queue] ?? 0;
    found.sort((left, right) => at(left) - at(right) || (left.conversationId < right.conversationId ? -1 : 1));
  }
  const from =
    input.before === undefined ? 0 : queue === null ? Number(input.before) : firstBehind(found, queue, input.before);
  const to = from + input.limit;
  const conversations = found.slice(from, to);
  const last = conversations.at(-1);
  if (to >= found.length || last === undefined) return { conversations, next: null };
  return { conversations, next: queue === null ? String(to) : `${last[queue]}.${last.conversationId}` };
}
const DAY_MS = 86_400_000;
/** What orders a list of those who wait. */
type Queue = 'waitingSince' | 'dueAt';

/** Whether a conversation is in the shops and fits the filter. */
export function fitsFilter(item: ConversationView, filter: ConversationFilter, facts: ListFacts): boolean {
  const { country, orderStatus, hasNoOpenOrders, idleDays, buyerTagId, assignee } = filter;
  const orders = facts.ordersOf(item.conversationId);
  return (
    facts.isInShops(item.shopId) &&
    (buyerTagId === undefined || facts.isTagged(buyerTagId, item.conversationId)) &&
    (assignee === undefined || isAssigned(item, assignee, facts.memberId)) &&
    (country === undefined || facts.countryOf(item.shopId) === country) &&
    (orderStatus === undefined || orders.includes(orderStatus)) &&
    (hasNoOpenOrders !== true || !orders.some(isUnfinished)) &&
    (idleDays === undefined || item.lastMessageAt < facts.now - idleDays * DAY_MS)
  );
}

function isAssigned(
  { assigneeId }: ConversationView,
  assignee: NonNullable<ConversationsInput['assignee']>,
  memberId: string,
): boolean {
  if (assignee === 'nobody') return assigneeId === null;
  if (assignee === 'others') return assigneeId !== null && assigneeId !== memberId;
  return assigneeId === (assignee === 'mine' ? memberId : assignee);
}

/** The index of the first waiting buyer behind a place of the queue. */
function firstBehind(waits: readonly ConversationView[], queue: Queue, place: string): number {
  const [at = '', id = ''] = place.split('.');
  const index = waits.findIndex((item) => {
    const since = item[queue] ?? 0;
    return since > Number(at) || (since === Number(at) && item.conversationId > id);
  });
  return index < 0 ? waits.length : index;
}
