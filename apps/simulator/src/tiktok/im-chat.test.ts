/**
 * The IM server on the world's journal: every action exists after a restart, exactly once, wherever the journal was cut
 * off.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ActionType,
  COMMANDS,
  type Command,
  type CommandBody,
  type CommandSchema,
  create,
  decodeFrame,
  OPERATION_TYPE,
  RequestSchema,
  type Response,
  responseIn,
} from '@pasar/im-protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFaults } from '../world/faults.ts';
import type { Conversation, Shop } from '../world/types.ts';
import { createWorld, type SimulatedWorld } from '../world/world.ts';
import { createImChat, type ImChat, namesOf } from './im-chat.ts';
import type { Ground } from './im-ledger.ts';
import { pigeonCidOf } from './shops.ts';

const START = 1_700_000_000_000;
let folder: string;
let time: number;
let closers: (() => void)[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'im-chat-'));
  time = START;
  closers = [];
});
afterEach(() => {
  for (const close of closers) close();
  rmSync(folder, { recursive: true });
});

interface Opened {
  readonly world: SimulatedWorld;
  readonly chat: ImChat;
  readonly shop: Shop;
  readonly conversation: Conversation;
  ask<Req extends CommandSchema, Reply>(command: Command<Req, Reply>, body: CommandBody<Req>): Reply;
}
const journalPath = (): string => join(folder, 'journal.jsonl');

/** Opens without closing the previous simulator first, like a start after a kill. */
function open(): Opened {
  const world = createWorld({ seed: 'chat', journalPath: journalPath(), now: () => time });
  const faults = createFaults({ now: () => time });
  const ground: Ground = {
    world,
    faults,
    now: () => time,
    fillCard: (_shop, ext) => ext,
    isOutOfReach: () => false,
  };
  const mediaDirectory = join(folder, 'media');
  const chat = createImChat({ ground, secret: 'salt', mediaBaseUrl: 'http://127.0.0.1:1/media', mediaDirectory });
  closers.push(() => {
    chat.close();
    world.close();
  });
  const shop = world.shops.find(({ marketplace }) => marketplace === 'tiktok');
  const conversation = shop && world.conversations('tiktok', shop.shopId).find(({ status }) => status === 'activated');
  if (shop === undefined || conversation === undefined) throw new Error('the seed has no such conversation');
  const held = world.conversation('tiktok', conversation.conversationId) ?? conversation;
  return {
    world,
    chat,
    shop,
    conversation: held,
    ask: (command, body) => {
      time += 7;
      const request = create(RequestSchema, { cmd: command.number, body: command.request.fill(body) });
      const { statusCode, errorDesc, body: answer } = chat.serve(shop, request);
      const reply = command.response.read(answer);
      if (statusCode !== 0 || reply === undefined) throw new Error(`${command.name}: ${statusCode} ${errorDesc}`);
      return reply;
    },
  };
}

let keys = 0;
function say({ ask, conversation }: Opened, content: string, more: object = {}): bigint {
  keys += 1;
  const body = { ...namesOf(conversation), content, messageType: 1000, clientMessageId: `key-${keys}`, ...more };
  const reply = ask(COMMANDS.sendMessage, { ...body, ext: { type: 'text', note: 'kept' } });
  expect(reply.status, reply.checkMessage).toBe(0);
  return reply.serverMessageId;
}
function write({ world, conversation }: Opened, text: string): string {
  time += 3;
  const { shopId, buyer } = conversation;
  const address = { marketplace: 'tiktok', shopId, buyerId: buyer.buyerId, from: 'buyer' } as const;
  const letter = { kind: 'text', content: { text }, idempotencyKey: null, honoursKey: true, quote: null };
  return world.post({ ...address, ...letter }).message.messageId;
}

