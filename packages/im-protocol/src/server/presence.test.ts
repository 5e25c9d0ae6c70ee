import { beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { group, type Harness, harness, pair, say } from './harness.ts';

let h: Harness;
beforeEach(() => {
  h = harness();
});
const newest = (responses: readonly { readonly body?: unknown }[]) => responses.at(-1)?.body;

describe('410 and 411', () => {
  test('IM-V33 typing is told to the others at once and stored nowhere', () => {
    const conversationShortId = pair(h);
    const [mine, theirs] = [h.device(1), h.device(2)];
    const before = h.server.fingerprint();
    expect(h.ok(1, COMMANDS.inputStatus, { conversationShortId })).toMatchObject({ status: 0 });
    expect(h.server.fingerprint()).toBe(before);
    expect(mine.got).toEqual([]);
    expect(newest(theirs.got)).toMatchObject({
      hasNewMessageNotify: {
        previousCursor: 0n,
        nextCursor: 0n,
        message: { messageType: 50_004, sender: 1n, ext: { 's:action_type': '3' } },
      },
    });
    h.ok(1, COMMANDS.inputStatus, { conversationShortId, status: 4 });
    expect(newest(theirs.got)).toMatchObject({ hasNewMessageNotify: { message: { ext: { 's:action_type': '4' } } } });
    h.ok(1, COMMANDS.userAction, { conversationShortId, extra: { a: 'b' } });
    expect(newest(theirs.got)).toMatchObject({ hasNewMessageNotify: { message: { ext: { 's:action_type': '1' } } } });
    expect(h.refused(9, COMMANDS.inputStatus, { conversationShortId })).toBe(13);
    expect(h.refused(9, COMMANDS.userAction, { conversationShortId })).toBe(13);
    expect(h.refused(1, COMMANDS.userAction, { conversationShortId, extra: { a: 'x'.repeat(9_000) } })).toBe(4);
  });
});

describe('live and broadcast', () => {
  test('IM-V34 IM-V52 a user who enters a live chat is a visitor, counted while present', () => {
    const conversationShortId = group(h, [2], 3);
    const counter = () =>
      h.ok(1, COMMANDS.broadcastUserCounter, { conversations: [{ conversationShortId, conversationType: 3 }, {}] })
        .infos;
    h.ok(5, COMMANDS.userAction, { conversationShortId });
    h.ok(1, COMMANDS.userAction, { conversationShortId });
    expect(counter()).toMatchObject([{ conversationShortId, counter: 2, conversationType: 3 }]);
    const page = h.ok(5, COMMANDS.participants, { conversationShortId }).participantsPage;
    expect(page?.participants.at(-1)).toMatchObject({ userId: 5n, role: 3 });
    say(h, 5, conversationShortId, 'visitors may speak');
    h.ok(5, COMMANDS.userAction, { conversationShortId, actionType: 2 });
    expect(counter()).toMatchObject([{ counter: 1 }]);
    expect(h.refused(6, COMMANDS.userAction, { conversationShortId, actionType: 2 })).toBe(13);
  });

  test('IM-V31 live and broadcast messages are pushed per conversation and are in no log', () => {
    const conversationShortId = group(h, [2], 3);
    const theirs = h.device(2);
    const { perUserCursor } = h.ok(2, COMMANDS.messagesPerUserInit, {});
    say(h, 1, conversationShortId, 'hello');
    expect(theirs.got).toMatchObject([{ cmd: 500, body: { hasNewMessageNotify: { notifyType: 2, nextCursor: 0n } } }]);
    expect(h.ok(2, COMMANDS.messagesPerUserInit, {}).perUserCursor).toBe(perUserCursor);
  });

  test('IM-V50 IM-V51 broadcasts are sent by owner and managers, pushed as 505 and read by pages', () => {
    const conversationShortId = group(h, [2, 3], 4);
    const theirs = h.device(2);
    const sent = ['a', 'b', 'c'].map((content) =>
      h.ok(1, COMMANDS.broadcastSend, { conversationShortId, content, messageType: 1000, clientMessageId: content }),
    );
    expect(sent[0]).toMatchObject({ status: 0, clientMessageId: 'a' });
    expect(theirs.got.map((response) => response.cmd)).toEqual([505, 505, 505]);
    expect(h.ok(2, COMMANDS.broadcastSend, { conversationShortId, content: 'x' })).toMatchObject({ status: 2 });
    expect(h.ok(1, COMMANDS.sendMessage, { conversationShortId, content: 'x' })).toMatchObject({ status: 2 });
    expect(h.refused(1, COMMANDS.broadcastSend, { conversationShortId: group(h), content: 'x' })).toBe(4);
    const page = (body: { cursor?: bigint; limit?: bigint; reverse?: boolean }) =>
      h.ok(3, COMMANDS.broadcastReceive, { conversationShortId, ...body });
    const first = page({ limit: 2n });
    expect(first.messages.map((message) => message.content)).toEqual(['a', 'b']);
    expect(first.hasMore).toBe(true);
    expect(page({ cursor: first.nextCursor }).messages.map((message) => message.content)).toEqual(['c']);
    const back = page({ limit: 2n, reverse: true });
    expect(back.messages.map((message) => message.content)).toEqual(['c', 'b']);
    expect(page({ reverse: true, cursor: back.nextCursor }).messages.map((m) => m.content)).toEqual(['a']);
    for (const limit of [0n, -1n, 201n]) {
      expect(h.refused(3, COMMANDS.broadcastReceive, { conversationShortId, limit })).toBe(4);
    }
    expect(h.refused(3, COMMANDS.broadcastReceive, { conversationShortId, cursor: -1n })).toBe(4);
    expect(h.refused(3, COMMANDS.broadcastReceive, { conversationShortId: pair(h) })).toBe(13);
    const many = Array.from({ length: 101 }, () => ({ conversationShortId }));
    expect(h.refused(1, COMMANDS.broadcastUserCounter, { conversations: many })).toBe(4);
  });
});
