/** The parser of the real answer reads each sample of its kind. */
import { readdirSync, readFileSync } from 'node:fs';
import type { WireAnswer } from '@pasar/connector-kit';
import { parseExactJson } from '@pasar/connector-kit';
import {
  decodeFrame,
  decodeRequest,
  fromJson,
  GetConversationParticipantsReadIndexV3ResponseBodySchema,
  type JsonValue,
  MessagesInConversationResponseBodySchema,
  MessagesPerUserInitV2ResponseBodySchema,
  NewMessageNotifySchema,
  readCommandContent,
  replyResult,
  responseIn,
  SendMessageResponseBodySchema,
} from '@pasar/im-protocol';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SHOP } from '../fixtures/sample-shop.ts';
import { toShopAccess } from './auth/shop-access.ts';
import {
  chatTokenCall,
  csrfTokenCall,
  historyConversationCall,
  historyMsgCall,
  metaInfoCall,
  userInfoCall,
} from './calls/chat.ts';
import { passportLoginCall } from './calls/passport.ts';
import { shopAndCsCall, shopListCall } from './calls/shop.ts';
import { fromCommand } from './chat/command.ts';
import { buyerIdOf, fromWireConversation } from './chat/conversation.ts';
import { fromWireMessage } from './chat/message.ts';
import { fromWirePush } from './chat/push.ts';
import { readSendResult } from './chat/send.ts';
import type { SiteCall, TiktokScope } from './wire/scope.ts';

const sampleSchema = z.strictObject({
  source: z.string().min(1),
  date: z.iso.date(),
  tag: z.enum(['seen', 'official', 'ours']),
  wire: z.json(),
});
const read = new Set<string>();
function wireOf(name: string): JsonValue {
  read.add(name);
  return sampleSchema.parse(JSON.parse(readFileSync(new URL(`../samples/${name}.json`, import.meta.url), 'utf8'))).wire;
}
const SCOPE: TiktokScope = { country: 'MY', isGlobal: false, shop: null };
function answerOf(name: string): WireAnswer {
  const text = JSON.stringify(wireOf(name));
  return { status: 200, headers: {}, json: parseExactJson(text), text };
}
const frameOf = (name: string) => decodeFrame(Uint8Array.from(Buffer.from(z.string().parse(wireOf(name)), 'hex')));
const dataOf = <Value>(name: string, call: SiteCall<never, Value>): Value => {
  const outcome = call.fromWire(answerOf(name), SCOPE);
  if (!outcome.ok) throw new Error(`${name} is refused: ${JSON.stringify(outcome)}`);
  return outcome.value;
};
const messageBodies = () => fromJson(MessagesInConversationResponseBodySchema, wireOf('history-page')).messages;

afterAll(() => {
  const names = readdirSync(new URL('../samples/', import.meta.url)).filter((file) => file.endsWith('.json'));
  expect([...read].sort()).toEqual(names.map((file) => file.replace('.json', '')).sort());
});

describe('seller site', () => {
  test('shop and customer service', () => {
    expect(toShopAccess(dataOf('shop-and-cs-info', shopAndCsCall), { country: 'TH', isGlobal: false }, null)).toEqual(
      SHOP,
    );
  });
  test('shop list', () => {
    expect(dataOf('shop-list', shopListCall)).toHaveLength(2);
  });
  test('token', () => {
    expect(dataOf('token', chatTokenCall)).toMatchObject({ bizServiceId: 10002, pigeonCid: SHOP.pigeonCid });
  });
  test('user info', () => {
    expect(dataOf('user-info', userInfoCall)['7000000000000000002']?.screenName).toBe('aminah');
  });
  test('meta info', () => {
    expect(dataOf('meta-info', metaInfoCall)['7000000000000000123']).toEqual({ star: true });
  });
  test('history of conversations and messages', () => {
    expect(dataOf('history-conversation', historyConversationCall).conversationList[0]?.unreadCount).toBe(1);
    expect(dataOf('history-msg', historyMsgCall).messageList).toHaveLength(1);
  });
  test('a session that is over', () => {
    expect(chatTokenCall.fromWire(answerOf('not-logged-in'), SCOPE)).toMatchObject({
      ok: false,
      refusal: { reason: 'shop_login_expired' },
      canRetry: false,
    });
  });
  test('csrf header', () => {
    const headers = z.record(z.string(), z.string()).parse(wireOf('csrf-header'));
    expect(csrfTokenCall.fromWire({ status: 200, headers, json: undefined, text: '' }, SCOPE)).toEqual({
      ok: true,
      value: { token: '0a'.repeat(32), lifeMs: 86_400_000 },
    });
  });
});

