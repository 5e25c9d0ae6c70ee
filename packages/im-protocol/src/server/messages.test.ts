import { beforeEach, describe, expect, test } from 'vitest';
import { indexesChecksum } from '../client/checksum.ts';
import { COMMANDS } from '../commands.ts';
import { group, type Harness, harness, pair, type Said, say } from './harness.ts';

let h: Harness;
let conversationShortId: bigint;
beforeEach(() => {
  h = harness();
  conversationShortId = group(h);
});
const fill = (count: number): Said[] =>
  Array.from({ length: count }, (_, place) => say(h, (place % 4) + 1, conversationShortId, `m${place}`));

describe('200 and 203', () => {
  test('IM-V30 the user’s log from the cursor on, including command messages, 50 a page', () => {
    fill(60);
    h.ok(2, COMMANDS.setSetting, { conversationShortId, setMute: true });
    const pages = [];
    for (let cursor = 0n; ; ) {
      const page = h.ok(2, COMMANDS.messagesPerUser, { cursor });
      pages.push(page.messages);
      cursor = page.nextCursor;
      if (!page.hasMore) break;
    }
    // The creation of the group, 60 messages, the setting.
    expect(pages.map((page) => page.length)).toEqual([50, 12]);
    const types = pages.flat().map((message) => message.messageType);
    expect(types.filter((type) => type === 1000)).toHaveLength(60);
    expect(types.at(-1)).toBe(50_001);
    const indexes = pages.flat().map((message) => message.indexInConversation);
    expect(indexes).toEqual([...indexes].sort((a, b) => (a < b ? -1 : 1)));
    expect(h.ok(3, COMMANDS.messagesPerUser, { limit: 200 }).messages).toHaveLength(61);
    for (const limit of [0, -3, 201]) expect(h.refused(2, COMMANDS.messagesPerUser, { limit })).toBe(4);
    expect(h.refused(2, COMMANDS.messagesPerUser, { cursor: -1n })).toBe(4);
  });

  test('IM-V30 without news the cursor stays; after the cursor of 203 nothing is missing', () => {
    fill(3);
    const { perUserCursor, messages, conversations } = h.ok(2, COMMANDS.messagesPerUserInit, {});
    expect(messages).toHaveLength(3);
    expect(conversations).toMatchObject([{ conversationShortId, badgeCount: 2 }]);
    const quiet = h.ok(2, COMMANDS.messagesPerUser, { cursor: perUserCursor });
    expect(quiet).toMatchObject({ messages: [], nextCursor: perUserCursor, hasMore: false });
    const { id } = say(h, 1, conversationShortId, 'later');
    const news = h.ok(2, COMMANDS.messagesPerUser, { cursor: perUserCursor }).messages;
    expect(news.map((message) => message.serverMessageId)).toEqual([id]);
  });

  test('IM-V29 203 pages conversations by their newest event and skips silent ones', () => {
    h = harness({ limits: { initConversations: 2, initMessages: 1 } });
    const ids = [group(h), group(h), group(h)];
    for (const [place, id] of ids.entries()) {
      say(h, 1, id, `a${place}`);
      say(h, 1, id, `b${place}`);
    }
    const silent = group(h);
    const first = h.ok(1, COMMANDS.messagesPerUserInit, {});
    expect(first.conversations.map((one) => one.conversationShortId)).toEqual([ids[2], ids[1]]);
    expect(first.messages.map((message) => message.content)).toEqual(['b2', 'b1']);
    const second = h.ok(1, COMMANDS.messagesPerUserInit, { cursor: first.nextCursor });
    expect(second.conversations.map((one) => one.conversationShortId)).toEqual([ids[0]]);
    expect(second.hasMore).toBe(false);
    const withEmpty = h.ok(1, COMMANDS.messagesPerUserInit, { withEmptyConv: true });
    expect(withEmpty.conversations[0]?.conversationShortId).toBe(silent);
    expect(h.refused(1, COMMANDS.messagesPerUserInit, { cursor: -1n })).toBe(4);
  });
});

