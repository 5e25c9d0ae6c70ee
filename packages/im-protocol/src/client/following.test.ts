/** The client for callers that keep the chats themselves, and decide themselves about reconnecting. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decodeFrame, decodeRequest, requestIn } from '../codec.ts';
import type { ConnectionState } from './connection.ts';
import type { ConversationRef } from './draft.ts';
import { createImClient, DEFAULT_CLIENT_SETTINGS, type ImClient } from './im-client.ts';
import { createSequence, FIRST_SEQUENCE_ID } from './sequence.ts';
import type { TapEntry } from './tap.ts';
import { NO_FAULTS } from './testing/bad-network.ts';
import { type ClientHarness, createHarness } from './testing/convergence.ts';

const ME = 1n;
const FRIEND = 2n;
let harness: ClientHarness;
let client: ImClient;
let wire: TapEntry[];
/** The listener's calls, in order. */
let told: string[];
let states: ConnectionState['kind'][];
let mistakes: string[];
let chats: ConversationRef[];

function makeChat(): ConversationRef {
  const made = harness.ask(FRIEND, 'createConversation', { conversationType: 2, participants: [FRIEND, ME] });
  if (made?.conversation === undefined) throw new Error('no chat');
  const { conversationId, conversationShortId, conversationType } = made.conversation;
  return { conversationId, conversationShortId, conversationType };
}

beforeEach(() => {
  [wire, told, states, mistakes] = [[], [], [], []];
  harness = createHarness(7, mistakes, null, true, () => undefined);
  // The pages of the first list are smaller than this number.
  chats = Array.from({ length: 30 }, makeChat);
  client = createImClient({
    userId: ME,
    profile: {
      service: 10_002,
      method: 1,
      sdkVersion: '0.3.8',
      buildNumber: 'test',
      deviceId: 'device-1',
      devicePlatform: 'web',
    },
    ports: {
      clock: harness.time,
      random: harness.chance,
      dialler: harness.network.dialler,
      post: harness.network.post,
      token: harness.token,
    },
    sequence: createSequence(FIRST_SEQUENCE_ID),
    settings: { ...DEFAULT_CLIENT_SETTINGS, isHoldingAll: false, heldMessages: 3 },
    listener: {
      connection: ({ kind }) => states.push(kind),
      changed: () => undefined,
      delivered: ({ message, body, via }) => told.push(`${via} ${message.content} ${body.sender}`),
      commanded: ({ content }) => told.push(content.kind),
      presence: () => told.push('presence'),
      call: () => undefined,
      strangerWrote: () => told.push('stranger'),
      pointToPoint: () => undefined,
      unreadable: ({ reason }) => mistakes.push(reason),
      settled: () => undefined,
    },
    resumeFrom: null,
    frameHeaders: () => ({}),
    tap: (entry) => wire.push(entry),
  });
});
afterEach(async () => {
  client.stop();
  await run(300_000);
  expect(harness.time.timers, 'IM-S7 timers left').toBe(0);
  expect(mistakes).toEqual([]);
});

const run = (ms: number) => harness.time.run(harness.time.now() + ms, () => false);
const newest = (): ConversationRef => {
  const chat = chats.at(-1);
  if (chat === undefined) throw new Error('no chat');
  return chat;
};
const say = (content: string, chat = newest()): bigint => {
  const sent = harness.ask(FRIEND, 'sendMessage', { ...chat, content, messageType: 1000, ticket: 'deprecated' });
  if (sent === null) throw new Error('not sent');
  return sent.serverMessageId;
};
const commands = () =>
  wire.flatMap(({ direction, message }) => {
    if (direction !== 'out' || message.type === 'text') return [];
    if (message.type === 'http') return [`http ${decodeRequest(message.bytes).cmd}`];
    return [`socket ${requestIn(decodeFrame(message.bytes)).cmd}`];
  });
const times = (command: string): number => commands().filter((one) => one === command).length;
async function follow(): Promise<void> {
  const connected = client.connect();
  const followed = client.follow();
  await run(1_000);
  expect((await connected).kind).toBe('open');
  await followed;
}