/** One action of every kind, from both sides. */
function live(opened: Opened): void {
  const { world, chat, shop, conversation, ask } = opened;
  const names = namesOf(conversation);
  const { conversationId } = conversation;
  const asked = write(opened, 'How much?');
  const quote = { refMsgInfo: { referencedMessageId: BigInt(asked), hint: 'How much?' } };
  const said = say(opened, 'Nine', { ...quote, mentionedUsers: [BigInt(conversation.buyer.buyerId)] });
  const slip = say(opened, 'Eight');
  ask(COMMANDS.recallMessage, { ...names, serverMessageId: slip });
  ask(COMMANDS.deleteMessage, { ...names, messageId: BigInt(asked) });
  world.readByBuyer('tiktok', conversationId, said.toString());
  // The read position lies between two messages; the world's mark is the earlier message.
  const index = chat.server.state.messages.get(said.toString())?.index ?? 0n;
  ask(COMMANDS.markRead, { ...names, readMessageIndex: index + 1n });
  ask(COMMANDS.setSetting, { ...names, setMute: true, setStickOnTop: !conversation.isPinned, setFavorite: true });
  world.pin('tiktok', conversationId, !conversation.isPinned);
  ask(COMMANDS.upsertSettingExt, { ...names, ext: { 'a:s_is_folded': '1' } });
  ask(COMMANDS.markMessage, { ...names, serverMessageId: said, doAction: true, actionType: ActionType.PIN });
  const modifyPropertyContent = [
    { operation: OPERATION_TYPE.ADD_PROPERTY_ITEM, key: 'like', value: '1', idempotentId: 'once' },
  ];
  ask(COMMANDS.modifyMessageProperty, { propertyList: { ...names, serverMessageId: said, modifyPropertyContent } });
  ask(COMMANDS.setBlocklist, { setBlockList: true, blocklist: [BigInt(conversation.buyer.buyerId)] });
  world.setStatus('tiktok', conversationId, 'closed');
  world.setStatus('tiktok', conversationId, 'activated');
  const made = ask(COMMANDS.createConversation, { conversationType: 2, participants: [5n], name: 'colleagues' });
  const group = made.conversation?.conversationShortId ?? 0n;
  const letter = { conversationShortId: group, content: 'hello all', messageType: 1000, clientMessageId: 'group-1' };
  const first = ask(COMMANDS.sendMessage, letter);
  expect(ask(COMMANDS.sendMessage, letter).serverMessageId).toBe(first.serverMessageId);
  const other = world.conversations('tiktok', shop.shopId).find((candidate) => candidate !== conversation);
  if (other !== undefined) ask(COMMANDS.deleteConversation, namesOf(other));
  write(opened, 'Deal');
}

test('a restart after a kill loses nothing, and the next restart gives the same state', () => {
  const before = open();
  live(before);
  const after = open();
  expect(after.chat.server.fingerprint()).toBe(before.chat.server.fingerprint());
  expect(after.world.conversation('tiktok', after.conversation.conversationId)?.messages).toEqual(
    before.world.conversation('tiktok', after.conversation.conversationId)?.messages,
  );
  live(after);
  expect(open().chat.server.fingerprint()).toBe(after.chat.server.fingerprint());
});

