import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decodeFrame, decodeRequest, requestIn, responseIn } from '../codec.ts';
import type { ConversationRef } from './draft.ts';
import type { ConversationState } from './state.ts';
import type { TapEntry } from './tap.ts';
import { createChats } from './testing/actions.ts';
import { NO_FAULTS } from './testing/bad-network.ts';
import { type ClientHarness, createClient, createHarness } from './testing/convergence.ts';

const ME = 1n;
const FRIEND = 2n;
let harness: ClientHarness;
let mistakes: string[];
let wire: TapEntry[];
let chat: ConversationRef;

beforeEach(async () => {
  mistakes = [];
  wire = [];
  harness = createHarness(
    7,
    mistakes,
    (entry) => wire.push(entry),
    true,
    () => undefined,
  );
  const [group] = createChats(harness.ask, ME);
  if (group === undefined) throw new Error('no chat');
  chat = group;
});
afterEach(async () => {
  harness.client.stop();
  await harness.time.run(harness.time.now() + 300_000, () => false);
  expect(harness.time.timers, 'IM-S7 timers left').toBe(0);
  expect(mistakes).toEqual([]);
});

const run = (ms: number) => harness.time.run(harness.time.now() + ms, () => false);
const settled = async (): Promise<void> => {
  expect(await harness.time.run(harness.time.now() + 60_000, () => harness.client.isSettled())).toBe(true);
};
const say = (content: string, sender = FRIEND) => {
  const sent = harness.ask(sender, 'sendMessage', { ...chat, content, messageType: 1000, ticket: 'deprecated' });
  if (sent === null) throw new Error('not sent');
  return sent.serverMessageId;
};
const held = (): ConversationState => {
  const found = harness.client.state().conversations.get(chat.conversationId);
  if (found === undefined) throw new Error('not held');
  return found;
};
const texts = () => held().messages.map(({ content }) => content);
/** The client's commands, as `way number`. */
const commands = () =>
  wire.flatMap(({ direction, message }) => {
    if (direction !== 'out' || message.type === 'text') return [];
    if (message.type === 'http') return [`http ${decodeRequest(message.bytes).cmd}`];
    return [`socket ${requestIn(decodeFrame(message.bytes)).cmd}`];
  });

describe('start and resume', () => {
  test('IM-S16 IM-S17 the first list by HTTP (203), then the log (200), then the audit (615, 302)', async () => {
    say('before');
    harness.client.start();
    await settled();
    expect(texts()).toEqual(['before']);
    expect(commands()[0]).toBe('http 203');
    expect(commands()).toEqual(expect.arrayContaining(['socket 200', 'socket 615', 'socket 302']));
  });

  test('IM-S16 after a cut: the log from the cursor, not the list again', async () => {
    harness.client.start();
    await settled();
    wire = [];
    harness.network.cut();
    say('while away');
    await run(2_000);
    await settled();
    expect(texts()).toEqual(['while away']);
    expect(commands()).toContain('socket 200');
    expect(commands()).not.toContain('http 203');
  });

  test('IM-S6 IM-S16 a socket that only looks open is closed, and missed messages are fetched', async () => {
    harness.client.start();
    await settled();
    harness.network.halfOpen();
    say('unheard');
    await run(60_000);
    expect(texts()).toEqual(['unheard']);
  });

  test('IM-S10 a token that the handshake refuses is renewed before the next dial', async () => {
    harness.token.expire();
    harness.client.start();
    await settled();
    expect(harness.client.connection().kind).toBe('open');
  });

  test('IM-S11 after many refused dials the client keeps trying, at most 15 s apart', async () => {
    harness.network.setFaults({ ...NO_FAULTS, refuseDial: 1 });
    harness.client.start();
    await run(600_000);
    expect(harness.client.connection().kind).not.toBe('open');
    harness.network.setFaults(NO_FAULTS);
    await run(15_001);
    await settled();
  });
});

