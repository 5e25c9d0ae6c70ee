/** Worked examples of the calls about conversations and messages. */
import type { ConversationRef } from '@pasar/connector-kit';
import {
  asBuyerId,
  asPlatformConversationId,
  asPlatformMessageId,
  asPlatformShopId,
  type ConversationFacts,
  type MessageFacts,
  parsePosition,
} from '@pasar/domain';
import { toWireInteger } from '../../inbound/wire-json.ts';
import type { ShopeeScope } from '../scope.ts';
import { type AnySellerFixture, among, answerOf, getOf, SCOPE, SHOP, sendOf } from '../seller/scene.fixture.ts';
import {
  combinedSearch,
  conversationSearch,
  conversations,
  deleteConversation,
  markRead,
  markUnread,
  pin,
  pinnedConversations,
  redirection,
  setStatus,
  subaccountConversations,
  unpin,
  unrepliedConversations,
} from './conversations.ts';
import { messages, sendMessage } from './messages.ts';

const CONVERSATION = '7301234567890130001';
const BUYER = '7301234567890150001';
const OWNER = '7301234567890110001';
const MESSAGE = '7301234567890140009';
const NANO = '1795075200123456789';
const BASE = '/webchat/api/v1.2';
const PATH = `${BASE}/conversations/${CONVERSATION}`;
const SUB: ShopeeScope = { ...SCOPE, uid: '1-5', isSubAccount: true };

export const CONVERSATION_REF: ConversationRef = {
  platformShopId: asPlatformShopId(SHOP),
  platformConversationId: asPlatformConversationId(CONVERSATION),
  buyerId: asBuyerId(BUYER),
  address: {},
};
const position = (id: string) => {
  const read = parsePosition(id);
  if (read === null) throw new Error(`${id} is no position`);
  return read;
};

const ROW =
  `{"id":"${CONVERSATION}","to_id":${BUYER},"to_name":"buyer","to_avatar":"","shop_id":${SHOP},"status":"closed",` +
  `"unread_count":2,"pinned":true,"mute":false,"latest_message_id":"${MESSAGE}","last_message_time_nano":"${NANO}",` +
  `"last_read_message_id":"0","opposite_last_read_msg_id":"${MESSAGE}","next_timestamp_nano":"${NANO}"}`;
const FACTS: ConversationFacts = {
  platformShopId: asPlatformShopId(SHOP),
  platformConversationId: asPlatformConversationId(CONVERSATION),
  buyer: { buyerId: asBuyerId(BUYER), name: 'buyer', avatarUrl: null },
  status: 'closed',
  isPinned: true,
  isMuted: null,
  isFavorite: null,
  unreadCount: 2,
  lastMessageId: asPlatformMessageId(MESSAGE),
  lastMessageAt: 1_795_075_200_123,
  sellerReadPosition: null,
  buyerReadPosition: position(MESSAGE),
  address: {},
};
const LISTED = { items: [FACTS], next: NANO, unreadable: [] };
const FOUND = { items: [FACTS], next: null, unreadable: [] };
const listQuery = (tab: string | null, cursor: string) => ({
  direction: 'older',
  next_timestamp_nano: cursor,
  shop_id: SHOP,
  ...(tab === null ? {} : { type: tab }),
});
/** Success without a body. */
const NO_CONTENT = { status: 204, headers: {}, json: undefined, text: '' };
const shopId = { shop_id: toWireInteger(SHOP) };

const HISTORY: MessageFacts = {
  platformShopId: asPlatformShopId(SHOP),
  platformConversationId: asPlatformConversationId(CONVERSATION),
  platformMessageId: asPlatformMessageId(MESSAGE),
  position: position(MESSAGE),
  sentAt: 1_795_075_200_123,
  author: 'seller',
  content: { type: 'text', text: 'ค่ะ' },
  status: 'available',
  quote: null,
  idempotencyKey: 'key-1',
};

