import { asPlatformShopId, type DomainEvent, type MessageFacts } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readSample, sampleNames, sampleText } from '../fixtures/sample.ts';
import { redirectionBody } from './calls/chat/conversations.ts';
import { uploadImage } from './calls/chat/media.ts';
import { fromWireSend } from './calls/chat/send-outcome.ts';
import { shortcutGroups } from './calls/chat/session.ts';
import { chatLoginBody, loginBody } from './calls/login.ts';
import { loginRefusalOf } from './calls/login-refusals.ts';
import { conversationListBody, fromWireConversation, nextCursorOf } from './calls/reading/conversation.ts';
import { fromWireMessage } from './calls/reading/message.ts';
import {
  doneBody,
  getMerchantShopList,
  merchantListBody,
  sessionBody,
  shopInfo,
  shopListBody,
} from './calls/subaccount.ts';
import { readEngineFrame } from './chat/engine-frame.ts';
import { fromWirePush } from './chat/push.ts';
import { chatShopListBody } from './connector.ts';
import { saysTokenNotFound } from './wire/answer.ts';
import type { CallResult } from './wire/http-call.ts';
import type { ShopeeScope } from './wire/scope.ts';

const SHOP = '7301234567890120001';
const OWNER = '7301234567890110001';
const NO_SHOP: ShopeeScope = {
  uid: '',
  isSubAccount: true,
  shopId: '0',
  userId: null,
  country: 'CNSC',
  imageOrigin: 'https://cf.shopee.cn',
};
const shopUserOf = (shopId: string): string | null => (shopId === SHOP ? OWNER : null);
const wire = (name: string): unknown => readSample(name).wire;
const answered = (status: number, name: string) =>
  ({
    kind: 'answered',
    status,
    headers: {},
    json: wire(name),
    text: '',
  }) satisfies CallResult;
const eventOf = (name: string): DomainEvent => {
  const frame = readEngineFrame(`42${sampleText(name)}`);
  if (frame.kind !== 'event') throw new Error(`no event: ${JSON.stringify(frame)}`);
  const reading = fromWirePush(frame.args[0], shopUserOf);
  if (!reading.ok) throw new Error(reading.item.reason);
  return reading.event;
};
const rowsOf = (name: string): readonly unknown[] => conversationListBody.parse(wire(name));
function messageOf(raw: unknown): MessageFacts {
  const reading = fromWireMessage(raw, shopUserOf);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.value;
}

