/** Webchat calls about conversations: reads, and settings that may be repeated (spec 2 §7.1, facts 1.4, 1.5). */
import type { ConversationRef } from '@pasar/connector-kit';
import { type ConversationSetting, LIMITS, type PlatformShopId } from '@pasar/domain';
import { toWireInteger } from '../inbound/wire-json.ts';
import type { ChatCall } from './chat-client.ts';

const NO_BODY = { type: 'none' } as const;
const json = (value: unknown) => ({ type: 'json', value }) as const;

/** `cursor` is the next_timestamp_nano of the last row, "0" for the first page. A sub-account has a list of its own. */
export function toWireConversationList(uid: string, shop: PlatformShopId, cursor: string | null): ChatCall {
  return {
    method: 'GET',
    path: uid.startsWith('1-') ? 'subaccount/conversations' : 'conversations',
    query: { direction: 'older', next_timestamp_nano: cursor ?? '0', shop_id: shop },
    body: NO_BODY,
  };
}

export function toWireHistory({ platformShopId, platformConversationId }: ConversationRef, offset: number): ChatCall {
  return {
    method: 'GET',
    path: `conversations/${platformConversationId}/messages`,
    query: {
      shop_id: platformShopId,
      offset: String(offset),
      limit: String(LIMITS.messagePageSize),
      direction: 'older',
    },
    body: NO_BODY,
  };
}

/** Null: there is no such call. */
export function toWireSetting(conversation: ConversationRef, setting: ConversationSetting): ChatCall | null {
  const { platformShopId, platformConversationId } = conversation;
  const put = (call: string, extra: Readonly<Record<string, unknown>> = {}): ChatCall => ({
    method: 'PUT',
    path: `conversations/${platformConversationId}/${call}`,
    query: {},
    body: json({ shop_id: toWireInteger(platformShopId), ...extra }),
  });
  switch (setting.setting) {
    case 'read':
      return put('read', { last_read_message_id: setting.platformMessageId });
    case 'unread':
      return put('unread');
    case 'pin':
      return put(setting.isPinned ? 'pin' : 'unpin');
    case 'mute':
    case 'favorite':
    case 'recall':
    case 'delete':
    case 'mark':
      return null;
  }
}

export function toWireRedirection({ platformShopId, buyerId }: ConversationRef): ChatCall {
  return {
    method: 'POST',
    path: 'conversation/redirection',
    query: {},
    body: json({ user_id: toWireInteger(buyerId), shop_id: toWireInteger(platformShopId) }),
  };
}

export function toWireActivation({ platformShopId, platformConversationId }: ConversationRef): ChatCall {
  return {
    method: 'PUT',
    path: `conversations/${platformConversationId}/status`,
    query: {},
    body: json({ shop_id: toWireInteger(platformShopId), status: 'activated', biz_id: 0 }),
  };
}

/** The shops' names, for a login whose own list leaves them out. */
export const toWireShopList = (): ChatCall => ({ method: 'GET', path: 'shop_list', query: {}, body: NO_BODY });
