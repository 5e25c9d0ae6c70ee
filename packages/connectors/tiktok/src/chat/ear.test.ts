import type { StreamEnd, StreamListener } from '@pasar/connector-kit';
import { refusal } from '@pasar/domain';
import { create, type Delivery, type MessageBody, MessageBodySchema } from '@pasar/im-protocol';
import { beforeEach, describe, expect, test } from 'vitest';
import { SHOP } from '../../fixtures/sample-shop.ts';
import { refused, unlucky } from '../wire/outcome.ts';
import { createEar, type Ear } from './ear.ts';

/** The calls of the stream listener, in order. */
let told: string[];
let ends: StreamEnd[];
let ear: Ear;
const listener: StreamListener = {
  events: (batch) => told.push(...batch.map(({ kind }) => kind)),
  unreadable: ({ reason, bytes }) => told.push(`unreadable: ${reason} (${bytes.length > 0})`),
  gap: () => told.push('gap'),
  ended: (end) => ends.push(end),
};
beforeEach(() => {
  told = [];
  ends = [];
  ear = createEar(SHOP);
  ear.tellTo(listener);
});

const body = (serverMessageId: bigint): MessageBody =>
  create(MessageBodySchema, {
    conversationId: '7',
    conversationShortId: 7n,
    serverMessageId,
    indexInConversation: serverMessageId,
    messageType: 1000,
    sender: 2n,
    content: 'hello',
    ext: { type: 'text', sender_role: '1', uname: 'aminah' },
  });
const deliver = (via: Delivery['via'], id = 5n): void => {
  const message = {
    serverMessageId: id,
    index: id,
    clientMessageId: '',
    sender: 2n,
    messageType: 1000,
    content: 'hello',
    ext: {},
    createdAt: 0n,
    version: 0n,
    isRecalled: false,
    properties: new Map(),
    quotedId: null,
  };
  ear.listener.delivered({ conversationId: '7', message, body: body(id), via, isLate: false });
};

describe('what the client delivers', () => {
  test('from the log is told, a new conversation once', () => {
    deliver('log', 5n);
    deliver('log', 6n);
    expect(told).toEqual(['conversation.listed', 'message.received', 'message.received']);
  });
  test('in a conversation that was listed is no news', () => {
    ear.learn('7');
    deliver('log');
    expect(told).toEqual(['message.received']);
  });
  test('with the first list is for whoever asks for the list', () => {
    deliver('list');
    expect(told).toEqual([]);
  });
  test('was found missing: that asks for a look', () => {
    deliver('history');
    ear.listener.strangerWrote();
    expect(told).toEqual(['gap', 'gap']);
  });
  test('while nobody listens is a gap for the next who does, once', () => {
    ear.tellTo(null);
    deliver('log');
    ear.tellTo(listener);
    ear.tellTo(null);
    ear.tellTo(listener);
    expect(told).toEqual(['gap']);
    deliver('log', 6n);
    expect(told).toEqual(['gap', 'conversation.listed', 'message.received']);
  });
});

test('what cannot be read is set aside with its bytes', () => {
  ear.listener.unreadable({ reason: 'frame', bytes: Uint8Array.of(1), message: null });
  ear.listener.unreadable({ reason: 'message', bytes: null, message: body(5n) });
  expect(told).toEqual(['unreadable: frame (true)', 'unreadable: message (true)']);
});

test('the end of a socket is a loss, but for the gateway’s word that the token was revoked', () => {
  const lost = (code: number) =>
    ear.listener.connection({ kind: 'ended', end: { kind: 'lost', closed: { code, reason: 'why' } } });
  lost(1006);
  lost(4001);
  ear.listener.connection({ kind: 'ended', end: { kind: 'silent' } });
  ear.listener.connection({ kind: 'ended', end: { kind: 'closed' } });
  ear.listener.noToken(refused('wrong_account_or_password', null));
  ear.listener.noToken(unlucky('too_frequent', null));
  expect(ends).toEqual([
    { kind: 'lost', refusal: { reason: 'marketplace_unreachable', detail: 'socket closed (1006 why)' } },
    { kind: 'loggedOut', refusal: { reason: 'shop_login_expired', detail: 'socket closed (4001 why)' } },
    { kind: 'lost', refusal: { reason: 'marketplace_unreachable', detail: 'no heartbeat' } },
    { kind: 'closed' },
    { kind: 'loggedOut', refusal: refusal('wrong_account_or_password') },
    { kind: 'lost', refusal: refusal('too_frequent') },
  ]);
});
