import { asBuyerId, asPlatformConversationId } from '@pasar/domain';
import { create, refusalResult, replyResult, SendMessageResponseBodySchema, statusKind } from '@pasar/im-protocol';
import { describe, expect, test } from 'vitest';
import { SHOP } from '../../fixtures/sample-shop.ts';
import { readSendResult, toWireMessage } from './send.ts';

const body = (init: object) =>
  readSendResult(replyResult('sendMessage', create(SendMessageResponseBodySchema, { serverMessageId: 9n, ...init })));
const status = (statusCode: number) =>
  readSendResult(refusalResult({ kind: 'refused', statusCode, status: statusKind(statusCode), detail: '' }));

describe('what a send says of the shop', () => {
  test.each([
    ['GLOBAL', 'en'],
    ['PH', 'en'],
    ['MY', 'ms'],
    ['SG', 'en'],
    ['ID', 'id'],
    ['VN', 'vi'],
    ['TH', 'th'],
    ['GB', 'en'],
  ] as const)('%s: its id, its region and the language pair (%s)', (country, language) => {
    const shop = { ...SHOP, facts: { ...SHOP.facts, country } };
    const { platformShopId } = shop.facts;
    const conversation = {
      platformShopId,
      platformConversationId: asPlatformConversationId('7100000000000000001'),
      buyerId: asBuyerId('7000000000000000002'),
      address: {},
    };
    const saying = { conversation, content: 'hello', ext: { type: 'text' }, quote: null, idempotencyKey: 'key' };
    expect(toWireMessage(saying, { shop }).ext).toMatchObject({
      type: 'text',
      sender_role: '2',
      shop_id: platformShopId,
      shop_region: SHOP.region,
      'a:user_language': language,
      'a:target_language': language,
    });
  });
});

describe('what a reply to a send says', () => {
  test('accepted with its id', () => {
    expect(body({ status: 0 })).toEqual({ kind: 'accepted', serverMessageId: 9n });
  });
  test('accepted without an id, or with a status nobody knows, leaves a doubt', () => {
    expect(body({ status: 0, serverMessageId: 0n }).kind).toBe('inDoubt');
    expect(body({ status: 77 }).kind).toBe('inDoubt');
  });
  test.each([
    [1, 'not_found', 'stop'],
    [2, 'conversation_closed', 'stop'],
    [3, 'message_refused', 'stop'],
    [4, 'message_refused', 'stop'],
    [5, 'blocked_by_user', 'stop'],
  ])('send status %i is %s, then %s', (code, reason, next) => {
    expect(body({ status: code, checkMessage: 'their words' })).toMatchObject({
      kind: 'refused',
      refusal: { reason, detail: 'their words' },
      next: { kind: next },
    });
  });
  test('a buyer whom the shop may not write to has a reason of its own', () => {
    expect(body({ status: 3, checkMessage: 'can_not_send_message' })).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'buyer_out_of_reach' },
      next: { kind: 'stop' },
    });
  });
  test.each([
    [429, 'too_frequent', { kind: 'wait', delayMs: 2_000 }],
    [16, 'too_frequent', { kind: 'wait', delayMs: 2_000 }],
    [15, 'not_found', { kind: 'stop' }],
    [12, 'message_refused', { kind: 'stop' }],
    [11, 'marketplace_error', { kind: 'stop' }],
  ])('status %i is %s', (code, reason, next) => {
    expect(status(code)).toMatchObject({ kind: 'refused', refusal: { reason }, next });
  });
  test('a dead token was certainly refused; a server that stumbled leaves a doubt', () => {
    expect(readSendResult({ kind: 'refresh', code: 1, detail: 'invalid token' })).toEqual({
      kind: 'refused',
      refusal: { reason: 'marketplace_error', detail: 'invalid token' },
      next: { kind: 'wait', delayMs: 0 },
    });
    expect([status(6).kind, status(500).kind, status(4711).kind]).toEqual(['inDoubt', 'inDoubt', 'inDoubt']);
  });
  test('silence, a cut and an unreadable reply leave a doubt; what never left is refused', () => {
    const doubt = (why: 'timedOut' | 'cut' | 'unreadable', detail = '') =>
      readSendResult({ kind: 'unconfirmed', why, detail });
    expect(doubt('timedOut')).toEqual({ kind: 'inDoubt', detail: 'request timed out' });
    expect(doubt('cut').kind).toBe('inDoubt');
    expect(doubt('unreadable', 'odd')).toEqual({ kind: 'inDoubt', detail: 'odd' });
    expect(readSendResult({ kind: 'notSent' })).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'marketplace_unreachable' },
      next: { kind: 'wait' },
    });
  });
});
