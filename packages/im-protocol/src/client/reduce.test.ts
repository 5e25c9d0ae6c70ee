import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import {
  ConversationInfoV2Schema,
  type MessageBody,
  MessageBodySchema,
  MessageStatus,
  NewMessageNotifySchema,
} from '../schema.ts';
import { MESSAGE_TYPE } from '../status.ts';
import { type CommandJsonObject, writeCommandContent } from './command-content.ts';
import { requestShape } from './command-table.ts';
import type { Reduction } from './draft.ts';
import { reduceNotify, reduceRange, reduceReply } from './reduce.ts';
import { type ClientState, type ConversationState, emptyClientState, shownMarks, unreadCount } from './state.ts';

const ME = 1n;
const CHAT = { conversationId: '77', conversationShortId: 77n, conversationType: 2 };

const message = (index: bigint, more: MessageInitShape<typeof MessageBodySchema> = {}): MessageBody =>
  create(MessageBodySchema, {
    ...CHAT,
    serverMessageId: index + 1_000n,
    indexInConversation: index,
    messageType: 1000,
    sender: 2n,
    content: `m${index}`,
    ...more,
  });
const hear = (state: ClientState, body: MessageBody): Reduction =>
  reduceNotify(state, create(NewMessageNotifySchema, { message: body }), null);
const command = (state: ClientState, messageType: number, fields: CommandJsonObject, sender = ME): Reduction =>
  hear(state, message(9_999n, { messageType, content: writeCommandContent(fields), sender }));
const page = (state: ClientState, ...messages: MessageBody[]): Reduction =>
  reduceReply(state, 'messagesInConversation', requestShape('messagesInConversation', CHAT), {
    $typeName: 'im_proto.MessagesInConversationResponseBody',
    messages,
    nextCursor: 0n,
    hasMore: false,
  });
/** A state with messages 10, 20, 30 of other users, and empty fetched lists. */
const held = (): ClientState => {
  const { state } = page(emptyClientState(ME), message(10n), message(20n), message(30n));
  return { ...state, marks: new Map(), blockedUsers: new Set() };
};
const chat = (state: ClientState): ConversationState => {
  const found = state.conversations.get('77');
  if (found === undefined) throw new Error('no chat');
  return found;
};
const texts = (state: ClientState) => chat(state).messages.map(({ content }) => content);
const at = (state: ClientState, index: bigint) => chat(state).messages.find((one) => one.index === index);

describe('IM-S22 messages', () => {
  test('without id, index or conversation have no place and are set aside', () => {
    const nowhere = { conversationId: '', conversationShortId: 0n };
    for (const [reason, more] of [
      ['server_message_id', { serverMessageId: 0n }],
      ['index_in_conversation', { indexInConversation: 0n }],
      ['conversation', nowhere],
    ] as const) {
      const heard = hear(held(), message(40n, more));
      expect(heard.unreadable).toMatchObject([{ reason: `message without ${reason}` }]);
      expect(heard.arrivals).toEqual([]);
      expect(texts(heard.state)).toEqual(['m10', 'm20', 'm30']);
    }
  });

  test('are sorted by rising index, each once, in any order of arrival', () => {
    let state = emptyClientState(ME);
    for (const index of [30n, 10n, 20n, 10n, 30n]) state = hear(state, message(index)).state;
    expect(texts(state)).toEqual(['m10', 'm20', 'm30']);
  });

  test('are reported as arrived once', () => {
    const first = hear(emptyClientState(ME), message(10n));
    expect(first.arrivals).toMatchObject([{ conversationId: '77', message: { content: 'm10' } }]);
    expect(hear(first.state, message(10n)).arrivals).toEqual([]);
  });

  test('a page that was requested earlier does not undo a newer version, a deletion or a recall', () => {
    let { state } = command(held(), MESSAGE_TYPE.updateMessageExt, {
      message_id: 1_010n,
      version: 1n,
      ext: { a: 'x' },
    });
    state = command(state, MESSAGE_TYPE.command, { command_type: 2, message_id: 1_020n }).state;
    state = command(state, MESSAGE_TYPE.recall, { message_id: 1_030n, version: 1n }).state;
    const { state: after } = page(state, message(10n), message(20n), message(30n));
    expect(after).toEqual(state);
    expect(at(after, 10n)?.ext).toEqual({ a: 'x' });
    expect(texts(after)).toEqual(['m10', '']);
  });

  test('an older page with a message whose change was told before: the message is fetched again', () => {
    const told = command(emptyClientState(ME), MESSAGE_TYPE.recall, { message_id: 1_010n, version: 2n }).state;
    expect(page(told, message(10n, { version: 1n })).wants).toMatchObject([{ kind: 'message', messageId: 1_010n }]);
    expect(page(told, message(10n, { version: 2n })).wants).toEqual([]);
  });

  test('messages up to the min index are not added', () => {
    const { state } = command(held(), MESSAGE_TYPE.updateMinIndex, { min_index: 20n });
    expect(texts(state)).toEqual(['m30']);
    expect(texts(page(state, message(10n), message(20n)).state)).toEqual(['m30']);
  });

  test('reducing does not change the given state', () => {
    const before = held();
    const copy = structuredClone(before);
    command(before, MESSAGE_TYPE.recall, { message_id: 1_010n, version: 1n });
    command(before, MESSAGE_TYPE.updateMinIndex, { min_index: 20n });
    expect(before).toEqual(copy);
  });

  test('a range that the server no longer has is removed, messages that came meanwhile stay', () => {
    const before = held();
    const now = hear(before, message(40n)).state;
    const heldIds = new Set(chat(before).messages.map(({ serverMessageId }) => serverMessageId));
    expect(texts(reduceRange(now, CHAT, [message(10n), message(25n)], heldIds).state)).toEqual(['m10', 'm25', 'm40']);
  });

  test('keys of ext are data, including __proto__', () => {
    const ext = JSON.parse('{"__proto__":"p","constructor":"c"}');
    const { state } = command(held(), MESSAGE_TYPE.updateMessageExt, { message_id: 1_010n, version: 1n, ext });
    expect(Object.entries(at(state, 10n)?.ext ?? {})).toEqual([
      ['__proto__', 'p'],
      ['constructor', 'c'],
    ]);
  });
});

