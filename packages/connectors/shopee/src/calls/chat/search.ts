/** Searches of the chat: by a buyer's name and by a part of an order number (spec 2 §7.1, facts 6). */
import type { Page } from '@pasar/connector-kit';
import type { ConversationFacts, OrderDetail } from '@pasar/domain';
import { z } from 'zod';
import { readAnswer } from '../../wire/answer.ts';
import type { ShopeeCall } from '../../wire/scope.ts';
import { mapOutcome, toGet } from '../definition.ts';
import { fromWireConversation } from '../reading/conversation.ts';
import { readRows } from '../reading/page.ts';
import { chatPath, nextOf, SEARCH_PAGE_SIZE } from './chat-wire.ts';
import { orderRows } from './orders.ts';

export interface ChatSearch {
  readonly keyword: string;
  /** From 1. */
  readonly page: number;
}
const queryOf = ({ keyword, page }: ChatSearch, shopId: string): Readonly<Record<string, string>> => ({
  keyword,
  per_page: String(SEARCH_PAGE_SIZE),
  page: String(page),
  shop_id: shopId,
});
const conversationRows = (rows: readonly unknown[]): Page<ConversationFacts> =>
  readRows(rows, fromWireConversation, nextOf(rows, SEARCH_PAGE_SIZE));
const bareRows = z.array(z.unknown());

/** The same page of both searches. */
export interface CombinedPage {
  readonly conversations: Page<ConversationFacts>;
  readonly orders: Page<OrderDetail>;
}
/** Ours: the answer's shape, and that page 2 of the two other searches goes on behind its page 1. */
const combinedBody = z.object({ conversations: bareRows.default([]), orders: bareRows.default([]) });

/** Searches both by a buyer's name and by a part of an order number. */
export const combinedSearch: ShopeeCall<ChatSearch, CombinedPage> = {
  key: 'shopee-chat GET search/combined_search',
  tag: 'ours',
  repeat: 'read',
  toWire: (search, { shopId }) => toGet(chatPath('search/combined_search'), { ...queryOf(search, shopId), type: '2' }),
  fromWire: (answer, scope) =>
    mapOutcome(readAnswer(answer, combinedBody), ({ conversations, orders }) => ({
      conversations: conversationRows(conversations),
      orders: orderRows(scope)(orders),
    })),
};
/** Searches by a buyer's name. */
export const conversationSearch: ShopeeCall<ChatSearch, Page<ConversationFacts>> = {
  key: 'shopee-chat GET user/conversation_search',
  tag: 'ours',
  repeat: 'read',
  toWire: (search, { shopId }) => toGet(chatPath('user/conversation_search'), queryOf(search, shopId)),
  fromWire: (answer) => mapOutcome(readAnswer(answer, bareRows), conversationRows),
};
/** Searches by a part of an order number. */
export const orderSearch: ShopeeCall<ChatSearch, Page<OrderDetail>> = {
  key: 'shopee-chat GET user/order_search',
  tag: 'ours',
  repeat: 'read',
  toWire: (search, { shopId }) => toGet(chatPath('user/order_search'), queryOf(search, shopId)),
  fromWire: (answer, scope) => mapOutcome(readAnswer(answer, bareRows), orderRows(scope)),
};
