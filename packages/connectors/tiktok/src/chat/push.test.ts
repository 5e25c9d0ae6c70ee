import { create, isCommandMessage, MessageBodySchema, readCommandContent } from '@pasar/im-protocol';
import { describe, expect, test } from 'vitest';
import { SHOP } from '../../fixtures/sample-shop.ts';
import { fromCommand, fromPresence } from './command.ts';
import { fromWireMessage } from './message.ts';
import { fromWirePush } from './push.ts';

const BUYER = 7000000000000000002n;
const chat = (over: object) =>
  create(MessageBodySchema, {
    conversationId: '7000000000000000123',
    conversationShortId: 7000000000000000123n,
    conversationType: 2,
    serverMessageId: 5n,
    indexInConversation: 1_700_000_000_000_000n,
    messageType: 1000,
    sender: BUYER,
    content: 'hello',
    ext: { type: 'text', sender_role: '1', uname: 'aminah' },
    createTime: 1_700_000_000_000n,
    ...over,
  });
/** A push as the client reports it. */
const push = (over: object, isKnown = false) => {
  const body = chat(over);
  if (!isCommandMessage(body.messageType)) return fromWirePush(body, SHOP, () => isKnown);
  const content = readCommandContent(body.messageType, body.content);
  if (content.kind === 'unreadable' || content.kind === 'unknown') throw new Error(content.kind);
  return fromCommand({ content, body }, SHOP);
};
const factsOf = (over: object) => {
  const reading = fromWireMessage(chat(over), SHOP);
  if (reading.kind !== 'message') throw new Error(reading.item.reason);
  return reading.facts;
};

describe('messages', () => {
  test.each([
    [{ sender_role: '1' }, 'buyer'],
    [{ sender_role: '2' }, 'seller'],
    [{ sender_role: '3' }, 'robot'],
    [{ sender_role: '4' }, 'system'],
  ])('%j is written by the %s', (ext, author) => {
    expect(factsOf({ ext: { type: 'text', ...ext } }).author).toBe(author);
  });
  test('what the marketplace remarks is nobody’s', () => {
    expect(factsOf({ ext: { type: 'allocated_service', sender_role: '3' } })).toMatchObject({
      author: 'system',
      content: { type: 'notice', text: 'hello' },
    });
  });
  test('without a role the sender decides', () => {
    expect(factsOf({ ext: {} }).author).toBe('buyer');
    expect(factsOf({ ext: {}, sender: BigInt(SHOP.pigeonCid) }).author).toBe('seller');
  });
  test('kinds that are not text keep their raw content', () => {
    const ext = { type: 'card_of_tomorrow', sender_role: '3' };
    expect(factsOf({ ext }).content).toEqual({
      type: 'placeholder',
      kind: 'unknown',
      wireType: 'card_of_tomorrow',
      raw: { content: 'hello', ext },
    });
    expect(factsOf({ messageType: 10_003 }).content).toMatchObject({ kind: 'unknown', wireType: 'message_type 10003' });
  });
  test('a message without a time is as old as its index says', () => {
    expect(factsOf({ createTime: 0n, indexInConversation: 1_700_000_000_123_456n }).sentAt).toBe(1_700_000_000_123);
  });
  test.each([
    ['server_message_id', { serverMessageId: 0n }],
    ['index_in_conversation', { indexInConversation: 0n }],
    ['index_in_conversation', { indexInConversation: -1n }],
    ['conversation', { conversationId: '', conversationShortId: 0n }],
  ])('without %s it is set aside', (what, over) => {
    expect(fromWireMessage(chat(over), SHOP)).toMatchObject({
      kind: 'unreadable',
      item: { reason: `message without ${what}`, platformShopId: SHOP.facts.platformShopId },
    });
  });
});

describe('pushes', () => {
  const kindsOf = (over: object, isKnown = false) => {
    const reading = push(over, isKnown);
    return reading.kind === 'events' ? reading.events.map(({ kind }) => kind) : reading.kind;
  };
  const command = (content: string) => ({ messageType: 50_001, content });

  test('a conversation that is new is listed before its first buyer message', () => {
    expect(kindsOf({})).toEqual(['conversation.listed', 'message.received']);
    expect(kindsOf({}, true)).toEqual(['message.received']);
    expect(kindsOf({ ext: { type: 'text', sender_role: '1' } })).toEqual(['message.received']);
    expect(kindsOf({ ext: { type: 'text', sender_role: '2' } })).toEqual(['message.received']);
  });
  test('a read command is the seller’s or the buyer’s by its sender', () => {
    const read = command('{"command_type":1,"conversation_id":"7000000000000000123","read_index":17}');
    expect(kindsOf(read)).toEqual(['conversation.readByBuyer']);
    expect(kindsOf({ ...read, sender: BigInt(SHOP.pigeonCid) })).toEqual(['conversation.readBySeller']);
  });
  test('a message that was taken back, deleted or marked is told as that', () => {
    const told = (messageType: number, content: object) => {
      const reading = push({ messageType, content: JSON.stringify(content) });
      return reading.kind === 'events' ? reading.events : reading.kind;
    };
    const message = { platformMessageId: '7000000000000000999' };
    const message_id = '7000000000000000999';
    expect(told(50_021, { message_id })).toMatchObject([{ kind: 'message.withdrawn', ...message, status: 'recalled' }]);
    expect(told(50_001, { command_type: 2, message_id })).toMatchObject([
      { kind: 'message.withdrawn', ...message, status: 'deleted' },
    ]);
    const mark = { message_ids: [message_id], action_type: 2, do_action: false };
    expect(told(50_012, mark)).toMatchObject([{ kind: 'message.marked', ...message, mark: 'pin', isMarked: false }]);
    expect(told(50_016, { ...mark, action_type: 1 })).toMatchObject([{ mark: 'favorite', isMarked: false }]);
    expect(told(50_012, { ...mark, action_type: 9 })).toBe('nothing');
  });
  test('typing is the buyer’s, and entering is not typing', () => {
    const conversation = { conversationId: '7', conversationShortId: 7n, conversationType: 2 };
    const sign = (action: 'typing' | 'cleared' | 'entering', userId = BUYER) =>
      fromPresence({ kind: 'presence', conversation, userId, action, extra: {} }, SHOP);
    const told = { kind: 'conversation.typing', platformConversationId: '7' };
    expect(sign('typing')).toMatchObject({ events: [{ ...told, isTyping: true }] });
    expect(sign('cleared')).toMatchObject({ events: [{ ...told, isTyping: false }] });
    expect(sign('entering')).toEqual({ kind: 'nothing' });
    expect(sign('typing', BigInt(SHOP.pigeonCid))).toEqual({ kind: 'nothing' });
  });
  test('a change that is not told asks for a comparison', () => {
    expect(kindsOf(command('{"command_type":4}'))).toBe('stale');
  });
  test('other commands say nothing we keep; a read position that is none is set aside', () => {
    expect(kindsOf(command('{"command_type":8}'))).toBe('nothing');
    expect(kindsOf(command('{"command_type":1,"read_index":-2}'))).toBe('unreadable');
  });
});
