/**
 * Webchat searches of one shop (spec 2 §7.1). Ours, because no source shows them: an order number is found by a part of
 * it, a name by a part of it, the newest come first, the combined search has the same page of both, and a page may hold
 * 20 rows. The rows are those of the lists (facts 6).
 */
import { atDesk, pageOf } from './chat-desk.ts';
import { answer, type CallInput, type ChatRoute, type ShopeeContext } from './context.ts';
import { BAD_PARAMETER, listed, route } from './conversations.ts';
import type { Desk } from './seller-desk.ts';
import { orderRow } from './seller-orders.ts';
import { conversationView } from './views.ts';

const MOST_ROWS = 20;

/** Null for a page or words that the marketplace refuses. */
type Rows = readonly unknown[] | null;

function page<Item>(all: readonly Item[], input: CallInput, view: (item: Item) => unknown): Rows {
  if (Number(input.query.per_page ?? MOST_ROWS) > MOST_ROWS) return null;
  return pageOf(all, input)?.map(view) ?? null;
}
const wordsOf = ({ query }: CallInput): string => (query.keyword ?? '').trim().toLowerCase();

function conversationsNamed(context: ShopeeContext, { login, shop }: Desk, input: CallInput): Rows {
  const words = wordsOf(input);
  if (words === '') return null;
  const named = listed(context, { login, shopId: shop.shopId }).filter(({ conversation }) =>
    conversation.buyer.name.toLowerCase().includes(words),
  );
  return page(named, input, ({ conversation }) => conversationView(context, shop, conversation));
}
function ordersNumbered(desk: Desk, input: CallInput): Rows {
  const words = wordsOf(input);
  if (words === '') return null;
  const numbered = desk.trade.orders.filter(({ orderNumber }) => orderNumber.toLowerCase().includes(words));
  return page(numbered, input, (order) => orderRow(desk, order));
}

const combinedSearch: ChatRoute['handle'] = atDesk((desk, input, context) => {
  const conversations = conversationsNamed(context, desk, input);
  const orders = ordersNumbered(desk, input);
  const isKnown = input.query.type === '2' && conversations !== null && orders !== null;
  return isKnown ? answer({ conversations, orders }) : BAD_PARAMETER;
});
const conversationSearch: ChatRoute['handle'] = atDesk((desk, input, context) => {
  const rows = conversationsNamed(context, desk, input);
  return rows === null ? BAD_PARAMETER : answer(rows);
});
const orderSearch: ChatRoute['handle'] = atDesk((desk, input) => {
  const rows = ordersNumbered(desk, input);
  return rows === null ? BAD_PARAMETER : answer(rows);
});

export const CHAT_SEARCH_ROUTES: readonly ChatRoute[] = [
  route('GET', 'search/combined_search', 'ours', combinedSearch),
  route('GET', 'user/conversation_search', 'ours', conversationSearch),
  route('GET', 'user/order_search', 'ours', orderSearch),
];