describe('passport', () => {
  const readPassport = (name: string) => passportLoginCall.fromWire(answerOf(name), SCOPE);
  test('success', () => {
    expect(readPassport('passport-success')).toEqual({ ok: true, value: { userId: '7000000000000000777' } });
  });
  test.each([
    ['passport-refused', 'wrong_account_or_password'],
    ['passport-unknown', 'account_not_exist'],
    ['passport-captcha', 'captcha_needed'],
  ])('%s is %s', (name, reason) => {
    expect(readPassport(name)).toMatchObject({ ok: false, refusal: { reason }, canRetry: false });
  });
});

describe('chat protocol', () => {
  test('the captured client frame', () => {
    expect(decodeRequest(frameOf('frame-read-index').payload)).toMatchObject({ cmd: 2000, devicePlatform: 'web' });
  });

  test.each(['frame-push', 'frame-push-lz4'])('%s', (name) => {
    const notify = responseIn(frameOf(name)).body?.hasNewMessageNotify;
    if (notify?.message === undefined) throw new Error('no push');
    expect(fromWirePush(notify.message, SHOP, () => true)).toEqual({
      kind: 'events',
      events: [
        {
          kind: 'message.received',
          via: 'live',
          message: {
            platformShopId: SHOP.facts.platformShopId,
            platformConversationId: '7000000000000000123',
            platformMessageId: '7000000000000000999',
            position: '1672303171000000',
            sentAt: 1_672_303_171_000,
            author: 'buyer',
            content: { type: 'text', text: 'hello' },
            status: 'available',
            quote: null,
            idempotencyKey: null,
          },
        },
      ],
    });
  });

  test('the read command of the buyer', () => {
    const { message: body } = fromJson(NewMessageNotifySchema, wireOf('push-read'));
    if (body === undefined) throw new Error('no message');
    const content = readCommandContent(body.messageType, body.content);
    if (content.kind !== 'read') throw new Error(content.kind);
    expect(fromCommand({ content, body }, SHOP)).toEqual({
      kind: 'events',
      events: [
        {
          kind: 'conversation.readByBuyer',
          platformShopId: SHOP.facts.platformShopId,
          platformConversationId: '7000000000000000123',
          position: '1672303172000000',
        },
      ],
    });
  });

  test('a page of history', () => {
    const readings = messageBodies().map((body) => fromWireMessage(body, SHOP));
    expect(readings).toMatchObject([
      {
        kind: 'message',
        facts: {
          author: 'seller',
          idempotencyKey: '0b7e2f5e-8f0c-4a3c-9a44-0d3b6f4f1d11',
          content: {
            type: 'products',
            products: [{ itemId: expect.stringMatching(/^[0-9]+$/) }],
            wireType: 'goods_card',
            raw: { content: '[goods_card]' },
          },
        },
      },
      { kind: 'message', facts: { author: 'buyer', position: '1672303171000000' } },
    ]);
  });

  test('a page of conversations', () => {
    const page = fromJson(MessagesPerUserInitV2ResponseBodySchema, wireOf('init-page'));
    const [info] = page.conversations;
    if (info === undefined) throw new Error('no conversation');
    const buyerId = buyerIdOf(info, page.messages, SHOP);
    expect(buyerId).toBe('7000000000000000002');
    const extras = { buyer: { name: 'aminah', avatarUrl: null }, isPinned: true, buyerReadPosition: null };
    expect(fromWireConversation(info, page.messages[1] ?? null, buyerId ?? '', extras, SHOP)).toEqual({
      platformShopId: SHOP.facts.platformShopId,
      platformConversationId: '7000000000000000123',
      buyer: { buyerId: '7000000000000000002', name: 'aminah', avatarUrl: null },
      status: 'activated',
      isPinned: true,
      isMuted: false,
      isFavorite: false,
      unreadCount: 1,
      lastMessageId: '7000000000000001000',
      lastMessageAt: 1_672_303_172_000,
      sellerReadPosition: '1672303170000000',
      buyerReadPosition: null,
      address: { shortId: '7000000000000000123', type: '2', ticket: 'deprecated', pigeonUid: '7000000000000000002' },
    });
  });

  test('read indexes', () => {
    const { indexes } = fromJson(GetConversationParticipantsReadIndexV3ResponseBodySchema, wireOf('read-indexes'));
    expect(indexes[1]).toMatchObject({ userId: 7000000000000000002n, index: 1672303172000000n });
  });

  test('the reply to a send, accepted and closed', () => {
    const body = fromJson(SendMessageResponseBodySchema, wireOf('send-reply'));
    expect(readSendResult(replyResult('sendMessage', body))).toEqual({
      kind: 'accepted',
      serverMessageId: 7000000000000001000n,
    });
    const closed = fromJson(SendMessageResponseBodySchema, wireOf('send-closed'));
    expect(readSendResult(replyResult('sendMessage', closed))).toEqual({
      kind: 'refused',
      refusal: { reason: 'conversation_closed', detail: 'conversation_closed' },
      next: { kind: 'stop' },
    });
  });
});