describe('IM-S31 a connected socket', () => {
  test('carries only calls before `follow`', async () => {
    const connected = client.connect();
    await run(100);
    expect((await connected).kind).toBe('open');
    const serverMessageId = say('unheard');
    // Its answer shows that the log has something new: that waits, too.
    const call = client.call('markMessage', { ...newest(), serverMessageId, doAction: true, actionType: 1 });
    await run(60_000);
    expect((await call).kind).toBe('done');
    expect(commands()).toEqual(['socket 2036']);
    expect(told).toEqual([]);
  });

  test('stays closed after its end, and continues after the next connect', async () => {
    await follow();
    say('before');
    await run(10);
    harness.network.cut();
    say('while away');
    await run(60_000);
    expect(states).toEqual(['dialling', 'open', 'ended']);
    expect(told).toEqual(['log before 2']);
    wire = [];
    void client.connect();
    await run(100);
    expect(told).toEqual(['log before 2', 'log while away 2']);
    expect(commands()).toContain('socket 200');
    expect(commands()).not.toContain('http 203');
  });

  test('IM-S7 ends with the client: calls under way are not repeated by HTTP', async () => {
    await follow();
    wire = [];
    const call = client.read('readIndex', newest());
    client.hangUp();
    client.stop();
    await run(60_000);
    expect(await call).toMatchObject({ kind: 'unconfirmed', why: 'cut' });
    expect(commands()).toEqual(['socket 2000']);
  });
});

describe('IM-S32 following', () => {
  test('rests on request, and then continues with the missed messages', async () => {
    await follow();
    client.rest();
    wire = [];
    say('one');
    say('two');
    await run(100_000);
    expect(told).toEqual([]);
    expect(commands()).toEqual([]);
    await client.follow();
    await run(100);
    expect(told).toEqual(['log one 2', 'log two 2']);
  });

  test('that was resumed polls the log as often as before', async () => {
    await follow();
    for (let turn = 0; turn < 3; turn += 1) {
      await run(7_000);
      client.rest();
      await client.follow();
    }
    await run(1_000);
    wire = [];
    await run(60_000);
    expect(times('socket 200')).toBe(2);
  });

  test('begins with the list’s first page: later messages are neither delayed nor lost', async () => {
    harness.network.setFaults({ ...NO_FAULTS, delayMs: 50 });
    void client.connect();
    let isFollowing = false;
    void client.follow().then(() => {
      isFollowing = true;
    });
    expect(await harness.time.run(harness.time.now() + 10_000, () => isFollowing)).toBe(true);
    say('first');
    await run(1_000);
    expect(told).toEqual(['log first 2']);
  });

  test('tells the commands of the log, each once, after the messages that came with them', async () => {
    await follow();
    harness.network.setFaults({ ...NO_FAULTS, drop: 1 });
    const id = say('a slip');
    harness.ask(FRIEND, 'recallMessage', { ...newest(), serverMessageId: id });
    harness.network.setFaults(NO_FAULTS);
    harness.ask(FRIEND, 'markRead', { ...newest(), readMessageIndex: 1n });
    await run(1_000);
    expect(told.map((what) => what.split(' ')[0])).toEqual(['log', 'recall', 'read']);
  });
});

test('IM-S33 `read` does not change the state', async () => {
  const chat = newest();
  for (const content of ['one', 'two']) say(content, chat);
  await follow();
  const before = client.state();
  const told0 = told.length;
  const reading = client.read('messagesInConversation', { ...chat, limit: 50 });
  await run(100);
  const page = await reading;
  if (page.kind !== 'done') throw new Error(page.kind);
  expect(page.body.messages.length).toBeGreaterThan(1);
  expect(client.state()).toBe(before);
  expect(told).toHaveLength(told0);
});

describe('IM-S34 isHoldingAll off', () => {
  test('holds one page of the list and conversations with new messages, and audits no others', async () => {
    const [oldest] = chats;
    if (oldest === undefined) throw new Error('no chat');
    await follow();
    await run(5_000);
    expect(times('http 203')).toBe(1);
    expect(client.state().conversations.size).toBeLessThan(chats.length);
    expect(client.state().conversations.has(oldest.conversationId)).toBe(false);
    say('it is me', oldest);
    await run(1_000);
    expect(told).toEqual(['log it is me 2']);
    expect(client.state().conversations.get(oldest.conversationId)).toMatchObject({ isMember: true });
  });
});

describe('IM-S35 the newest messages of a conversation', () => {
  test('are held; each is delivered, and an audit reports none as missing', async () => {
    await follow();
    for (const content of ['a', 'b', 'c', 'd', 'e']) say(content);
    await run(100);
    const held = client.state().conversations.get(newest().conversationId);
    expect(held?.messages.map(({ content }) => content)).toEqual(['c', 'd', 'e']);
    expect(told).toEqual(['a', 'b', 'c', 'd', 'e'].map((content) => `log ${content} 2`));
    wire = [];
    client.audit();
    await run(1_000);
    expect(times('socket 302')).toBeGreaterThan(0);
    expect(times('http 301')).toBe(0);
  });
});
