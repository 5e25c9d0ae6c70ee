import {
  asBuyerId,
  asPlatformConversationId,
  asPlatformMessageId,
  asPlatformShopId,
  parsePosition,
} from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import type { ChatCall } from './chat-client.ts';
import { toWireActivation, toWireConversationList, toWireRedirection, toWireSetting } from './conversation-calls.ts';

const shop = asPlatformShopId('7301234567890120001');
const conversation = {
  platformShopId: shop,
  platformConversationId: asPlatformConversationId('22'),
  buyerId: asBuyerId('7301234567890150003'),
  address: {},
};
const written = (call: ChatCall | null): string | null =>
  call && `${call.method} ${call.path} ${call.body.type === 'json' ? JSON.stringify(call.body.value) : ''}`;

describe('webchat calls', () => {
  it('ask each kind of account for its own list', () => {
    expect(toWireConversationList('0-5', shop, null)).toMatchObject({
      path: 'conversations',
      query: { direction: 'older', next_timestamp_nano: '0', shop_id: shop },
    });
    expect(toWireConversationList('1-5', shop, '17')).toMatchObject({
      path: 'subaccount/conversations',
      query: { next_timestamp_nano: '17' },
    });
  });

  it('write settings with the shop as a bare integer', () => {
    const position = parsePosition('9');
    if (position === null) throw new Error('no position');
    const read = { setting: 'read', platformMessageId: asPlatformMessageId('9'), position } as const;
    expect(written(toWireSetting(conversation, read))).toBe(
      'PUT conversations/22/read {"shop_id":7301234567890120001,"last_read_message_id":"9"}',
    );
    expect(written(toWireSetting(conversation, { setting: 'unread' }))).toBe(
      'PUT conversations/22/unread {"shop_id":7301234567890120001}',
    );
    expect(written(toWireSetting(conversation, { setting: 'pin', isPinned: false }))).toBe(
      'PUT conversations/22/unpin {"shop_id":7301234567890120001}',
    );
  });

  it('reopen by redirection and status', () => {
    expect(written(toWireRedirection(conversation))).toBe(
      'POST conversation/redirection {"user_id":7301234567890150003,"shop_id":7301234567890120001}',
    );
    expect(written(toWireActivation(conversation))).toBe(
      'PUT conversations/22/status {"shop_id":7301234567890120001,"status":"activated","biz_id":0}',
    );
  });
});