describe('the log', () => {
  beforeEach(async () => {
    harness.client.start();
    await settled();
    wire = [];
  });

  test('IM-S19 while no push is lost, nothing is fetched', async () => {
    say('one');
    say('two');
    await run(10);
    expect(texts()).toEqual(['one', 'two']);
    expect(commands()).not.toContain('socket 200');
  });

  test('IM-S19 the next push shows that a push was lost, which is fetched within 300 ms', async () => {
    harness.network.setFaults({ ...NO_FAULTS, drop: 1 });
    say('lost');
    harness.network.setFaults(NO_FAULTS);
    say('next');
    await run(299);
    expect(texts()).toEqual([]);
    await run(10);
    expect(texts()).toEqual(['lost', 'next']);
    expect(commands().filter((one) => one === 'socket 200')).toHaveLength(1);
  });

  test('IM-S30 own commands leave no gap: later messages are applied at once, and the log is not fetched', async () => {
    say('before');
    await run(1);
    const first = held().messages[0]?.index ?? 0n;
    const calls = [
      harness.client.call('markRead', { ...chat, readMessageIndex: first }),
      harness.client.call('setSetting', { ...chat, setMute: true }),
    ];
    await run(1);
    expect(await Promise.all(calls)).toMatchObject([{ kind: 'done' }, { kind: 'done' }]);
    await settled();
    say('after');
    await run(1);
    expect(texts()).toEqual(['before', 'after']);
    expect(held()).toMatchObject({ readIndex: first, setting: { isMuted: true } });
    await run(1_000);
    expect(commands()).not.toContain('socket 200');
  });

  test('IM-S20 a push lost at the end of the log is fetched by the next poll', async () => {
    harness.network.setFaults({ ...NO_FAULTS, drop: 1 });
    say('last words');
    harness.network.setFaults(NO_FAULTS);
    await run(30_100);
    expect(texts()).toEqual(['last words']);
  });

  test('IM-S26 each push is acknowledged once, over HTTP', async () => {
    say('one');
    await run(10);
    expect(commands().filter((one) => one === 'http 2010')).toHaveLength(1);
  });

  test('IM-S25 an audit finds a missing and an unknown message, and repairs both by 301', async () => {
    for (const content of ['one', 'two', 'three']) say(content);
    await run(10);
    harness.client.stop();
    const [one, , three] = held().messages;
    if (one === undefined || three === undefined) throw new Error('not held');
    const ghost = { ...one, serverMessageId: 5n, index: one.index - 1n, content: 'ghost' };
    const wrong = { ...held(), messages: [ghost, one, three] };
    const state = harness.client.state();
    const resumeFrom = { ...state, conversations: new Map(state.conversations).set(chat.conversationId, wrong) };
    wire = [];
    const client = createClient(
      harness,
      mistakes,
      (entry) => wire.push(entry),
      resumeFrom,
      () => undefined,
    );
    harness = { ...harness, client };
    client.start();
    await settled();
    expect(texts()).toEqual(['one', 'two', 'three']);
    expect(commands()).toContain('http 301');
    expect(commands()).not.toContain('http 203');
  });

  test('IM-S25 an audit of a complete state fetches nothing', async () => {
    for (const content of ['one', 'two', 'three']) say(content);
    await run(10);
    harness.client.audit();
    await settled();
    expect(commands()).toContain('socket 302');
    expect(commands()).not.toContain('http 301');
  });

  test('IM-S18 a page that pushes have overtaken is not applied twice', async () => {
    const id = say('one');
    harness.client.fetchLists();
    await settled();
    const mark = (doAction: boolean) => {
      harness.ask(ME, 'markMessage', { ...chat, serverMessageId: id, doAction, actionType: 2 });
    };
    // The page is made with the first mark only, and comes after both pushes.
    harness.network.setFaults({ ...NO_FAULTS, drop: 1 });
    mark(true);
    harness.network.setFaults(NO_FAULTS);
    const page = harness.client.call('messagesPerUser', { cursor: harness.client.state().cursor ?? 0n });
    await run(1);
    await page;
    mark(false);
    await run(400);
    await settled();
    expect(harness.client.state().marks?.size).toBe(0);
  });

  test('IM-S23 actions of the same user on another device change the state', async () => {
    const id = say('one');
    harness.client.fetchLists();
    await settled();
    harness.ask(ME, 'markRead', { ...chat, readMessageIndex: 2n ** 62n });
    harness.ask(ME, 'setSetting', { ...chat, setMute: true, setStickOnTop: true });
    harness.ask(ME, 'markMessage', { ...chat, serverMessageId: id, doAction: true, actionType: 1 });
    harness.ask(ME, 'setBlocklist', { setBlockList: true, blocklist: [9n] });
    harness.ask(ME, 'setCoreInfo', { ...chat, name: 'ours', isNameSet: true });
    await run(10);
    await settled();
    expect(held()).toMatchObject({ setting: { isMuted: true, isPinned: true }, core: { name: 'ours' } });
    expect(held().readIndex).toBeGreaterThan(0n);
    expect([...(harness.client.state().marks?.values() ?? [])]).toMatchObject([{ messageId: id, action: 1 }]);
    expect([...(harness.client.state().blockedUsers ?? [])]).toEqual([9n]);
  });
});

