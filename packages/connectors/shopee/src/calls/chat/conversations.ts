/** Conversations: lists, searches and settings (spec 2 §7.1, facts 1.4). */
import type { ConversationRef, OfferedSetting, Outcome, Page, WireAnswer } from '@pasar/connector-kit';
import { asPlatformConversationId, type ConversationFacts, type PlatformConversationId } from '@pasar/domain';
import { z } from 'zod';
import { readAnswer } from '../../wire/answer.ts';
import type { ShopeeCall } from '../../wire/scope.ts';
import { toWireInteger, wireId } from '../../wire/wire-json.ts';
import { done, mapOutcome, toDelete, toGet, toPost, toPut } from '../definition.ts';
import { conversationListBody, fromWireConversation, nextCursorOf } from '../reading/conversation.ts';
import { readRows } from '../reading/page.ts';
import { chatPath, shopField } from './chat-wire.ts';

/** The tabs of the list; null is the tab of all conversations. */
export const CONVERSATION_TABS = ['unread', 'unreplied', 'pinned'] as const;
export interface ConversationList {
  readonly tab: (typeof CONVERSATION_TABS)[number] | null;
  /** `next_timestamp_nano` of the last row; null asks for the newest. */
  readonly cursor: string | null;
}

const listQuery = ({ tab, cursor }: ConversationList, shopId: string): Readonly<Record<string, string>> => ({
  direction: 'older',
  next_timestamp_nano: cursor ?? '0',
  shop_id: shopId,
  ...(tab === null ? {} : { type: tab }),
});
/** A cursor that does not move ends the list; callers compare the two. */
const fromWireList = (answer: WireAnswer): Outcome<Page<ConversationFacts>> =>
  mapOutcome(readAnswer(answer, conversationListBody), (rows) =>
    readRows(rows, fromWireConversation, nextCursorOf(rows, null)),
  );

type Key = ShopeeCall<never, unknown>['key'];
type Tag = ShopeeCall<never, unknown>['tag'];
const list = (key: Key, path: string, tag: Tag): ShopeeCall<ConversationList, Page<ConversationFacts>> => ({
  key,
  tag,
  repeat: 'read',
  toWire: (query, { shopId }) => toGet(chatPath(path), listQuery(query, shopId)),
  fromWire: fromWireList,
});
/** A bare array for a main account. A sub-account has a list of its own, wrapped. */
export const conversations = list('shopee-chat GET conversations', 'conversations', 'seen');
export const subaccountConversations = list(
  'shopee-chat GET subaccount/conversations',
  'subaccount/conversations',
  'seen',
);
/** Lists of one tab each. Ours: their shape is that of `conversations`. */
export const unrepliedConversations = list('shopee-chat GET conversation/list', 'conversation/list', 'ours');
export const pinnedConversations = list('shopee-chat GET conversation_list', 'conversation_list', 'ours');

/** A success is 204 without a body, or 200 with any body. */
const fromWireDone = (answer: WireAnswer): Outcome<null> => done(readAnswer(answer, z.unknown()));
const conversationPath = ({ platformConversationId }: ConversationRef, call: string): string =>
  chatPath(`conversations/${platformConversationId}${call === '' ? '' : `/${call}`}`);

type Of<Extra> = { readonly conversation: ConversationRef } & Extra;
type Put = 'pin' | 'unpin' | 'read' | 'unread' | 'status';
const put = <Extra = unknown>(
  key: `shopee-chat PUT conversations/{id}/${Put}`,
  call: Put,
  tag: Tag,
  extra: (params: Of<Extra>) => Readonly<Record<string, unknown>>,
): ShopeeCall<Of<Extra>, null> => ({
  key,
  tag,
  repeat: 'idempotent',
  toWire: (params) =>
    toPut(conversationPath(params.conversation, call), {
      ...shopField(params.conversation.platformShopId),
      ...extra(params),
    }),
  fromWire: fromWireDone,
});
const nothing = () => ({});
export const pin = put('shopee-chat PUT conversations/{id}/pin', 'pin', 'ours', nothing);
export const unpin = put('shopee-chat PUT conversations/{id}/unpin', 'unpin', 'ours', nothing);
export const markRead = put<{ readonly messageId: string }>(
  'shopee-chat PUT conversations/{id}/read',
  'read',
  'seen',
  ({ messageId }) => ({
    last_read_message_id: messageId,
  }),
);
export const markUnread = put('shopee-chat PUT conversations/{id}/unread', 'unread', 'seen', nothing);
/** Today's conversations have a kind (facts 1.4: 0 is a buyer's chat). */
export const setStatus = put<{ readonly status: 'activated' | 'closed' }>(
  'shopee-chat PUT conversations/{id}/status',
  'status',
  'seen',
  ({ status }) => ({
    status,
    biz_id: 0,
  }),
);

export const deleteConversation: ShopeeCall<ConversationRef, null> = {
  key: 'shopee-chat DELETE conversations/{id}',
  tag: 'ours',
  repeat: 'idempotent',
  toWire: (conversation) => toDelete(conversationPath(conversation, ''), { shop_id: conversation.platformShopId }),
  fromWire: fromWireDone,
};

/** Ours: the answer is the row of the conversation; only its id is read. */
export const redirectionBody = z.object({ id: wireId });
/** Finds the conversation with this buyer that takes messages. */
export const redirection: ShopeeCall<{ readonly buyerId: string }, PlatformConversationId> = {
  key: 'shopee-chat POST conversation/redirection',
  tag: 'ours',
  repeat: 'idempotent',
  toWire: ({ buyerId }, { shopId }) =>
    toPost(chatPath('conversation/redirection'), { user_id: toWireInteger(buyerId), ...shopField(shopId) }),
  fromWire: (answer) => mapOutcome(readAnswer(answer, redirectionBody), ({ id }) => asPlatformConversationId(id)),
};

/** The call of each setting. */
export function settingCall(conversation: ConversationRef, setting: OfferedSetting<'shopee'>): ShopeeCall<null, null> {
  const bound = <Params>(call: ShopeeCall<Params, null>, params: Params): ShopeeCall<null, null> => ({
    ...call,
    toWire: (_, scope) => call.toWire(params, scope),
  });
  switch (setting.setting) {
    case 'read':
      return bound(markRead, { conversation, messageId: setting.platformMessageId });
    case 'unread':
      return bound(markUnread, { conversation });
    case 'pin':
      return bound(setting.isPinned ? pin : unpin, { conversation });
    case 'deleteConversation':
      return setting.isDeleted
        ? bound(deleteConversation, conversation)
        : bound({ ...redirection, fromWire: fromWireDone }, conversation);
  }
}
