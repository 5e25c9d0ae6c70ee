import { create } from '@bufbuild/protobuf';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { InputStatus, MessageBodySchema, UserActionType, VoipStatus, VoipType } from '../schema.ts';
import { MESSAGE_TYPE } from '../status.ts';
import type { ConversationRef } from './draft.ts';
import { type Notice, readNotice } from './notices.ts';
import { createChats } from './testing/actions.ts';
import { type ClientHarness, createHarness } from './testing/convergence.ts';

const ME = 1n;
const FRIEND = 2n;

describe('IM-S29 against the server', () => {
  let harness: ClientHarness;
  let group: ConversationRef;
  let pair: ConversationRef;
  let told: Notice[];
  let mistakes: string[];
  beforeEach(async () => {
    told = [];
    mistakes = [];
    harness = createHarness(7, mistakes, null, false, (notice) => told.push(notice));
    const [first, second] = createChats(harness.ask, ME);
    if (first === undefined || second === undefined) throw new Error('no chats');
    [group, pair] = [first, second];
    harness.client.start();
    expect(await harness.time.run(harness.time.now() + 60_000, () => harness.client.isSettled())).toBe(true);
  });
  afterEach(() => {
    harness.client.stop();
    expect(mistakes).toEqual([]);
  });
  const run = (ms: number) => harness.time.run(harness.time.now() + ms, () => false);

  test('typing, stopping, entering and leaving are told with user and conversation, and the state stays the same', async () => {
    const before = harness.client.state();
    harness.ask(FRIEND, 'inputStatus', { ...group, status: InputStatus.TYPING });
    harness.ask(FRIEND, 'inputStatus', { ...group, status: InputStatus.CLEAR_INPUT });
    harness.ask(FRIEND, 'userAction', { ...pair, actionType: UserActionType.ENTER_CONVERSATION });
    harness.ask(FRIEND, 'userAction', { ...pair, actionType: UserActionType.EXIT_CONVERSATION });
    await run(10);
    const said = { kind: 'presence', userId: FRIEND, extra: {} };
    expect(told).toEqual([
      { ...said, conversation: group, action: 'typing' },
      { ...said, conversation: group, action: 'cleared' },
      { ...said, conversation: pair, action: 'entering' },
      { ...said, conversation: pair, action: 'leaving' },
    ]);
    expect(harness.client.state()).toBe(before);
  });

  test('a user gets no notice of the own typing', async () => {
    const typing = harness.client.call('inputStatus', { ...group, status: InputStatus.TYPING });
    await run(10);
    await typing;
    expect(told).toEqual([]);
  });

  test('a call rings, is refused, and leaves its card: notices are not messages', async () => {
    const created = harness.ask(FRIEND, 'createVoip', {
      conShortId: pair.conversationShortId,
      vType: VoipType.AUDIOONLY,
    });
    const channelId = created?.info?.channelId ?? '';
    harness.ask(FRIEND, 'callVoip', { channelId, calleeIds: [ME], vType: VoipType.AUDIOONLY });
    await run(10);
    const ringing = { kind: 'call', conversation: pair, channelId, userId: FRIEND, callerId: FRIEND, voipMode: 0 };
    const calling = { status: VoipStatus.CALLING, callees: [{ userId: ME, status: VoipStatus.CALLING }] };
    expect(told).toEqual([
      { ...ringing, voipType: VoipType.AUDIOONLY, change: 'moved', ...calling },
      { ...ringing, voipType: VoipType.AUDIOONLY, change: 'turned', ...calling },
    ]);
    expect(harness.client.state().conversations.get(pair.conversationId)?.messages).toEqual([]);
    told.length = 0;
    harness.ask(ME, 'updateVoip', { channelId, status: VoipStatus.REFUSED, vType: VoipType.AUDIOONLY });
    await run(10);
    expect(told).toMatchObject([
      { change: 'moved', channelId, userId: ME, status: VoipStatus.REFUSED },
      { change: 'turned', channelId, userId: ME, status: VoipStatus.REFUSED },
    ]);
    const messages = harness.client.state().conversations.get(pair.conversationId)?.messages;
    expect(messages?.map(({ messageType }) => messageType)).toEqual([80_002]);
  });
});

describe('IM-S29 reading', () => {
  const read = (messageType: number, content: string, ext: Record<string, string> = {}) =>
    readNotice(create(MessageBodySchema, { conversationShortId: 7n, sender: 3n, messageType, content, ext }));

  test('other messages are not notices', () => {
    expect(read(1000, 'hello')).toBeNull();
    expect(read(MESSAGE_TYPE.command, '{"command_type":1}')).toBeNull();
    expect(read(80_002, '{}')).toBeNull();
  });
  test('s:action_type alone is enough, and the sender is its user', () => {
    expect(read(MESSAGE_TYPE.userAction, '', { 's:action_type': '3' })).toMatchObject({ action: 'typing', userId: 3n });
    expect(read(MESSAGE_TYPE.userAction, '{"status":4,"user_id":"9"}')).toMatchObject({
      action: 'cleared',
      userId: 9n,
    });
  });
  test('an unknown action, a call without channel or status, and text that is not JSON are unreadable', () => {
    expect(read(MESSAGE_TYPE.userAction, '{"status":9}')).toMatchObject({ kind: 'unreadable' });
    expect(read(80_001, '{"status":1}')).toEqual({ kind: 'unreadable', reason: 'no channel_id' });
    expect(read(80_003, '{"channel_id":"c"}')).toEqual({ kind: 'unreadable', reason: 'no status' });
    expect(read(80_004, '[')).toMatchObject({ kind: 'unreadable' });
  });
  test('a call with only channel and status is told with the rest unknown', () => {
    expect(read(80_004, '{"channel_id":"c","status":77}')).toEqual({
      kind: 'call',
      change: 'callees',
      conversation: { conversationId: '7', conversationShortId: 7n, conversationType: 0 },
      channelId: 'c',
      userId: 3n,
      status: 77,
      callerId: null,
      voipType: null,
      voipMode: null,
      callees: [],
    });
  });
});