test('wherever the journal was cut off, the world and the chat agree', () => {
  live(open());
  const lines = readFileSync(journalPath(), 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(30);
  for (let kept = 1; kept <= lines.length; kept += 1) {
    writeFileSync(journalPath(), `${lines.slice(0, kept).join('\n')}\n`);
    const { world, chat, shop, conversation } = open();
    const told = chat.server.state.conversations.get(conversation.conversationId);
    const seller = told?.members.get(shop.userId);
    const buyer = told?.members.get(conversation.buyer.buyerId);
    const indexOf = (messageId: string | null) => chat.server.state.messages.get(messageId ?? '')?.index ?? 0n;
    expect(told?.messages.map(({ id }) => id)).toEqual(conversation.messages.map(({ messageId }) => messageId));
    expect(told?.messages.flatMap(({ id, recalledBy }) => (recalledBy === null ? [] : [id]))).toEqual(
      conversation.messages.flatMap(({ messageId, status }) => (status === 'recalled' ? [messageId] : [])),
    );
    expect(told?.messages.map(({ quote }) => quote?.messageId)).toEqual(
      conversation.messages.map(({ quote }) => quote?.messageId),
    );
    expect((seller?.topTime ?? 0n) > 0n).toBe(conversation.isPinned);
    expect(told?.ext.status).toBe(conversation.status);
    expect(buyer?.readIndex).toBe(indexOf(conversation.buyerReadMessageId));
    expect(seller?.readIndex).toBeGreaterThanOrEqual(indexOf(conversation.sellerReadMessageId));
    expect(world.unreadCount(conversation)).toBeGreaterThanOrEqual(0);
  }
});

test('each change is pushed once, from either side', () => {
  const opened = open();
  const { world, chat, shop, conversation, ask } = opened;
  const got: Response[] = [];
  chat.server.connect({
    userId: BigInt(shop.userId),
    deviceId: 'device',
    send: (message) => {
      if (typeof message !== 'string') got.push(responseIn(decodeFrame(message)));
    },
  });
  const types = () => got.splice(0).map(({ body }) => body?.hasNewMessageNotify?.message?.messageType);
  const said = say(opened, 'one');
  expect(types()).toEqual([1000]);
  write(opened, 'two');
  expect(types()).toEqual([1000]);
  world.readByBuyer('tiktok', conversation.conversationId, said.toString());
  expect(types()).toEqual([50_013]);
  world.readBySeller('tiktok', conversation.conversationId, said.toString());
  expect(types()).toEqual([50_001]);
  ask(COMMANDS.recallMessage, { ...namesOf(conversation), serverMessageId: said });
  expect(types()).toEqual([50_021]);
  world.pin('tiktok', conversation.conversationId, !conversation.isPinned);
  expect(types()).toEqual([50_001]);
});

test('a shop that dissolves a conversation, or removes its buyer, does not break the world', () => {
  const opened = open();
  const { world, conversation, ask, shop } = opened;
  const names = namesOf(conversation);
  const { conversationId } = conversation;
  ask(COMMANDS.removeParticipants, { ...names, participants: [BigInt(conversation.buyer.buyerId)] });
  world.readByBuyer('tiktok', conversationId, write(opened, 'Still here'));
  const dissolved = world.conversations('tiktok', shop.shopId).find((candidate) => candidate !== conversation);
  if (dissolved === undefined) throw new Error('the shop has one conversation');
  ask(COMMANDS.dissolveConversation, namesOf(dissolved));
  const { isPinned, messages } = dissolved;
  world.pin('tiktok', dissolved.conversationId, !isPinned);
  world.readBySeller('tiktok', dissolved.conversationId, messages.at(-1)?.messageId ?? '');
  write({ ...opened, conversation: dissolved }, 'And now?');
  expect(open().chat.server.fingerprint()).toBe(opened.chat.server.fingerprint());
});

test('index_in_conversation is microseconds, and rises even when the clock stands still or goes back', () => {
  const opened = open();
  const index = (messageId: bigint | string) => opened.chat.server.state.messages.get(messageId.toString())?.index;
  time = START + 60_000;
  const one = say(opened, 'one');
  expect(index(one)).toBe(BigInt(time) * 1_000n);
  time = START;
  const other = write(opened, 'back in time');
  expect(index(other)).toBe((index(one) ?? 0n) + 1_000n);
});

test('uploaded bytes are served again after a restart', () => {
  const before = open();
  const token = before.ask(COMMANDS.uploadToken, { tokenType: 1 });
  const put = before.chat.server.media.put(token.token, new TextEncoder().encode('a picture'), 'image/png');
  if (put.kind !== 'stored') throw new Error(put.reason);
  const after = open();
  const { imgOptions } = after.ask(COMMANDS.mediaUrls, { uri: put.uri, mediaType: 1 });
  const got = after.chat.server.media.get(imgOptions[0]?.urls[0] ?? '');
  if (got.kind !== 'found') throw new Error(got.reason);
  expect(new TextDecoder().decode(got.bytes)).toBe('a picture');
  expect(got.contentType).toBe('image/png');
});

test('reports of a client about itself are counted by user and add nothing to the journal', () => {
  const { ask, chat, shop } = open();
  const before = readFileSync(journalPath(), 'utf8');
  const seller = pigeonCidOf(shop);
  const ack = (cmd: number, logid: string) =>
    ask(COMMANDS.clientAck, { startTimeStamp: BigInt(time), cmd, logid, serverMessageId: 1n });
  ack(500, 'one');
  ack(500, 'other');
  ack(1099, 'third');
  ask(COMMANDS.reportMetrics, { reportMetricsList: [{ metricType: 1, k: 'send', v: 12n }] });
  const { count } = chat.reports;
  expect([count(seller, 'ack', '500'), count(seller, 'ack', '1099'), count(seller, 'metric', 'send')]).toEqual([
    2, 1, 1,
  ]);
  expect([count('1', 'ack', '500'), count(seller, 'metric', '500')]).toEqual([0, 0]);
  expect(readFileSync(journalPath(), 'utf8')).toBe(before);
});

test('an upload keeps its kind after a restart', () => {
  const before = open();
  const { token } = before.ask(COMMANDS.uploadToken, { tokenType: 1 });
  const put = before.chat.server.media.put(token, new TextEncoder().encode('a film'), 'video/mp4');
  if (put.kind !== 'stored') throw new Error(put.reason);
  const after = open();
  expect(after.ask(COMMANDS.mediaUrls, { uri: put.uri, mediaType: 2 }).videoOptions).toHaveLength(1);
  expect(() => after.ask(COMMANDS.mediaUrls, { uri: put.uri, mediaType: 1 })).toThrow('4');
});

test('buyers and shops have profiles with their names', () => {
  const { ask, conversation, shop } = open();
  const nameOf = (userId: string) => ask(COMMANDS.profile, { userid: BigInt(userId) }).profile?.nickName;
  expect(nameOf(conversation.buyer.buyerId)).toBe(conversation.buyer.name);
  expect(nameOf(shop.userId)).toBe(shop.name);
  expect(() => nameOf('12345')).toThrow('9');
});
