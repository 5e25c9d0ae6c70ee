import { beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { group, type Harness, harness, pair, say } from './harness.ts';

let h: Harness;
let conversationShortId: bigint;
beforeEach(() => {
  h = harness();
  conversationShortId = group(h);
});
const readIndexOf = (user: bigint) =>
  h.ok(1, COMMANDS.readIndex, { conversationShortId, conversationType: 2 }).indexes.find((one) => one.userId === user)
    ?.index;
const total = (user: number) => h.ok(user, COMMANDS.unreadCount, { getTotal: true }).totalUnreadCount;

describe('2000, 2001, 2002', () => {
  test('IM-V40 the read index only rises, and not beyond the newest message', () => {
    const [one, two] = [say(h, 1, conversationShortId, 'one'), say(h, 1, conversationShortId, 'two')];
    h.ok(2, COMMANDS.markRead, { conversationShortId, readMessageIndex: one.index });
    expect(readIndexOf(2n)).toBe(one.index);
    expect(total(2)).toBe(1n);
    h.ok(2, COMMANDS.markRead, { conversationShortId, readMessageIndex: two.index + 1_000n });
    expect(readIndexOf(2n)).toBe(two.index);
    const count = h.entries.length;
    h.ok(2, COMMANDS.markRead, { conversationShortId, readMessageIndex: one.index });
    expect(h.entries).toHaveLength(count);
    expect(readIndexOf(2n)).toBe(two.index);
    expect(readIndexOf(3n)).toBe(0n);
  });

  test('IM-V23 sending a message does not move the read index', () => {
    say(h, 1, conversationShortId, 'one');
    say(h, 2, conversationShortId, 'answer');
    expect(readIndexOf(2n)).toBe(0n);
    expect(total(2)).toBe(1n);
  });

  test('IM-V40 negative numbers and callers who are not members are refused', () => {
    expect(h.refused(2, COMMANDS.markRead, { conversationShortId, readMessageIndex: -1n })).toBe(4);
    expect(h.refused(2, COMMANDS.markRead, { conversationShortId, convUnreadCount: -1n })).toBe(4);
    expect(h.refused(9, COMMANDS.markRead, { conversationShortId })).toBe(13);
    expect(h.refused(9, COMMANDS.readIndex, { conversationShortId })).toBe(13);
    expect(h.refused(9, COMMANDS.minIndex, { conversationShortId })).toBe(13);
    expect(h.refused(2, COMMANDS.minIndex, { conversationShortId: 9n })).toBe(3);
  });
});

describe('2018, 2030', () => {
  test('IM-V41 counted: messages of others, above the read index, not recalled, not deleted', () => {
    const twosome = pair(h);
    say(h, 2, conversationShortId, 'own');
    const recalled = say(h, 1, conversationShortId, 'recalled');
    const deleted = say(h, 1, conversationShortId, 'deleted');
    say(h, 3, conversationShortId, 'counts');
    h.ok(1, COMMANDS.sendMessage, { conversationShortId, content: 'quiet', ext: { 's:do_not_increase_unread': '1' } });
    h.ok(1, COMMANDS.sendMessage, { conversationShortId, content: 'quiet', ignoreBadgeCount: true });
    h.ok(1, COMMANDS.recallMessage, { conversationShortId, serverMessageId: recalled.id });
    h.ok(2, COMMANDS.deleteMessage, { conversationShortId, messageId: deleted.id });
    say(h, 1, twosome, 'hi');
    const reply = h.ok(2, COMMANDS.unreadCount, { getTotal: true, convShortId: [conversationShortId, twosome, 77n] });
    expect(reply.totalUnreadCount).toBe(2n);
    expect(reply.convUnreadCount).toEqual({ [String(conversationShortId)]: 1n, [String(twosome)]: 1n });
    expect(reply.failedConvList).toEqual([77n]);
  });

  test('IM-V42 a report is kept for the host and changes no count', () => {
    say(h, 1, conversationShortId, 'one');
    const reply = h.ok(2, COMMANDS.reportUnreadCount, {
      totalUnreadCount: 40n,
      convUnreadCount: [
        { convShortId: conversationShortId, unreadCount: 39n },
        { convShortId: conversationShortId, unreadCount: -1n },
        { convShortId: 7n, unreadCount: 1n },
      ],
    });
    expect(reply).toMatchObject({ setTotalStatus: true, failedConvList: [conversationShortId, 7n] });
    expect(total(2)).toBe(1n);
    expect(h.server.state.users.get('2')?.reportedTotal).toBe(40n);
    expect(h.ok(2, COMMANDS.reportUnreadCount, { totalUnreadCount: -1n }).setTotalStatus).toBe(false);
    expect(h.server.state.users.get('2')?.reportedTotal).toBe(40n);
  });
});