describe('IM-S23 command messages', () => {
  test('50001/1 and 50013: the sender has read, forward only; only one’s own reading counts as read', () => {
    const own = command(held(), MESSAGE_TYPE.command, { command_type: 1, read_index: 20n }).state;
    expect(chat(own).readIndex).toBe(20n);
    expect(unreadCount(own, chat(own))).toBe(1);
    expect(chat(command(own, MESSAGE_TYPE.readCommand, { read_index: 10n }).state).readIndex).toBe(20n);
    const other = command(own, MESSAGE_TYPE.readCommand, { read_index: 30n }, 2n).state;
    expect(chat(other).readIndex).toBe(20n);
    expect(chat(other).readIndexes.get(2n)).toBe(30n);
  });

  test('50001/2 delete message', () => {
    const { state } = command(held(), MESSAGE_TYPE.command, { command_type: 2, message_id: '1020' });
    expect(texts(state)).toEqual(['m10', 'm30']);
  });

  test('50001/3 delete conversation: up to its index, or fetched without one', () => {
    const named = command(held(), MESSAGE_TYPE.command, { command_type: 3, last_message_index: 30n });
    expect(texts(named.state)).toEqual([]);
    expect(chat(named.state)).toMatchObject({ minIndex: 30n, readIndex: 30n });
    expect(command(held(), MESSAGE_TYPE.command, { command_type: 3 }).wants).toMatchObject([{ kind: 'conversation' }]);
  });

  test.each([4, 6, 7])('50001/%i settings, core info, participants are fetched', (command_type) => {
    const { wants } = command(held(), MESSAGE_TYPE.command, { command_type });
    expect(wants).toMatchObject([{ kind: 'conversation', ref: CHAT }]);
  });

  test('50001/100 and 60001 ask for the log; 50004 changes nothing', () => {
    expect(command(held(), MESSAGE_TYPE.command, { command_type: 100 }).wants).toEqual([{ kind: 'log' }]);
    expect(command(held(), MESSAGE_TYPE.notifyCommand, {}).wants).toEqual([{ kind: 'log' }]);
    const before = held();
    expect(command(before, MESSAGE_TYPE.userAction, { status: 3 }).state).toBe(before);
  });

  test('50001/8 a stranger became known: earlier messages are fetched, and the inbox if it is kept', () => {
    const known = command(held(), MESSAGE_TYPE.command, { command_type: 8 });
    expect(known.wants).toEqual([{ kind: 'newest', ref: CHAT }]);
    const withInbox = command({ ...held(), strangers: new Map() }, MESSAGE_TYPE.command, { command_type: 8 });
    expect(withInbox.wants).toEqual([{ kind: 'newest', ref: CHAT }, { kind: 'strangers' }]);
  });

  test('notices of calls are not messages and open no conversation', () => {
    for (const messageType of [80_001, 80_003, 80_004]) {
      const before = emptyClientState(ME);
      const heard = hear(before, message(0n, { messageType, content: '{"channel_id":"c","status":1}' }));
      expect(heard).toMatchObject({ wants: [], arrivals: [], unreadable: [] });
      expect(heard.state).toBe(before);
    }
  });

  test('50002: the next version is applied, an older version ignored, and after a missing version the message is fetched', () => {
    const next = command(held(), MESSAGE_TYPE.updateMessageExt, { message_id: 1_010n, version: 1n, ext: { a: '1' } });
    expect(at(next.state, 10n)).toMatchObject({ ext: { a: '1' }, version: 1n });
    const old = command(next.state, MESSAGE_TYPE.updateMessageExt, {
      message_id: 1_010n,
      version: 1n,
      ext: { a: '0' },
    });
    expect(old.state).toBe(next.state);
    const far = command(next.state, MESSAGE_TYPE.updateMessageExt, {
      message_id: 1_010n,
      version: 3n,
      ext: { a: '3' },
    });
    expect(far.state).toBe(next.state);
    expect(far.wants).toMatchObject([{ kind: 'message', messageId: 1_010n }]);
  });

  test('50021 recall removes the content; a recalled message stays recalled', () => {
    const { state } = command(held(), MESSAGE_TYPE.recall, { message_id: 1_010n, version: 1n });
    expect(at(state, 10n)).toMatchObject({ isRecalled: true, content: '', ext: {} });
    const ext = command(state, MESSAGE_TYPE.updateMessageExt, {
      message_id: 1_010n,
      version: 2n,
      ext: { a: 'x' },
    }).state;
    expect(at(ext, 10n)).toMatchObject({ isRecalled: true, ext: {}, version: 2n });
  });

  test.each([MESSAGE_TYPE.messageProperty, MESSAGE_TYPE.updateMessageProperty])(
    '%i properties are whole lists',
    (type) => {
      const item = { uid: 2n, value: 'v', create_time: 5, idempotent_id: 'i' };
      const set = command(held(), type, { message_id: 1_010n, version: 1n, property_list: { like: [item] } }).state;
      expect(at(set, 10n)?.properties.get('like')).toEqual([
        { uid: 2n, value: 'v', createTime: 5n, idempotentId: 'i' },
      ]);
      const gone = command(set, type, { message_id: 1_010n, version: 2n, property_list: {} }).state;
      expect(at(gone, 10n)?.properties.size).toBe(0);
      expect(command(gone, type, { message_id: 1_010n, version: 3n }).wants).toMatchObject([{ kind: 'message' }]);
    },
  );

  test('50005 the conversation is dissolved', () => {
    expect(chat(command(held(), MESSAGE_TYPE.conversationDestroy, {}).state)).toMatchObject({
      isDissolved: true,
      isMember: false,
    });
  });

  test('50010 mode change and 50011 block of a conversation are fetched', () => {
    expect(command(held(), MESSAGE_TYPE.modeChange, { mode: 2 }).wants).toMatchObject([{ kind: 'conversation' }]);
    expect(command(held(), MESSAGE_TYPE.blockCommand, { block_status: 1 }).wants).toMatchObject([
      { kind: 'conversation' },
    ]);
  });

  test('50011 with users is the caller’s own blocklist', () => {
    const blocked = command(held(), MESSAGE_TYPE.blockCommand, { block_status: 1, users: [5n, 6n] }).state;
    expect([...(blocked.blockedUsers ?? [])]).toEqual([5n, 6n]);
    const freed = command(blocked, MESSAGE_TYPE.blockCommand, { block_status: 0, users: [5n] }).state;
    expect([...(freed.blockedUsers ?? [])]).toEqual([6n]);
  });

  test('50012 marks and 50016 unmarks, by label', () => {
    const marked = command(held(), MESSAGE_TYPE.markCommand, {
      message_id: 1_010n,
      do_action: true,
      action_type: 2,
      tag: 7n,
    });
    expect(shownMarks(marked.state)).toEqual([{ messageId: 1_010n, action: 2, tag: 7n }]);
    const other = command(marked.state, MESSAGE_TYPE.batchUnmarkCommand, { message_ids: [1_010n], action_type: 2 });
    expect(shownMarks(other.state)).toHaveLength(1);
    const same = command(marked.state, MESSAGE_TYPE.batchUnmarkCommand, {
      message_ids: [1_010n],
      action_type: 2,
      tag: 7n,
    });
    expect(shownMarks(same.state)).toEqual([]);
  });

  test('unreadable content is set aside and changes nothing', () => {
    const before = held();
    for (const content of ['', '[]', 'no json', '{"command_type":1}', '{"command_type":"x"}']) {
      const { state, unreadable } = hear(before, message(50n, { messageType: MESSAGE_TYPE.command, content }));
      expect(state).toBe(before);
      expect(unreadable).toHaveLength(1);
    }
  });

  test('ids beyond 2^53 come exactly, bare or in quotes', () => {
    const id = 7_130_316_800_000_000_001n;
    const before = page(emptyClientState(ME), message(10n, { serverMessageId: id }), message(20n)).state;
    for (const content of [`{"command_type":2,"message_id":${id}}`, `{"command_type":2,"message_id":"${id}"}`]) {
      const { state } = hear(before, message(50n, { messageType: MESSAGE_TYPE.command, content }));
      expect(texts(state)).toEqual(['m20']);
    }
  });
});