describe('301, 211', () => {
  test('IM-V27 three directions, 50 by default, the anchor left out', () => {
    const said = fill(70);
    const at = (place: number): bigint => said[place]?.index ?? 0n;
    const page = (body: { direction?: 1 | 2 | 3; anchorIndex?: bigint; limit?: number }) =>
      h.ok(2, COMMANDS.messagesInConversation, { conversationShortId, ...body });
    const names = (messages: { content: string }[]) => messages.map((message) => message.content);
    const latest = page({});
    expect(names(latest.messages).slice(0, 2)).toEqual(['m69', 'm68']);
    expect(latest.messages).toHaveLength(50);
    expect(latest).toMatchObject({ hasMore: true, nextCursor: at(20) });
    const older = page({ anchorIndex: latest.nextCursor });
    expect(names(older.messages)).toHaveLength(20);
    expect(names(older.messages)[0]).toBe('m19');
    expect(older.hasMore).toBe(false);
    expect(names(page({ direction: 2, anchorIndex: at(66) }).messages)).toEqual(['m67', 'm68', 'm69']);
    expect(names(page({ direction: 3, anchorIndex: at(3), limit: 2 }).messages)).toEqual(['m69', 'm68']);
    expect(page({ direction: 2, anchorIndex: at(69) })).toMatchObject({ messages: [], nextCursor: at(69) });
    for (const limit of [0, -1, 201]) {
      expect(h.refused(2, COMMANDS.messagesInConversation, { conversationShortId, limit })).toBe(4);
    }
    expect(h.refused(2, COMMANDS.messagesInConversation, { conversationShortId, anchorIndex: -1n })).toBe(4);
    expect(h.refused(9, COMMANDS.messagesInConversation, { conversationShortId })).toBe(13);
    expect(h.refused(2, COMMANDS.messagesInConversation, { conversationShortId: 9n })).toBe(3);
  });

  test('IM-V28 211 gives the message or its status', () => {
    const [one, two] = [say(h, 1, conversationShortId, 'one'), say(h, 1, conversationShortId, 'two')];
    const info = (serverMessageId: bigint) =>
      h.ok(2, COMMANDS.messageById, { conversationShortId, serverMessageId }).msgInfo;
    expect(info(one.id)).toMatchObject({ status: 0, body: { content: 'one' } });
    expect(info(12n)).toMatchObject({ status: 1 });
    h.ok(2, COMMANDS.deleteMessage, { conversationShortId, messageId: one.id });
    h.ok(1, COMMANDS.recallMessage, { conversationShortId, serverMessageId: two.id });
    expect(info(one.id)).toMatchObject({ status: 4 });
    expect(info(two.id)).toMatchObject({ status: 3 });
    expect(info(two.id)?.body).toBeUndefined();
    expect(h.refused(2, COMMANDS.messageById, { conversationShortId })).toBe(4);
    expect(h.refused(9, COMMANDS.messageById, { conversationShortId, serverMessageId: one.id })).toBe(13);
  });
});

