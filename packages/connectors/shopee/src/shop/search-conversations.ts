/** The search of the chat, page by page: the first page of both kinds by one call, then each kind by its own. */
import type {
  ConversationSearch,
  ConversationsFound,
  FoundConversation,
  FoundOrder,
  Outcome,
  Page,
} from '@pasar/connector-kit';
import { type ConversationFacts, type Order, type PlatformShopId, refusal } from '@pasar/domain';
import type { ChatClient } from '../auth/chat-client.ts';
import { combinedSearch, conversationSearch, orderSearch } from '../calls/chat/search.ts';
import { mapOutcome } from '../calls/definition.ts';

/** The number of the next page of each kind; null where there is none. */
interface Place {
  readonly conversations: number | null;
  readonly orders: number | null;
}
/** A cursor has both numbers, with `-` for none: `2:-`. */
const CURSOR = /^([1-9][0-9]{0,5}|-):([1-9][0-9]{0,5}|-)$/;

function fromCursor(cursor: string): Place | null {
  const [, conversations = '-', orders = '-'] = CURSOR.exec(cursor) ?? [];
  const numberOf = (page: string): number | null => (page === '-' ? null : Number(page));
  const place = { conversations: numberOf(conversations), orders: numberOf(orders) };
  return place.conversations === null && place.orders === null ? null : place;
}
function toCursor({ conversations, orders }: Place): string | null {
  return conversations === null && orders === null ? null : `${conversations ?? '-'}:${orders ?? '-'}`;
}

export async function searchConversations(
  chat: ChatClient,
  shop: PlatformShopId,
  { words: keyword, cursor }: ConversationSearch,
): Promise<Outcome<ConversationsFound>> {
  if (cursor === null) {
    const first = await chat.ask(combinedSearch, { keyword, page: 1 }, shop);
    return mapOutcome(first, ({ conversations, orders }) =>
      found({ conversations: 1, orders: 1 }, conversations, orders),
    );
  }
  const place = fromCursor(cursor);
  if (place === null) return { ok: false, refusal: refusal('invalid_request', 'unknown cursor'), canRetry: false };
  const [conversations, orders] = await Promise.all([
    place.conversations === null
      ? nothing<ConversationFacts>()
      : chat.ask(conversationSearch, { keyword, page: place.conversations }, shop),
    place.orders === null ? nothing<Order>() : chat.ask(orderSearch, { keyword, page: place.orders }, shop),
  ]);
  if (!conversations.ok) return conversations;
  return mapOutcome(orders, (page) => found(place, conversations.value, page));
}

const nothing = <Item>(): Outcome<Page<Item>> => ({ ok: true, value: { items: [], next: null, unreadable: [] } });

function found(place: Place, conversations: Page<ConversationFacts>, orders: Page<Order>): ConversationsFound {
  const after = (page: number | null, { next }: Page<unknown>): number | null =>
    page === null || next === null ? null : page + 1;
  return {
    conversations: conversations.items.map(toFoundConversation),
    orders: orders.items.map(toFoundOrder),
    next: toCursor({
      conversations: after(place.conversations, conversations),
      orders: after(place.orders, orders),
    }),
  };
}

function toFoundConversation(facts: ConversationFacts): FoundConversation {
  const { platformShopId, platformConversationId, buyer, address, lastMessageAt } = facts;
  return {
    conversation: { platformShopId, platformConversationId, buyerId: buyer.buyerId, address },
    buyer,
    lastMessageAt,
  };
}
const toFoundOrder = ({ orderNumber, buyerId, buyerName }: Order): FoundOrder => ({ orderNumber, buyerId, buyerName });