describe('IM-S23 a user who left, or was removed,', () => {
  test.each(['leaveConversation', 'removeParticipants'] as const)(
    'and is let in again is a member again (%s)',
    async (way) => {
      const group = { conversationType: 2, participants: [FRIEND, ME] };
      const made = harness.ask(FRIEND, 'createConversation', group)?.conversation;
      if (made === undefined) throw new Error('no group');
      const { conversationId, conversationShortId, conversationType } = made;
      chat = { conversationId, conversationShortId, conversationType };
      harness.client.start();
      await settled();
      const by = way === 'leaveConversation' ? ME : FRIEND;
      harness.ask(by, way, { ...chat, participants: [ME] });
      await run(10);
      await settled();
      expect(held()).toMatchObject({ isMember: false, isDissolved: true });
      harness.ask(FRIEND, 'addParticipants', { ...chat, participants: [ME] });
      say('welcome back');
      await run(10);
      await settled();
      expect(held()).toMatchObject({ isMember: true, isDissolved: false });
      expect(texts()).toEqual(['welcome back']);
    },
  );
});

describe('calls', () => {
  test('IM-S14 a send whose reply is lost is unconfirmed; the message exists once, and the client has it', async () => {
    harness.client.start();
    await settled();
    harness.network.setFaults({ ...NO_FAULTS, drop: 0 });
    const sending = harness.client.call('sendMessage', {
      ...chat,
      content: 'mine',
      messageType: 1000,
      clientMessageId: 'c',
    });
    harness.network.halfOpen();
    await run(5_000);
    expect(await sending).toMatchObject({ kind: 'unconfirmed' });
    await run(60_000);
    expect(texts().filter((content) => content === 'mine').length).toBeLessThanOrEqual(1);
  });

  test('IM-S15 a token that expires while the socket is open is renewed once, and the call is repeated', async () => {
    harness.client.start();
    await settled();
    harness.token.expire();
    const call = harness.client.call('readIndex', chat);
    await run(1_000);
    expect(await call).toMatchObject({ kind: 'done' });
  });

  test('IM-S1 sequence ids rise by one over socket and HTTP together', async () => {
    harness.client.start();
    await settled();
    const ids = wire.flatMap(({ direction, message }) => {
      if (direction !== 'out' || message.type === 'text') return [];
      const bytes = message.bytes;
      return [message.type === 'http' ? decodeRequest(bytes).sequenceId : requestIn(decodeFrame(bytes)).sequenceId];
    });
    expect(ids.toSorted()).toEqual(ids.map((_, place) => 10_001n + BigInt(place)));
  });

  test('IM-S28 the tap sees every reply', async () => {
    say('one');
    harness.client.start();
    await settled();
    const replies = wire.flatMap(({ direction, message }) =>
      direction === 'in' && message.type === 'binary' ? [responseIn(decodeFrame(message.bytes)).sequenceId] : [],
    );
    expect(replies.length).toBeGreaterThan(2);
  });
});