describe('IM-S24 replies', () => {
  const info = (version: bigint, name: string, isMember: boolean) =>
    create(ConversationInfoV2Schema, {
      ...CHAT,
      isParticipant: isMember,
      conversationCoreInfo: { infoVersion: version, name },
      conversationSettingInfo: { settingVersion: version, mute: 1, readIndex: 20n, minIndex: 10n },
    });
  const told = (state: ClientState, ...infos: ReturnType<typeof info>[]) =>
    reduceReply(state, 'conversationInfoList', requestShape('conversationInfoList', { conversationInfoList: [CHAT] }), {
      $typeName: 'im_proto.GetConversationInfoListV2ResponseBody',
      conversationInfoList: infos,
    }).state;

  test('the newer version of core info and settings wins; indexes only rise', () => {
    const state = told(told(held(), info(3n, 'three', true)), info(2n, 'two', true));
    expect(chat(state)).toMatchObject({
      core: { name: 'three' },
      setting: { isMuted: true },
      readIndex: 20n,
      minIndex: 10n,
    });
    expect(texts(state)).toEqual(['m20', 'm30']);
  });

  test('a requested conversation that is not listed no longer has the caller as a member; a later join restores it', () => {
    const gone = told(command(held(), MESSAGE_TYPE.conversationDestroy, {}).state);
    expect(chat(gone)).toMatchObject({ isMember: false, isDissolved: true });
    expect(chat(told(gone, info(1n, 'again', true)))).toMatchObject({ isMember: true, isDissolved: false });
  });

  test('211 of a message that was recalled, deleted or does not exist', () => {
    const asked = (status: MessageStatus) =>
      reduceReply(held(), 'messageById', requestShape('messageById', { ...CHAT, serverMessageId: 1_020n }), {
        $typeName: 'im_proto.GetMessageByIdResponseBody',
        msgInfo: { $typeName: 'im_proto.MessageInfo', status },
      }).state;
    expect(at(asked(MessageStatus.RECALLED), 20n)).toMatchObject({ isRecalled: true, content: '' });
    for (const status of [MessageStatus.NOT_EXIST, MessageStatus.INVISIBLE, MessageStatus.DELETED]) {
      expect(texts(asked(status))).toEqual(['m10', 'm30']);
    }
  });

  test('one’s own reading and deleting is applied at once, one’s own marks by the log', () => {
    const read = reduceReply(held(), 'markRead', requestShape('markRead', { ...CHAT, readMessageIndex: 20n }), null);
    expect(chat(read.state).readIndex).toBe(20n);
    const gone = reduceReply(
      held(),
      'deleteMessage',
      requestShape('deleteMessage', { ...CHAT, messageId: 1_010n }),
      null,
    );
    expect(texts(gone.state)).toEqual(['m20', 'm30']);
    const marked = reduceReply(held(), 'markMessage', requestShape('markMessage', CHAT), {
      $typeName: 'im_proto.MarkMessageResponseBody',
      serverMessageId: 1_010n,
      checkCode: 0n,
      checkMessage: '',
      status: 0,
    });
    expect(marked.wants).toEqual([{ kind: 'log' }]);
  });
});
