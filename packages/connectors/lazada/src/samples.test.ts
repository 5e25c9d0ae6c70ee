import { readdirSync, readFileSync } from 'node:fs';
import { parseExactJson } from '@pasar/connector-kit';
import { comparePositions } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SCOPE, SHOP } from '../fixtures/sample-shop.ts';
import { toWireAnswer } from './auth/requests.ts';
import { loginUserInfo } from './calls/account.ts';
import { loginSubmit, sellerIdOfPage } from './calls/login.ts';
import { orderCards, orderData } from './calls/orders.ts';
import { productManagerList } from './calls/products.ts';
import { fromWireMessageList, fromWireSessionList } from './calls/reading/lists.ts';
import { fromWireMessage } from './calls/reading/message.ts';
import { fromWireSync } from './calls/reading/sync.ts';
import { fromWireFrame } from './chat/accs-frame.ts';
import { fromWireItem, fromWireItemText } from './chat/item.ts';
import { fromWireSend } from './chat/send.ts';
import { fromWireSession } from './chat/session-view.ts';
import { fromWireAnswer, toOutcome } from './wire/answer.ts';

const sampleSchema = z.strictObject({
  source: z.string().min(1),
  date: z.iso.date(),
  tag: z.enum(['seen', 'official', 'ours']),
  wire: z.unknown(),
});
const textOf = (name: string): string => readFileSync(new URL(`../samples/${name}.json`, import.meta.url), 'utf8');
const sample = (name: string): unknown => sampleSchema.parse(parseExactJson(textOf(name))).wire;
/** The sample as the gateway would write it: ids beyond 2^53 stay bare integers. */
const wireText = (name: string): string => /"wire": ([\s\S]*)\n\}\n$/.exec(textOf(name))?.[1] ?? '';
const wire = (name: string) =>
  toWireAnswer({ status: 200, headers: {}, bytes: new Uint8Array(), text: wireText(name) });
const answer = (name: string) => fromWireAnswer(wire(name));
const data = (name: string): unknown => {
  const outcome = toOutcome(answer(name));
  if (!outcome.ok) throw new Error(`${name}: ${outcome.refusal.detail}`);
  return outcome.value;
};

const SESSION = '1#103#1500024991005123456#1#2500170530338123456#2';
const read = new Set<string>();
const use = <Value>(name: string, value: Value): Value => {
  read.add(name);
  return value;
};

