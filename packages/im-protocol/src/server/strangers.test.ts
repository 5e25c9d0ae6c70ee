import { beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { type Harness, harness, say } from './harness.ts';

let h: Harness;
beforeEach(() => {
  h = harness();
});
/** `from` writes to user 1, who never wrote to `from`. */
function knock(from: number, ...texts: string[]): bigint {
  const made = h.ok(from, COMMANDS.createConversation, { conversationType: 1, participants: [1n] });
  const shortId = made.conversation?.conversationShortId ?? 0n;
  for (const text of texts) say(h, from, shortId, text);
  return shortId;
}
const list = (body: { cursor?: bigint; count?: bigint; showTotalUnread?: boolean } = {}) =>
  h.ok(1, COMMANDS.strangerConversations, body);

describe('the stranger inbox', () => {
  test('IM-V35 a stranger’s messages are only listed there', () => {
    const first = knock(2, 'a', 'b');
    const second = knock(3, 'c');
    const reply = list({ showTotalUnread: true });
    expect(reply).toMatchObject({ totalUnread: 3, hasMore: false });
    expect(reply.conversationList).toMatchObject([
      { conversationShortId: second, unread: 1, lastMessage: { content: 'c' }, conversationId: 'inbox:1:1:3' },
      { conversationShortId: first, unread: 2, lastMessage: { content: 'b' } },
    ]);
    expect(h.ok(1, COMMANDS.userConversations, {}).list).toEqual([]);
    expect(h.ok(1, COMMANDS.messagesPerUser, {}).messages).toEqual([]);
    expect(h.ok(1, COMMANDS.unreadCount, { getTotal: true }).totalUnreadCount).toBe(0n);
    expect(h.ok(2, COMMANDS.userConversations, {}).list).toHaveLength(1);
    expect(h.ok(2, COMMANDS.strangerConversations, {}).conversationList).toEqual([]);
    expect(h.ok(1, COMMANDS.strangerConversations, {}).totalUnread).toBe(0);
  });

  test('IM-V35 50 a page by default, cursor and limits', () => {
    for (let from = 2; from < 57; from += 1) knock(from, 'hi');
    const first = list();
    expect(first.conversationList).toHaveLength(50);
    expect(first.hasMore).toBe(true);
    expect(list({ cursor: first.nextCursor }).conversationList).toHaveLength(5);
    for (const count of [0n, -1n, 201n]) expect(h.refused(1, COMMANDS.strangerConversations, { count })).toBe(4);
    expect(h.refused(1, COMMANDS.strangerConversations, { cursor: -1n })).toBe(4);
  });

  test('IM-V35 push 1099 to the receiver, 500 to the writer', () => {
    const mine = h.device(1);
    const theirs = h.device(2);
    knock(2, 'hello');
    expect(mine.got).toMatchObject([
      { cmd: 1099, sequenceId: 0n, body: { strangerHasNewMessageNotify: { message: { content: 'hello' } } } },
    ]);
    expect(theirs.got.map((response) => response.cmd)).toEqual([500, 500]);
  });

  test('IM-V36 an answer makes it an ordinary conversation', () => {
    const shortId = knock(2, 'hello');
    say(h, 1, shortId, 'answer');
    expect(list().conversationList).toEqual([]);
    expect(h.ok(1, COMMANDS.userConversations, {}).list).toHaveLength(1);
    const mine = h.device(1);
    say(h, 2, shortId, 'again');
    expect(mine.got[0]?.cmd).toBe(500);
    expect(h.refused(1, COMMANDS.strangerMessages, { conversationShortId: shortId })).toBe(3);
  });

  test('IM-V35 the host’s contacts are not strangers', () => {
    h = harness({ hooks: { isContact: (user, other) => user === 1n && other === 2n } });
    knock(2, 'hello');
    expect(list().conversationList).toEqual([]);
    expect(h.ok(1, COMMANDS.userConversations, {}).list).toHaveLength(1);
  });

  test('IM-V35 1002 gives the messages, and resets the count when asked', () => {
    const conversationShortId = knock(2, 'a', 'b');
    const reply = h.ok(1, COMMANDS.strangerMessages, { conversationShortId });
    expect(reply.messages.map((message) => message.content)).toEqual(['a', 'b']);
    expect(list().conversationList[0]?.unread).toBe(2);
    h.ok(1, COMMANDS.strangerMessages, { conversationShortId, resetUnreadCount: true });
    expect(list().conversationList[0]?.unread).toBe(0);
    expect(h.refused(1, COMMANDS.strangerMessages, { conversationShortId: 5n })).toBe(3);
    expect(h.refused(9, COMMANDS.strangerMessages, { conversationShortId })).toBe(13);
  });

  test('IM-V35 1003 to 1007 delete and mark read, for the caller only', () => {
    const conversationShortId = knock(2, 'a', 'b');
    const others = knock(3, 'c');
    const [first] = h.ok(1, COMMANDS.strangerMessages, { conversationShortId }).messages;
    const serverMessageId = first?.serverMessageId ?? 0n;
    h.ok(1, COMMANDS.deleteStrangerMessage, { conversationShortId, serverMessageId });
    expect(h.ok(1, COMMANDS.strangerMessages, { conversationShortId }).messages).toHaveLength(1);
    expect(h.refused(1, COMMANDS.deleteStrangerMessage, { conversationShortId, serverMessageId: 5n })).toBe(4);
    h.ok(1, COMMANDS.markStrangerRead, { conversationShortId });
    expect(list({ showTotalUnread: true }).totalUnread).toBe(1);
    h.ok(1, COMMANDS.markAllStrangersRead, {});
    expect(list({ showTotalUnread: true }).totalUnread).toBe(0);
    h.ok(1, COMMANDS.deleteStrangerConversation, { conversationShortId });
    expect(list().conversationList.map((one) => one.conversationShortId)).toEqual([others]);
    h.ok(1, COMMANDS.deleteAllStrangerConversations, {});
    expect(list().conversationList).toEqual([]);
    expect(h.ok(2, COMMANDS.messagesInConversation, { conversationShortId }).messages).toHaveLength(2);
    say(h, 2, conversationShortId, 'again');
    expect(list().conversationList).toMatchObject([{ unread: 1, lastMessage: { content: 'again' } }]);
    expect(h.refused(1, COMMANDS.deleteStrangerConversation, { conversationShortId: 5n })).toBe(3);
    expect(h.refused(1, COMMANDS.markStrangerRead, { conversationShortId: 5n })).toBe(3);
  });
});
