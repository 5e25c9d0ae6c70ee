import { beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { group, type Harness, harness, pair, START, say } from './harness.ts';
import type { Draft } from './types.ts';

let h: Harness;
beforeEach(() => {
  h = harness();
});
const messagesOf = (user: number, conversationShortId: bigint) =>
  h.ok(user, COMMANDS.messagesInConversation, { conversationShortId }).messages;
const send = (user: number, body: { conversationShortId: bigint; content?: string; [key: string]: unknown }) =>
  h.ok(user, COMMANDS.sendMessage, { messageType: 1000, content: 'text', ...body });

describe('100 send', () => {
  test('IM-V21 an accepted message has its id, its index and its keys', () => {
    const conversationShortId = group(h);
    const reply = send(1, {
      conversationShortId,
      clientMessageId: 'c-1',
      ext: { type: 'text' },
      mentionedUsers: [2n, 99n],
    });
    expect(reply).toMatchObject({ status: 0, clientMessageId: 'c-1', checkCode: 0n, checkMessage: '' });
    const [message] = messagesOf(2, conversationShortId);
    expect(message).toMatchObject({
      serverMessageId: reply.serverMessageId,
      sender: 1n,
      content: 'text',
      messageType: 1000,
      createTime: BigInt(START),
      orderInConversation: 1n,
      status: 0,
      version: 0n,
      ext: { type: 'text', 's:client_message_id': 'c-1', 's:mentioned_users': '2' },
    });
    expect(message?.indexInConversation).toBeGreaterThanOrEqual(BigInt(START) * 1000n);
  });

  test('IM-V3 ids and indexes grow while the clock stands still', () => {
    const conversationShortId = group(h);
    const sent = Array.from({ length: 5 }, (_, place) => say(h, 1, conversationShortId, `m${place}`));
    for (const [place, one] of sent.entries()) {
      const before = sent[place - 1];
      if (before === undefined) continue;
      expect(one.index).toBeGreaterThan(before.index);
      expect(one.id).toBeGreaterThan(before.id);
    }
  });

  test('IM-V22 the same client id of the same sender in the conversation gives the same message', () => {
    const conversationShortId = group(h);
    const first = send(1, { conversationShortId, clientMessageId: 'c-1' });
    expect(send(1, { conversationShortId, clientMessageId: 'c-1', content: 'changed' })).toEqual(first);
    expect(send(1, { conversationShortId, ext: { 's:client_message_id': 'c-1' } }).serverMessageId).toBe(
      first.serverMessageId,
    );
    expect(send(2, { conversationShortId, clientMessageId: 'c-1' }).serverMessageId).not.toBe(first.serverMessageId);
    expect(messagesOf(1, conversationShortId)).toHaveLength(2);
  });

  test('IM-V21 IM-V8 every status of the send result', () => {
    const conversationShortId = group(h);
    const unchanged = (run: () => unknown) => {
      const before = h.server.fingerprint();
      const answer = run();
      expect(h.server.fingerprint()).toBe(before);
      return answer;
    };
    expect(unchanged(() => send(9, { conversationShortId }))).toMatchObject({ status: 1, checkCode: 13n });
    h.ok(1, COMMANDS.blockConversation, { convShortId: conversationShortId, blockStatus: 1, blockNormalOnly: true });
    expect(unchanged(() => send(2, { conversationShortId }))).toMatchObject({ status: 2, checkCode: 14n });
    h.ok(1, COMMANDS.blockConversation, { convShortId: conversationShortId, blockStatus: 0 });
    expect(unchanged(() => send(2, { conversationShortId, content: '' }))).toMatchObject({ status: 3, checkCode: 8n });
    const long = 'x'.repeat(10_001);
    expect(unchanged(() => send(2, { conversationShortId, content: long }))).toMatchObject({ status: 3 });
    const twosome = pair(h);
    h.ok(2, COMMANDS.setBlocklist, { setBlockList: true, blocklist: [1n] });
    expect(unchanged(() => send(1, { conversationShortId: twosome }))).toMatchObject({ status: 5, checkCode: 11n });
  });

  test('IM-V25 status 4: stored, and only seen by its sender', () => {
    h = harness({ hooks: { accept: () => ({ refuse: { status: 4, checkCode: 77n, checkMessage: 'banned word' } }) } });
    const conversationShortId = group(h);
    const reply = send(1, { conversationShortId, content: 'bad' });
    expect(reply).toMatchObject({ status: 4, checkCode: 77n, checkMessage: 'banned word' });
    expect(messagesOf(1, conversationShortId)).toMatchObject([{ serverMessageId: reply.serverMessageId }]);
    expect(messagesOf(2, conversationShortId)).toEqual([]);
    expect(h.ok(2, COMMANDS.unreadCount, { getTotal: true }).totalUnreadCount).toBe(0n);
  });

  test('IM-V25 a ledger of the host gives ids and recognises repetitions', () => {
    const drafts: Draft[] = [];
    const ledger = new Map<string, bigint>();
    h = harness({
      hooks: {
        accept: (draft) => {
          drafts.push(draft);
          if (draft.content === 'no') return { refuse: { status: 3, checkCode: 5n, checkMessage: 'no' } };
          const known = ledger.get(draft.clientMessageId) ?? BigInt(500 + ledger.size);
          ledger.set(draft.clientMessageId, known);
          return { serverMessageId: known, indexInConversation: known * 10n, createTime: 123 };
        },
      },
    });
    const conversationShortId = group(h);
    const first = send(1, { conversationShortId, clientMessageId: 'a' });
    expect(first.serverMessageId).toBe(500n);
    expect(send(1, { conversationShortId, clientMessageId: 'a' }).serverMessageId).toBe(500n);
    expect(send(1, { conversationShortId, content: 'no' })).toMatchObject({ status: 3, checkCode: 5n });
    expect(messagesOf(2, conversationShortId)).toMatchObject([{ indexInConversation: 5000n, createTime: 123n }]);
    expect(drafts[0]).toMatchObject({ sender: 1n, messageType: 1000, conversation: { conversationType: 2 } });
    const other = group(h);
    ledger.set('b', 500n);
    const body = { conversationShortId: other, content: 'x', clientMessageId: 'b' };
    expect(h.refused(1, COMMANDS.sendMessage, body)).toBe(6);
  });

  test('IM-V25 a ledger gets the quotation, and may set the keys', () => {
    const drafts: Draft[] = [];
    h = harness({
      hooks: {
        accept: (draft) => {
          drafts.push(draft);
          const serverMessageId = BigInt(500 + drafts.length);
          const place = { serverMessageId, indexInConversation: serverMessageId * 10n, createTime: 123 };
          return draft.content === 'as it is' ? place : { ...place, ext: { ...draft.ext, region: 'SG' } };
        },
      },
    });
    const conversationShortId = group(h);
    const first = send(1, { conversationShortId, content: 'as it is', ext: { type: 'text' } });
    const refMsgInfo = { referencedMessageId: first.serverMessageId, hint: 'as' };
    const ext = { type: 'text', 's:client_message_id': 'c-2' };
    send(2, { conversationShortId, ext, refMsgInfo, mentionedUsers: [1n] });
    expect(drafts.map((draft) => draft.quote)).toEqual([
      null,
      { ...refMsgInfo, rootMessageId: 0n, rootMessageConvIndex: 0n },
    ]);
    expect(messagesOf(3, conversationShortId).map((message) => message.ext)).toEqual([
      { type: 'text', region: 'SG', 's:client_message_id': 'c-2', 's:mentioned_users': '1' },
      { type: 'text' },
    ]);
  });

  test('IM-V25 the client’s id stays when the ledger leaves out its key', () => {
    const accept = () => ({ serverMessageId: 500n, indexInConversation: 5_000n, createTime: 1, ext: {} });
    h = harness({ hooks: { accept } });
    const conversationShortId = group(h);
    send(1, { conversationShortId, ext: { type: 'text', 's:client_message_id': 'c-1' } });
    expect(messagesOf(2, conversationShortId)[0]?.ext).toEqual({ 's:client_message_id': 'c-1' });
  });

  test('IM-V9 IM-V7 command types, too large ext and invalid lists are refused', () => {
    const conversationShortId = group(h);
    const body = { conversationShortId, content: 'x' };
    expect(h.refused(1, COMMANDS.sendMessage, { ...body, messageType: 50_001 })).toBe(4);
    expect(h.refused(1, COMMANDS.sendMessage, { ...body, messageType: -1 })).toBe(4);
    expect(h.refused(1, COMMANDS.sendMessage, { ...body, ext: { a: 'x'.repeat(9_000) } })).toBe(4);
    expect(h.refused(1, COMMANDS.sendMessage, { ...body, mentionedUsers: [0n] })).toBe(4);
    expect(h.refused(1, COMMANDS.sendMessage, { ...body, conversationShortId: 5n })).toBe(15);
    expect(h.refused(1, COMMANDS.sendMessage, { content: 'x' })).toBe(4);
  });

  test('visible and invisible users', () => {
    const conversationShortId = group(h);
    send(1, { conversationShortId, content: 'for 2', VisibleUsers: [2n] });
    send(1, { conversationShortId, content: 'not for 2', InvisibleUsers: [2n] });
    const seen = (user: number) => messagesOf(user, conversationShortId).map((message) => message.content);
    expect(seen(1)).toEqual(['not for 2', 'for 2']);
    expect(seen(2)).toEqual(['for 2']);
    expect(seen(3)).toEqual(['not for 2']);
    expect(h.ok(2, COMMANDS.unreadCount, { getTotal: true }).totalUnreadCount).toBe(1n);
  });

  test('IM-V28 a quotation tells each reader the status of the quoted message', () => {
    const conversationShortId = group(h);
    const quoted = say(h, 2, conversationShortId, 'quoted');
    const refMsgInfo = { referencedMessageId: quoted.id, hint: 'quoted' };
    send(1, { conversationShortId, content: 'reply', refMsgInfo });
    const status = (user: number) => messagesOf(user, conversationShortId)[0]?.referenceInfo?.referencedMessageStatus;
    expect(messagesOf(3, conversationShortId)[0]?.referenceInfo).toMatchObject({
      referencedMessageId: quoted.id,
      hint: 'quoted',
      refMessageType: 1000n,
      referencedMessageStatus: 0,
      rootMessageId: quoted.id,
      rootMessageConvIndex: quoted.index,
      sender: 2n,
    });
    h.ok(3, COMMANDS.deleteMessage, { conversationShortId, messageId: quoted.id });
    expect([status(1), status(3)]).toEqual([0, 4]);
    h.ok(2, COMMANDS.recallMessage, { conversationShortId, serverMessageId: quoted.id });
    expect([status(1), status(3)]).toEqual([3, 3]);
    send(1, { conversationShortId, refMsgInfo: { referencedMessageId: 5n, hint: '' } });
    expect(status(1)).toBe(1);
    const hidden = send(1, { conversationShortId, VisibleUsers: [2n] });
    send(1, { conversationShortId, refMsgInfo: { referencedMessageId: hidden.serverMessageId, hint: 'h' } });
    expect([status(2), status(3)]).toEqual([0, 2]);
  });

  test('IM-V28 the root of a thread is its first message', () => {
    const conversationShortId = group(h);
    const root = say(h, 1, conversationShortId, 'root');
    const quoting = (id: bigint) => ({ referencedMessageId: id, hint: '' });
    const reply = send(2, { conversationShortId, refMsgInfo: quoting(root.id) });
    send(3, { conversationShortId, refMsgInfo: quoting(reply.serverMessageId) });
    expect(messagesOf(1, conversationShortId)[0]?.referenceInfo).toMatchObject({
      referencedMessageId: reply.serverMessageId,
      rootMessageId: root.id,
    });
  });
});

describe('2031 point to point', () => {
  test('IM-V24 open connections are told, other users are reported as failed, and nothing is stored', () => {
    const conversationShortId = group(h);
    const second = h.device(2);
    const third = h.device(3);
    const before = h.server.fingerprint();
    const reply = h.ok(1, COMMANDS.sendMessageP2P, {
      conversationShortId,
      conversationType: 2,
      content: 'psst',
      ext: { a: 'b' },
      messageType: 1000,
      visibleUser: [2n, 3n, 4n, 9n],
      invisibleUser: [3n],
      clientMessageId: 'c',
    });
    expect(reply.failedUser).toEqual([4n, 9n]);
    expect(h.server.fingerprint()).toBe(before);
    expect(third.got).toEqual([]);
    expect(second.got).toMatchObject([
      { cmd: 504, sequenceId: 0n, body: { hasNewP2pMessageNotify: { sendType: 0, sender: 1n, content: 'psst' } } },
    ]);
  });

  test('IM-V24 to users without a conversation', () => {
    const second = h.device(2);
    const body = { sendType: 1 as const, content: 'x', visibleUser: [2n] };
    expect(h.ok(1, COMMANDS.sendMessageP2P, body).failedUser).toEqual([]);
    expect(second.got[0]?.body?.hasNewP2pMessageNotify).toMatchObject({ sendType: 1, content: 'x' });
    h.ok(2, COMMANDS.setBlocklist, { setBlockList: true, blocklist: [1n] });
    expect(h.ok(1, COMMANDS.sendMessageP2P, body).failedUser).toEqual([2n]);
    expect(h.refused(1, COMMANDS.sendMessageP2P, { sendType: 1, content: 'x' })).toBe(4);
    expect(h.refused(1, COMMANDS.sendMessageP2P, { ...body, content: '' })).toBe(4);
    expect(h.refused(1, COMMANDS.sendMessageP2P, { ...body, messageType: 60_001 })).toBe(4);
    expect(h.refused(1, COMMANDS.sendMessageP2P, { content: 'x', conversationShortId: 5n })).toBe(15);
    expect(h.refused(9, COMMANDS.sendMessageP2P, { content: 'x', conversationShortId: group(h) })).toBe(13);
  });
});