describe('samples', () => {
  it('session list: buyer, marks, ids beyond 2^53 and the sync id', () => {
    const list = fromWireSessionList(use('session-list', data('session-list')));
    if (!list.ok) throw new Error(list.reason);
    expect(list.value).toMatchObject({ hasMore: true, syncPoints: [{ namespace: 2, syncId: 1_793_240_000_000_088 }] });
    expect(fromWireSession(list.value.rows[0], SHOP)).toEqual({
      ok: true,
      value: {
        platformShopId: SHOP,
        platformConversationId: SESSION,
        buyer: { buyerId: '1500024991005123456', name: 'Fina C.', avatarUrl: 'https://img.lazcdn.com/avatar.png' },
        status: 'activated',
        isPinned: false,
        isMuted: null,
        isFavorite: null,
        unreadCount: 1,
        lastMessageId: '9100000000000000003',
        lastMessageAt: 1_793_250_000_123,
        sellerReadPosition: '1793240000000000',
        buyerReadPosition: null,
        // The sample has the tag of an unreplied session, which is left out.
        tags: [],
        address: {},
      },
    });
  });

  it('message list: text, picture, order, robot, recalled, key', () => {
    const list = fromWireMessageList(use('message-list', data('message-list')));
    if (!list.ok) throw new Error(list.reason);
    const messages = list.value.map((body) => {
      const message = fromWireMessage(body, SHOP);
      if (!message.ok) throw new Error(message.reason);
      return message.value;
    });
    expect(messages.map(({ author, content }) => [author, 'text' in content ? content.text : content.type])).toEqual([
      ['seller', 'order'],
      ['robot', 'I am the assistant.'],
      ['buyer', 'placeholder'],
      ['buyer', 'image'],
      ['seller', 'Yes, it is.'],
      ['buyer', 'Is this still available?'],
    ]);
    expect(messages.at(4)).toMatchObject({
      platformMessageId: '9100000000000000004',
      status: 'available',
      quote: null,
      idempotencyKey: '0b9c6f0e-7d54-4d43-9a51-3f0c3b1d2e4f',
      sentAt: 1_793_250_000_404,
      position: '1793250000404000',
    });
    expect(messages.at(5)?.idempotencyKey).toBeNull();
    expect(JSON.stringify(messages)).not.toContain('taken back');
    const positions = messages.map((message) => message.position);
    expect(positions.toSorted((left, right) => comparePositions(right, left))).toEqual(positions);
  });

  it('sync: the item behind its bare 64-bit seller id', () => {
    const page = fromWireSync(use('sync', data('sync')));
    if (!page.ok) throw new Error(page.reason);
    expect(page.value.state).toBe('end');
    expect(fromWireItemText(page.value.values[0]?.bizData ?? '', SHOP)).toMatchObject({
      ok: true,
      value: [{ kind: 'message.received', via: 'live', message: { content: { type: 'text', text: 'Hello?' } } }],
    });
  });

  it.each([
    ['push-common', true],
    ['push-gzip', false],
  ])('%s: a push', (name, hasItem) => {
    const frame = fromWireFrame(use(name, wireText(name)));
    if (!frame.ok || frame.value.kind !== 'data' || !frame.value.push.ok) throw new Error('not a push');
    expect(frame.value.push.value.syncId).toBe(hasItem ? 1_793_240_000_000_092 : 1_793_240_000_000_093);
    expect(frame.value.push.value.bizData === null).toBe(!hasItem);
  });

  it.each(['heartbeat', 'ping-answer'])('%s: a sign of life', (name) => {
    expect(fromWireFrame(use(name, wireText(name)))).toEqual({ ok: true, value: { kind: 'control' } });
  });

  it.each([
    [
      'session-update',
      ['conversation.listed', 'conversation.pinned', 'conversation.statusChanged', 'conversation.readBySeller'],
    ],
    [
      'session-update-nested',
      ['conversation.listed', 'conversation.pinned', 'conversation.statusChanged', 'conversation.readBySeller'],
    ],
    ['read-receipt', ['conversation.readByBuyer']],
    ['status', []],
  ])('%s: %j', (name, kinds) => {
    const events = fromWireItem(use(name, sample(name)), SHOP);
    if (!events.ok) throw new Error(events.reason);
    expect(events.value.map((event) => event.kind)).toEqual(kinds);
  });

  it('a sent message, a user, a token, an opened session', () => {
    expect(fromWireSend(use('sent', answer('sent')))).toEqual({
      kind: 'accepted',
      platformMessageId: '9100000000000000004',
      position: '1793250000404000',
      sentAt: 1_793_250_000_404,
    });
    expect(loginUserInfo.fromWire(use('user-info', wire('user-info')), SCOPE)).toMatchObject({
      ok: true,
      value: { platformShopId: '4700000000000000123', sellerId: '2500170530338123456', country: 'PH' },
    });
    expect(use('socket-token', data('socket-token'))).toEqual({ result: '5d3f0a1b2c4d5e6f708192a3b4c5d6e7' });
  });

  it.each([
    ['token-expired', 'call_failed', true],
    ['session-expired', 'shop_login_expired', false],
    ['captcha', 'verification_needed', false],
  ])('%s: refused as %s', (name, reason, canRetry) => {
    expect(toOutcome(use(name, answer(name)))).toMatchObject({ ok: false, refusal: { reason }, canRetry });
  });

  it('the login steps', () => {
    expect(loginSubmit.fromWire(use('login-submitted', wire('login-submitted')), SCOPE)).toMatchObject({ ok: true });
    expect(loginSubmit.fromWire(use('login-refused', wire('login-refused')), SCOPE)).toMatchObject({
      ok: false,
      refusal: { reason: 'wrong_account_or_password' },
      canRetry: false,
    });
    expect(sellerIdOfPage(z.string().parse(use('im-window', sample('im-window'))))).toBe('2500170530338123456');
  });

  it('orders and products', () => {
    const order = { orderId: '900548022891005', status: 'wait_receiver_confirm', buyerId: '1500024991005123456' };
    expect(orderCards.fromWire(use('order-cards', wire('order-cards')), SCOPE)).toMatchObject({
      ok: true,
      value: { items: [order], unreadable: [], total: 1 },
    });
    expect(orderData.fromWire(use('order-data', wire('order-data')), SCOPE)).toMatchObject({
      ok: true,
      value: { items: [{ ...order, items: [{ productId: '4800000000000000001' }] }], unreadable: [], total: 1 },
    });
    const products = use('product-manager-list', wire('product-manager-list'));
    expect(productManagerList.fromWire(products, SCOPE)).toMatchObject({
      ok: true,
      value: { items: [{ productId: '4800000000000000001', status: 'online', stock: 12 }], unreadable: [], total: 1 },
    });
  });

  it('every sample is dated, tagged and read above', () => {
    const names = readdirSync(new URL('../samples/', import.meta.url)).filter((file) => file.endsWith('.json'));
    for (const name of names) sample(name.replace('.json', ''));
    expect([...read].sort()).toEqual(names.map((name) => name.replace('.json', '')).sort());
  });
});