describe('302 check info', () => {
  test('IM-V26 a client finds a missing message by the checksums and fetches it by 301', () => {
    const said = fill(120);
    const mine = said.filter((_, place) => place !== 60).map((one) => one.index);
    const check = h.ok(2, COMMANDS.messagesCheckInfo, { conversationShortId, expectMsgTotalCount: mine.length });
    expect(check.realMsgTotalCount).toBe(120);
    expect(check.msgsCheckinfoList.map((block) => block.msgCount)).toEqual([50, 50, 20]);
    const broken = check.msgsCheckinfoList.filter((block) => {
      const held = mine.filter((index) => index >= block.tailMsgIndex && index <= block.headMsgIndex).reverse();
      return indexesChecksum(held) !== block.indexesChecksum;
    });
    expect(broken).toHaveLength(1);
    const [block] = broken;
    const page = h.ok(2, COMMANDS.messagesInConversation, {
      conversationShortId,
      anchorIndex: (block?.headMsgIndex ?? 0n) + 1n,
      limit: block?.msgCount ?? 0,
    });
    expect(page.messages.map((message) => message.indexInConversation)).toContain(said[60]?.index);
  });

  test('IM-V26 ranges, and pages of blocks', () => {
    h = harness({ limits: { checkBlock: 2, checkBlocks: 2 } });
    conversationShortId = group(h);
    const said = fill(5);
    const at = (place: number): bigint => said[place]?.index ?? 0n;
    const first = h.ok(2, COMMANDS.messagesCheckInfo, { conversationShortId });
    expect(first).toMatchObject({ realMsgTotalCount: 5, cursorReverseNext: at(0) });
    const rest = h.ok(2, COMMANDS.messagesCheckInfo, {
      conversationShortId,
      cursorReverseBegin: first.cursorReverseNext,
    });
    expect(rest).toMatchObject({
      realMsgTotalCount: 1,
      cursorReverseNext: 0n,
      msgsCheckinfoList: [{ headMsgIndex: at(0), tailMsgIndex: at(0), msgCount: 1 }],
    });
    const range = { cursorReverseBegin: at(3), cursorReverseEnd: at(2) };
    expect(h.ok(2, COMMANDS.messagesCheckInfo, { conversationShortId, ...range }).realMsgTotalCount).toBe(2);
    const turned = { cursorReverseBegin: at(2), cursorReverseEnd: at(3) };
    expect(h.refused(2, COMMANDS.messagesCheckInfo, { conversationShortId, ...turned })).toBe(4);
    expect(h.refused(2, COMMANDS.messagesCheckInfo, { conversationShortId, cursorReverseEnd: -1n })).toBe(4);
    expect(h.refused(2, COMMANDS.messagesCheckInfo, { conversationShortId, expectMsgTotalCount: -1 })).toBe(4);
    expect(h.refused(9, COMMANDS.messagesCheckInfo, { conversationShortId })).toBe(13);
  });
});

describe('701, 702', () => {
  test('IM-V37 a deleted message is hidden from the caller only', () => {
    const { id } = say(h, 1, conversationShortId, 'x');
    h.ok(2, COMMANDS.deleteMessage, { conversationShortId, messageId: id });
    const count = h.entries.length;
    h.ok(2, COMMANDS.deleteMessage, { conversationShortId, messageId: id });
    expect(h.entries).toHaveLength(count);
    expect(h.ok(2, COMMANDS.messagesInConversation, { conversationShortId }).messages).toEqual([]);
    expect(h.ok(1, COMMANDS.messagesInConversation, { conversationShortId }).messages).toHaveLength(1);
    expect(h.refused(2, COMMANDS.deleteMessage, { conversationShortId, messageId: 3n })).toBe(4);
    expect(h.refused(9, COMMANDS.deleteMessage, { conversationShortId, messageId: id })).toBe(13);
  });

  test('IM-V38 the sender recalls within the limit; the text is removed and the version rises', () => {
    const { id } = say(h, 1, conversationShortId, 'secret');
    const old = say(h, 1, conversationShortId, 'old');
    h.clock.now += 120_000;
    h.ok(1, COMMANDS.recallMessage, { conversationShortId, serverMessageId: id });
    const [, message] = h.ok(2, COMMANDS.messagesInConversation, { conversationShortId }).messages;
    expect(message).toMatchObject({ content: '', status: 1, version: 1n, ext: { 's:is_recalled': 'true' } });
    h.clock.now += 1;
    expect(h.refused(1, COMMANDS.recallMessage, { conversationShortId, serverMessageId: old.id })).toBe(17);
    // A second recall changes nothing.
    h.ok(1, COMMANDS.recallMessage, { conversationShortId, serverMessageId: id });
    expect(h.ok(2, COMMANDS.unreadCount, { getTotal: true }).totalUnreadCount).toBe(1n);
  });

  test('IM-V38 others recall only in groups, and only with a higher role', () => {
    const mine = say(h, 1, conversationShortId, 'owner');
    const theirs = say(h, 3, conversationShortId, 'member');
    const recall = { conversationShortId, serverMessageId: theirs.id };
    expect(h.refused(2, COMMANDS.recallMessage, recall)).toBe(11);
    h.ok(1, COMMANDS.updateParticipant, { conversationShortId, userId: 2n, role: 2 });
    expect(h.refused(2, COMMANDS.recallMessage, { conversationShortId, serverMessageId: mine.id })).toBe(11);
    h.ok(2, COMMANDS.recallMessage, recall);
    const twosome = pair(h);
    const { id } = say(h, 1, twosome, 'x');
    expect(h.refused(2, COMMANDS.recallMessage, { conversationShortId: twosome, serverMessageId: id })).toBe(11);
    expect(h.refused(1, COMMANDS.recallMessage, { conversationShortId: twosome, serverMessageId: mine.id })).toBe(4);
  });
});