export const CONVERSATION_FIXTURES: readonly AnySellerFixture[] = [
  among({
    call: conversations,
    params: { tab: null, cursor: null },
    scope: SCOPE,
    request: getOf(`${BASE}/conversations`, listQuery(null, '0')),
    answer: answerOf(`[${ROW}]`),
    result: LISTED,
  }),
  among({
    call: subaccountConversations,
    params: { tab: 'unread' as const, cursor: '17' },
    scope: SUB,
    request: getOf(`${BASE}/subaccount/conversations`, listQuery('unread', '17')),
    answer: answerOf(`{"conversations":[${ROW}],"attributions":[],"ShopIds":[${SHOP}]}`),
    result: LISTED,
  }),
  among({
    call: unrepliedConversations,
    params: { tab: 'unreplied' as const, cursor: null },
    scope: SCOPE,
    request: getOf(`${BASE}/conversation/list`, listQuery('unreplied', '0')),
    answer: answerOf(`[${ROW}]`),
    result: LISTED,
  }),
  among({
    call: pinnedConversations,
    params: { tab: 'pinned' as const, cursor: null },
    scope: SCOPE,
    request: getOf(`${BASE}/conversation_list`, listQuery('pinned', '0')),
    answer: answerOf(`[${ROW}]`),
    result: LISTED,
  }),
  among({
    call: combinedSearch,
    params: { keyword: 'ann', page: 2 },
    scope: SCOPE,
    request: getOf(`${BASE}/search/combined_search`, {
      keyword: 'ann',
      per_page: '20',
      type: '2',
      page: '2',
      shop_id: SHOP,
    }),
    answer: answerOf(`{"conversations":[${ROW}]}`),
    result: FOUND,
  }),
  among({
    call: conversationSearch,
    params: { keyword: 'ann', page: 1 },
    scope: SCOPE,
    request: getOf(`${BASE}/user/conversation_search`, { per_page: '20', page: '1', keyword: 'ann', shop_id: SHOP }),
    answer: answerOf(`[${ROW}]`),
    result: FOUND,
  }),
  among({
    call: messages,
    params: { conversation: CONVERSATION_REF, offset: 40 },
    scope: SCOPE,
    request: getOf(`${PATH}/messages`, {
      shop_id: SHOP,
      offset: '40',
      limit: '20',
      direction: 'older',
      need_cache: 'false',
      cache_expire: '0',
    }),
    answer: answerOf(
      `[{"id":"${MESSAGE}","request_id":"key-1","conversation_id":"${CONVERSATION}","shop_id":${SHOP},"type":"text",` +
        `"content":{"text":"ค่ะ","uid":"key-1"},"from_id":${OWNER},"to_id":${BUYER},"from_shop_id":${SHOP},` +
        '"created_timestamp":1795075200,"created_at":"2026-11-19T08:00:00.123Z","country":"SG"}]',
    ),
    result: { items: [HISTORY], next: null, unreadable: [] },
  }),
  among({
    call: pin,
    params: { conversation: CONVERSATION_REF },
    scope: SCOPE,
    request: sendOf('PUT', `${PATH}/pin`, shopId),
    answer: NO_CONTENT,
    result: null,
  }),
  among({
    call: unpin,
    params: { conversation: CONVERSATION_REF },
    scope: SCOPE,
    request: sendOf('PUT', `${PATH}/unpin`, shopId),
    answer: NO_CONTENT,
    result: null,
  }),
  among({
    call: markRead,
    params: { conversation: CONVERSATION_REF, messageId: MESSAGE },
    scope: SCOPE,
    request: sendOf('PUT', `${PATH}/read`, { ...shopId, last_read_message_id: MESSAGE }),
    answer: NO_CONTENT,
    result: null,
  }),
  among({
    call: markUnread,
    params: { conversation: CONVERSATION_REF },
    scope: SCOPE,
    request: sendOf('PUT', `${PATH}/unread`, shopId),
    answer: NO_CONTENT,
    result: null,
  }),
  among({
    call: setStatus,
    params: { conversation: CONVERSATION_REF, status: 'activated' as const },
    scope: SCOPE,
    request: sendOf('PUT', `${PATH}/status`, { ...shopId, status: 'activated', biz_id: 0 }),
    answer: NO_CONTENT,
    result: null,
  }),
  among({
    call: deleteConversation,
    params: CONVERSATION_REF,
    scope: SCOPE,
    request: { ...getOf(PATH, { shop_id: SHOP }), method: 'DELETE' },
    answer: NO_CONTENT,
    result: null,
  }),
  among({
    call: redirection,
    params: { buyerId: BUYER },
    scope: SCOPE,
    request: sendOf('POST', `${BASE}/conversation/redirection`, { user_id: toWireInteger(BUYER), ...shopId }),
    answer: answerOf(ROW),
    result: asPlatformConversationId(CONVERSATION),
  }),
  among({
    call: sendMessage,
    params: { conversation: CONVERSATION_REF, type: 'text' as const, content: { text: 'ค่ะ' }, idempotencyKey: 'key-1' },
    scope: SCOPE,
    request: sendOf('POST', `${BASE}/messages`, {
      request_id: 'key-1',
      to_id: toWireInteger(BUYER),
      type: 'text',
      content: { text: 'ค่ะ', uid: 'key-1' },
      ...shopId,
      conversation_id: CONVERSATION,
      biz_id: 0,
      entry_point: 'direct_chat_entry_point',
      source: 'minichat',
      choice_info: { real_shop_id: toWireInteger(SHOP) },
      chat_send_option: { force_send_cancel_order_warning: false, comply_cancel_order_warning: false },
    }),
    answer: answerOf(`{"id":"${MESSAGE}","request_id":"key-1","created_timestamp":1795075200}`),
    result: { platformMessageId: asPlatformMessageId(MESSAGE), position: position(MESSAGE), sentAt: 1_795_075_200_000 },
  }),
];
