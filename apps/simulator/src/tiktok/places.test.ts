import { describe, expect, test } from 'vitest';
import type { Conversation, Message } from '../world/types.ts';
import { createPlaces } from './places.ts';

const message = (messageId: string, acceptedAt: number): Message => ({
  messageId,
  ledgerId: `l-${messageId}`,
  from: 'buyer',
  kind: 'text',
  content: { text: messageId },
  idempotencyKey: null,
  acceptedAt,
});
const conversation = (messages: Message[]): Conversation => ({
  marketplace: 'tiktok',
  conversationId: '7000000000000000123',
  shopId: '1',
  buyer: { buyerId: '2', name: 'b', avatarUrl: null, language: 'en' },
  isPinned: false,
  status: 'activated',
  isMarkedUnread: false,
  sellerReadMessageId: null,
  buyerReadMessageId: null,
  messages,
});

describe('index_in_conversation', () => {
  const messages = [message('a', 1_000), message('b', 1_000), message('c', 999), message('d', 2_000)];
  const talk = conversation(messages);
  const places = createPlaces({ conversations: () => [talk] });

  test('is microseconds, and rises even when the clock stands or goes back', () => {
    expect(messages.map(({ messageId }) => places.indexOf(talk, messageId))).toEqual([
      1_000_000n,
      1_000_001n,
      1_000_002n,
      2_000_000n,
    ]);
    expect(places.indexOf(talk, 'z')).toBeNull();
  });

  test('finds the newest message at or before an index', () => {
    expect(places.messageAt(talk, 1_999_999n)?.messageId).toBe('c');
    expect(places.messageAt(talk, 2_000_000n)?.messageId).toBe('d');
    expect(places.messageAt(talk, 999_999n)).toBeNull();
  });

  test('keeps what was placed when messages are added', () => {
    messages.push(message('e', 1_500));
    expect(places.indexOf(talk, 'd')).toBe(2_000_000n);
    expect(places.newest(talk)).toBe(2_000_001n);
  });
});

test('the cursor of a shop starts beyond everything and each push begins where the last one ended', () => {
  const places = createPlaces({ conversations: () => [conversation([message('a', 5)])] });
  expect(places.cursor('1')).toBe(5_001n);
  expect(places.advance('1', 7_000n)).toEqual({ previous: 5_001n, next: 7_001n });
  expect(places.advance('1', 6_000n)).toEqual({ previous: 7_001n, next: 7_002n });
});
