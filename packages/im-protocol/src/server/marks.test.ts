import { beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { group, type Harness, harness, type Said, say } from './harness.ts';

let h: Harness;
let conversationShortId: bigint;
let said: Said[];
beforeEach(() => {
  h = harness();
  conversationShortId = group(h);
  said = ['a', 'b', 'c'].map((text) => say(h, 2, conversationShortId, text));
});
const mark = (
  place: number,
  more: { actionType?: 1 | 2 | 3; tag?: bigint; sortTime?: bigint; doAction?: boolean } = {},
) =>
  h.ok(1, COMMANDS.markMessage, {
    conversationShortId,
    serverMessageId: said[place]?.id ?? 0n,
    doAction: true,
    actionType: 1,
    ...more,
  });
const pull = (
  body: { cursor?: bigint; limit?: bigint; asc?: boolean; tag?: bigint; clearUnreadCount?: boolean } = {},
) => h.ok(1, COMMANDS.pullMarkedMessages, { actionType: 1, ...body });
const texts = (messages: readonly { readonly content: string }[]) => messages.map((message) => message.content);

describe('2036 and 2037', () => {
  test('IM-V65 marks are the caller’s own, by kind and tag, newest first', () => {
    expect(mark(0)).toMatchObject({ serverMessageId: said[0]?.id, status: 0, checkCode: 0n });
    mark(2);
    mark(1, { tag: 7n });
    mark(1, { actionType: 2 });
    expect(texts(pull().messages)).toEqual(['c', 'a']);
    expect(texts(pull({ asc: true }).messages)).toEqual(['a', 'c']);
    expect(texts(pull({ tag: 7n }).messages)).toEqual(['b']);
    expect(h.ok(2, COMMANDS.pullMarkedMessages, { actionType: 1 }).messages).toEqual([]);
    mark(0, { doAction: false });
    expect(texts(pull().messages)).toEqual(['c']);
  });

  test('IM-V66 pages by sort time, even when times are equal', () => {
    for (const place of [0, 1, 2]) mark(place, { sortTime: 50n });
    const first = pull({ limit: 2n });
    expect(texts(first.messages)).toEqual(['c', 'b']);
    expect(texts(pull({ limit: 2n, cursor: first.nextCursor }).messages)).toEqual(['a']);
    const rising = pull({ limit: 1n, asc: true });
    expect(texts(pull({ cursor: rising.nextCursor, asc: true }).messages)).toEqual(['b', 'c']);
    for (const limit of [0n, -1n, 201n]) {
      expect(h.refused(1, COMMANDS.pullMarkedMessages, { actionType: 1, limit })).toBe(4);
    }
    expect(h.refused(1, COMMANDS.pullMarkedMessages, { actionType: 1, cursor: -1n })).toBe(4);
    expect(h.refused(1, COMMANDS.pullMarkedMessages, {})).toBe(4);
    expect(h.refused(9, COMMANDS.pullMarkedMessages, { actionType: 1, conversationShortId })).toBe(13);
  });

  test('IM-V65 a message that is no longer visible is not listed, and cannot be marked', () => {
    mark(0);
    h.ok(1, COMMANDS.deleteMessage, { conversationShortId, messageId: said[0]?.id ?? 0n });
    expect(pull().messages).toEqual([]);
    const body = { conversationShortId, serverMessageId: said[0]?.id ?? 0n, doAction: true, actionType: 1 as const };
    expect(h.refused(1, COMMANDS.markMessage, body)).toBe(4);
    expect(h.refused(1, COMMANDS.markMessage, { ...body, actionType: 0 })).toBe(4);
    expect(h.refused(1, COMMANDS.markMessage, { ...body, sortTime: -1n })).toBe(4);
    expect(h.refused(9, COMMANDS.markMessage, body)).toBe(13);
  });
});

describe('2054 to 2056', () => {
  const counts = (tags: bigint[] = []) => h.ok(1, COMMANDS.markedUnreadCount, { getTotal: true, tags });

  test('IM-V67 counted as marks are set, cleared by a pull, replaced by a report', () => {
    mark(0);
    mark(1);
    mark(1);
    mark(2, { tag: 7n });
    expect(counts()).toMatchObject({ totalCount: 3n, tagUnreadCount: { 0: 2n, 7: 1n } });
    expect(counts([7n, 8n])).toMatchObject({ tagUnreadCount: { 7: 1n }, failedTagList: [8n] });
    mark(0, { doAction: false });
    expect(counts().tagUnreadCount).toEqual({ 0: 1n, 7: 1n });
    pull({ clearUnreadCount: true });
    expect(counts()).toMatchObject({ totalCount: 1n, tagUnreadCount: { 0: 0n, 7: 1n } });
    const report = h.ok(1, COMMANDS.reportMarkedUnreadCount, {
      conversationShortId,
      totalUnreadCount: 9n,
      tagUnreadCount: { 7: 9n, 8: -1n },
    });
    expect(report).toMatchObject({ setTotalStatus: true, failedTagList: [8n] });
    expect(counts()).toMatchObject({ totalCount: 9n, tagUnreadCount: { 0: 0n, 7: 9n } });
    const bad = h.ok(1, COMMANDS.reportMarkedUnreadCount, { totalUnreadCount: -1n });
    expect(bad.setTotalStatus).toBe(false);
    expect(h.refused(9, COMMANDS.reportMarkedUnreadCount, { conversationShortId })).toBe(13);
    expect(h.refused(9, COMMANDS.markedUnreadCount, { conversationShortId })).toBe(13);
  });

  test('IM-V65 several messages are unmarked at once; messages without the mark are skipped', () => {
    mark(0);
    mark(1);
    const serverMessageIds = [...said.map((one) => one.id), 5n];
    expect(h.ok(1, COMMANDS.batchUnmark, { serverMessageIds, actionType: 1 })).toMatchObject({ status: 0 });
    expect(pull().messages).toEqual([]);
    expect(h.refused(1, COMMANDS.batchUnmark, { serverMessageIds: [], actionType: 1 })).toBe(4);
    expect(h.refused(1, COMMANDS.batchUnmark, { serverMessageIds })).toBe(4);
    const many = Array.from({ length: 101 }, (_, place) => BigInt(place + 1));
    expect(h.refused(1, COMMANDS.batchUnmark, { serverMessageIds: many, actionType: 1 })).toBe(4);
  });
});