/** One check for every sample: what the connector reads from it. */
const CHECKS: Readonly<Record<string, () => void>> = {
  'login-success': () => void loginBody.parse(wire('login-success')),
  'cnsc-login-success': () => void loginBody.parse(wire('cnsc-login-success')),
  'login-not-logged-in': () => {
    expect(loginBody.safeParse(wire('login-not-logged-in')).success).toBe(false);
    const refused = loginRefusalOf(answered(403, 'login-not-logged-in'));
    expect(refused).toMatchObject({ ok: false, refusal: { reason: 'identity_check_needed' }, canRetry: false });
  },
  'login-refused': () => {
    const refused = loginRefusalOf(answered(403, 'login-refused'));
    expect(refused).toMatchObject({ ok: false, refusal: { reason: 'wrong_account_or_password' }, canRetry: false });
  },
  'cnsc-token-not-found': () => {
    expect(saysTokenNotFound(answered(403, 'cnsc-token-not-found'))).toBe(true);
    expect(sessionBody.safeParse(wire('cnsc-token-not-found')).success).toBe(false);
  },
  'cnsc-session': () => {
    expect(sessionBody.parse(wire('cnsc-session')).sub_account_info).toEqual({
      account_id: OWNER,
      current_merchant_id: '7301234567890123457',
      current_shop_id: SHOP,
    });
  },
  'cnsc-merchant-list': () => expect(merchantListBody.parse(wire('cnsc-merchant-list')).merchants).toHaveLength(1),
  'cnsc-merchant-shop-list': () => {
    const answer = answered(200, 'cnsc-merchant-shop-list');
    expect(getMerchantShopList.fromWire(answer, NO_SHOP)).toEqual({
      ok: true,
      value: {
        items: [{ shopId: SHOP, userId: OWNER, merchantId: null, region: 'SG', name: 'Shop', isCb: true }],
        next: null,
        unreadable: [],
      },
    });
  },
  'cnsc-merchant-shop-list-data': () => {
    expect(shopListBody.parse(wire('cnsc-merchant-shop-list-data'))).toHaveLength(1);
  },
  'cnsc-switched': () => void doneBody.parse(wire('cnsc-switched')),
  'chat-login': () => {
    expect(chatLoginBody.parse(wire('chat-login')).shop).toEqual({
      id: SHOP,
      user_id: OWNER,
      country: 'TW',
      name: 'Shop',
    });
  },
  'chat-token-not-found': () => expect(saysTokenNotFound(answered(403, 'chat-token-not-found'))).toBe(true),
  'chat-unauthorized': () => expect(saysTokenNotFound(answered(403, 'chat-unauthorized'))).toBe(true),
  conversations: () => {
    const rows = rowsOf('conversations');
    expect(nextCursorOf(rows, null)).toBe('1795075200123456789');
    expect(fromWireConversation(rows[0])).toEqual({
      ok: true,
      value: {
        platformShopId: SHOP,
        platformConversationId: '7301234567890130001',
        buyer: { buyerId: '7301234567890150001', name: 'buyer', avatarUrl: null },
        status: 'activated',
        isPinned: false,
        isMuted: null,
        isFavorite: null,
        unreadCount: 2,
        lastMessageId: '7301234567890140009',
        lastMessageAt: 1_795_075_200_123,
        sellerReadPosition: '7301234567890140007',
        buyerReadPosition: '7301234567890140008',
        address: {},
      },
    });
  },
  'subaccount-conversations': () => {
    const [row] = rowsOf('subaccount-conversations');
    expect(fromWireConversation(row)).toMatchObject({ ok: true, value: { platformShopId: asPlatformShopId(SHOP) } });
  },
  redirection: () => expect(redirectionBody.parse(wire('redirection'))).toEqual({ id: '7301234567890130001' }),
  messages: () => {
    const messages = z.array(z.unknown()).parse(wire('messages')).map(messageOf);
    expect(messages.map(({ author }) => author)).toEqual([
      ...['buyer', 'seller'],
      ...Array.from({ length: 6 }, () => 'buyer'),
      'robot',
    ]);
    expect(messages.map(({ content }) => (content.type === 'placeholder' ? content.kind : content.type))).toEqual([
      ...['text', 'text', 'image', 'sticker', 'products', 'order', 'voucher', 'video', 'text'],
    ]);
    expect(messages[0]).toMatchObject({ position: '7301234567890140009', sentAt: 1_795_075_200_123 });
    expect(messages[0]?.idempotencyKey).toBeNull();
    expect(messages[1]?.idempotencyKey).toBe('0b0a7a0e-7c39-4f0a-9d66-0d5f2f6f2b11');
  },
  'message-sent': () => {
    expect(fromWireSend(answered(200, 'message-sent'))).toEqual({
      kind: 'accepted',
      platformMessageId: '7301234567890140009',
      position: '7301234567890140009',
      sentAt: 1_795_075_200_123,
    });
  },
  'send-conversation-closed': () => {
    expect(fromWireSend(answered(400, 'send-conversation-closed'))).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'conversation_closed' },
      next: { kind: 'reopen' },
    });
  },
  'image-uploaded': () => {
    expect(uploadImage.fromWire(answered(200, 'image-uploaded'), NO_SHOP)).toMatchObject({
      ok: true,
      value: { url: 'https://cf.shopee.tw/file/h', width: 320, height: 240, extra: { fileServerId: '1' } },
    });
  },
  'message-shortcut-groups': () => {
    expect(shortcutGroups.fromWire(answered(200, 'message-shortcut-groups'), NO_SHOP)).toMatchObject({
      ok: true,
      value: {
        items: [{ groupId: '7301234567890190001', name: 'Greetings', replies: [{ text: 'Hello' }] }],
        unreadable: [],
      },
    });
  },
  'local-shop-info': () => {
    expect(shopInfo.fromWire(answered(200, 'local-shop-info'), NO_SHOP)).toEqual({
      ok: true,
      value: { shopId: SHOP, region: 'TW' },
    });
  },
  'shop-list': () => expect(chatShopListBody.parse(wire('shop-list')).shops).toEqual([{ id: SHOP, name: 'Shop' }]),
  'push-message-object': () => expect(eventOf('push-message-object')).toMatchObject(BUYER_MESSAGE),
  'push-message-text': () => expect(eventOf('push-message-text')).toMatchObject(BUYER_MESSAGE),
  'push-message-under-data': () => expect(eventOf('push-message-under-data')).toMatchObject(BUYER_MESSAGE),
  'push-read': () => {
    expect(eventOf('push-read')).toMatchObject({ kind: 'conversation.readByBuyer', position: '7301234567890140009' });
  },
  'push-pin': () => expect(eventOf('push-pin')).toMatchObject({ kind: 'conversation.pinned', isPinned: true }),
  'push-status': () => {
    expect(eventOf('push-status')).toMatchObject({ kind: 'conversation.statusChanged', status: 'closed' });
  },
  'engine-open': () => {
    expect(readEngineFrame(`0${sampleText('engine-open')}`)).toEqual({
      kind: 'open',
      pingIntervalMs: 25_000,
      pingTimeoutMs: 5_000,
    });
  },
  // Answers that no connector call asks for yet; the simulator gives them.
  'unread-count': () => void z.object({ total_unread_count: z.int() }).parse(wire('unread-count')),
  'user-sync': () => void z.object({ unread_count: z.int(), have_new_msg: z.boolean() }).parse(wire('user-sync')),
  'get-shop': () => void doneBody.parse(wire('get-shop')),
};

const BUYER_MESSAGE = {
  kind: 'message.received',
  via: 'live',
  message: {
    platformShopId: SHOP,
    platformMessageId: '7301234567890140009',
    author: 'buyer',
    content: { type: 'text', text: 'สวัสดี' },
  },
};

describe('samples', () => {
  it('are all read by a parser', () => {
    expect(sampleNames()).toEqual(Object.keys(CHECKS).sort());
  });
  for (const [name, check] of Object.entries(CHECKS)) it(`reads ${name}`, check);
});