describe('2005 tickets and 2021 ext', () => {
  test('IM-V20 a ticket is for its user and its conversation, and expires', () => {
    const { id } = say(h, 2, conversationShortId, 'x');
    const { ticket } = h.ok(2, COMMANDS.ticket, { ticketType: 3, conversationShortId, conversationType: 2 });
    const modify = (user: number, given: string) =>
      h.ask(user, COMMANDS.modifyMessageExt, { conversationShortId, messageId: id, ticket: given, ext: { a: '1' } });
    expect(modify(2, ticket).status).toBe(0);
    const before = h.server.fingerprint();
    expect(modify(1, ticket).status).toBe(2);
    expect(modify(2, 'deprecated').status).toBe(2);
    expect(modify(2, `${ticket}x`).status).toBe(2);
    const other = h.ok(2, COMMANDS.ticket, { conversationShortId: pair(h) }).ticket;
    h.clock.now += 1;
    expect(modify(2, other).status).toBe(2);
    h.clock.now += 24 * 3_600_000;
    expect(modify(2, ticket).status).toBe(2);
    expect(before).not.toBe('');
    const send = { conversationShortId, content: 'x', messageType: 1000 };
    expect(h.refused(2, COMMANDS.sendMessage, { ...send, ticket })).toBe(2);
    expect(h.ok(2, COMMANDS.sendMessage, { ...send, ticket: 'deprecated' }).status).toBe(0);
  });

  test('IM-V20 tickets are for members, by conversation or by the other user', () => {
    const twosome = pair(h);
    expect(h.ok(1, COMMANDS.ticket, { toId: 2n }).ticket).not.toBe('');
    expect(twosome).toBeGreaterThan(0n);
    expect(h.refused(1, COMMANDS.ticket, {})).toBe(4);
    expect(h.refused(1, COMMANDS.ticket, { toId: 77n })).toBe(3);
    expect(h.refused(9, COMMANDS.ticket, { conversationShortId })).toBe(13);
    expect(h.refused(1, COMMANDS.ticket, { conversationShortId, conversationType: 1 })).toBe(4);
  });

  test('IM-V39 keys are added or replaced by the sender and by higher roles', () => {
    const { id } = say(h, 2, conversationShortId, 'x');
    const ticketOf = (user: number) => h.ok(user, COMMANDS.ticket, { conversationShortId }).ticket;
    const body = (user: number, ext: Record<string, string>) => ({
      conversationShortId,
      messageId: id,
      ticket: ticketOf(user),
      ext,
    });
    h.ok(2, COMMANDS.modifyMessageExt, body(2, { a: '1', b: '1' }));
    h.ok(1, COMMANDS.modifyMessageExt, body(1, { b: '2' }));
    const [message] = h.ok(3, COMMANDS.messagesInConversation, { conversationShortId }).messages;
    expect(message).toMatchObject({ version: 2n, ext: { a: '1', b: '2' } });
    expect(h.refused(3, COMMANDS.modifyMessageExt, body(3, { a: '3' }))).toBe(11);
    expect(h.refused(2, COMMANDS.modifyMessageExt, body(2, { 's:is_recalled': 'true' }))).toBe(4);
    expect(h.refused(2, COMMANDS.modifyMessageExt, body(2, {}))).toBe(4);
    h.ok(2, COMMANDS.recallMessage, { conversationShortId, serverMessageId: id });
    expect(h.refused(2, COMMANDS.modifyMessageExt, body(2, { a: '4' }))).toBe(4);
  });
});
