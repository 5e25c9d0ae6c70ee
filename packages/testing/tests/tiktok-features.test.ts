/**
 * Features that only this chat has: quotes, recall, deleting, marks, mute, favourite and typing. Each is checked from
 * both sides: in the control API, and on the stream of another session of the same shop.
 */
import { randomUUID } from 'node:crypto';
import type { ConnectorSession, ConversationRef } from '@pasar/connector-kit';
import { createTiktokConnector } from '@pasar/connector-tiktok';
import {
  asPlatformMessageId,
  type ConversationSetting,
  LIMITS,
  type MessageFacts,
  type QuoteFacts,
} from '@pasar/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ContractHarness, value } from '../src/contract/harness.ts';
import type { Place, SimulatorConversation } from '../src/control.ts';
import type { StreamLog } from '../src/stream-log.ts';
import { demand, TIKTOK_IDS } from './tiktok-harness.ts';

let harness: ContractHarness;
let place: Place;
let own: ConnectorSession;
/** Another device of the shop, and its stream. */
let other: ConnectorSession;
let heard: StreamLog;
let ref: ConversationRef;

beforeAll(async () => {
  harness = await ContractHarness.build(
    {
      marketplace: 'tiktok',
      createConnector: ({ origins, keys }) =>
        createTiktokConnector({
          sellerOrigin: () => origins.tiktok,
          globalOrigin: origins.tiktok,
          ...TIKTOK_IDS,
          ...keys,
        }),
      canListOffline: true,
      isMediaOpen: true,
      sendTimeoutMs: LIMITS.socketReplyTimeoutMs,
      unreadableFrames: [],
    },
    { tokenLifeMs: 60_000 },
  );
});
beforeEach(async () => {
  place = harness.takePlace();
  own = await harness.open();
  other = await harness.open();
  heard = (await harness.listen(other)).log;
  ref = await harness.refOf(own, place);
});
afterEach(() => harness.clean());
afterAll(() => harness.close());

const shown = (): Promise<SimulatorConversation> => harness.control.conversation(place);
async function shownMessage(messageId: string): Promise<SimulatorConversation['messages'][number]> {
  return demand(
    (await shown()).messages.find((message) => message.messageId === messageId),
    `message ${messageId}`,
  );
}
async function say(text: string, quote: QuoteFacts | null = null): Promise<string> {
  const outcome = await own.sendText({ conversation: ref, text, quote, idempotencyKey: randomUUID() });
  if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
  return outcome.platformMessageId;
}
const set = async (setting: ConversationSetting): Promise<null> => value(await own.applySetting(ref, setting));
async function historyOf(session: ConnectorSession): Promise<readonly MessageFacts[]> {
  return value(await session.fetchHistory(ref, null)).items;
}
const about = { platformConversationId: expect.any(String) };
const withdrawn = (messageId: string) =>
  heard.waitFor(
    (seen) => seen.of('message.withdrawn').find((event) => event.platformMessageId === messageId),
    `the withdrawal of ${messageId}`,
  );

describe('quotes', () => {
  it('of the shop reach the buyer and the other device', async () => {
    const asked = await harness.control.post(place, 'Is it blue?');
    const quote = { platformMessageId: asPlatformMessageId(asked), hint: 'Is it blue?' };
    const answer = await say('It is', quote);
    expect((await shownMessage(answer)).quote).toEqual({ messageId: asked, hint: 'Is it blue?' });
    expect(await heard.message(answer)).toMatchObject({ quote });
    expect(demand((await historyOf(other))[0], 'newest message')).toMatchObject({ platformMessageId: answer, quote });
  });

  it('of the buyer reach the shop', async () => {
    const said = await say('We have two colours');
    const asked = await harness.control.post(place, 'Which?', 'buyer', said);
    expect((await shownMessage(asked)).quote).toEqual({ messageId: said, hint: 'We have two colours' });
    expect(await heard.message(asked)).toMatchObject({
      author: 'buyer',
      quote: { platformMessageId: said, hint: 'We have two colours' },
    });
  });

  it('of an unknown message are refused', async () => {
    await expect(harness.control.post(place, 'What?', 'buyer', '17')).rejects.toThrow('404');
    const [shop] = await harness.control.shops('lazada');
    const { shopId, buyers } = demand(shop, 'Lazada shop');
    const elsewhere = { marketplace: 'lazada', shopId, buyerId: demand(buyers[0], 'buyer').buyerId } as const;
    const { messages } = await harness.control.conversation(elsewhere);
    const { messageId } = demand(messages[0], 'message');
    await expect(harness.control.post(elsewhere, 'What?', 'buyer', messageId)).rejects.toThrow('400');
  });
});

describe('recall', () => {
  it('of the shop is seen by the buyer, the other device and the history', async () => {
    const messageId = await say('a slip of the hand');
    await set({ setting: 'recall', platformMessageId: asPlatformMessageId(messageId) });
    expect((await shownMessage(messageId)).status).toBe('recalled');
    expect(await withdrawn(messageId)).toMatchObject({ ...about, status: 'recalled' });
    const [newest] = await historyOf(other);
    expect(newest).toMatchObject({ platformMessageId: messageId, status: 'recalled', content: { text: '' } });
    // A second recall is no error and changes nothing.
    await set({ setting: 'recall', platformMessageId: asPlatformMessageId(messageId) });
    expect(heard.of('message.withdrawn')).toHaveLength(1);
  });

  it('of the buyer removes the message from the unread count', async () => {
    await harness.control.read(place, 'sellerApp');
    const messageId = await harness.control.post(place, 'forget it');
    await heard.message(messageId);
    expect((await harness.factsOf(own, place)).unreadCount).toBe(1);
    await harness.control.recall(place, messageId, 'buyer');
    expect(await withdrawn(messageId)).toMatchObject({ status: 'recalled' });
    expect((await shownMessage(messageId)).status).toBe('recalled');
    expect((await harness.factsOf(own, place)).unreadCount).toBe(0);
  });

  it('of the seller’s own app reaches the desk', async () => {
    const messageId = await harness.control.post(place, 'from the app', 'sellerApp');
    await harness.control.recall(place, messageId, 'sellerApp');
    expect(await withdrawn(messageId)).toMatchObject({ status: 'recalled' });
  });

  it('of another person’s message or of an old message is refused', async () => {
    const messageId = await say('the shop’s');
    await expect(harness.control.recall(place, messageId, 'buyer')).rejects.toThrow('409');
    const old = demand((await shown()).messages[0], 'old message').messageId;
    const setting = { setting: 'recall', platformMessageId: asPlatformMessageId(old) } as const;
    expect(await own.applySetting(ref, setting)).toMatchObject({ ok: false, refusal: { reason: 'recall_too_late' } });
    expect((await shownMessage(old)).status).toBe('available');
    await expect(harness.control.recall(place, '17', 'buyer')).rejects.toThrow('404');
  });
});

it('a deleted message is removed for the shop and stays for the buyer', async () => {
  const messageId = await harness.control.post(place, 'spam');
  await heard.message(messageId);
  await set({ setting: 'delete', platformMessageId: asPlatformMessageId(messageId) });
  expect(await withdrawn(messageId)).toMatchObject({ ...about, status: 'deleted' });
  expect((await historyOf(other)).map((message) => message.platformMessageId)).not.toContain(messageId);
  expect((await shownMessage(messageId)).status).toBe('available');
});

it.each(['favorite', 'pin', 'unread'] as const)('the mark %s is set and taken back', async (mark) => {
  const messageId = await harness.control.post(place, `to be marked as ${mark}`);
  for (const isMarked of [true, false]) {
    await set({ setting: 'mark', platformMessageId: asPlatformMessageId(messageId), mark, isMarked });
    expect((await shown()).marks).toEqual(isMarked ? [{ messageId, mark }] : []);
    const told = await heard.waitFor(
      (seen) => seen.of('message.marked').find((event) => event.isMarked === isMarked),
      `the mark ${mark} ${isMarked}`,
    );
    expect(told).toMatchObject({ ...about, platformMessageId: messageId, mark });
  }
});

it.each([
  ['mute', 'isMuted'],
  ['favorite', 'isFavorite'],
] as const)('%s is one fact for both sides, and asks the other device to look', async (name, fact) => {
  for (const isOn of [true, false]) {
    const gaps = heard.gaps;
    await set(name === 'mute' ? { setting: name, isMuted: isOn } : { setting: name, isFavorite: isOn });
    expect((await shown())[fact]).toBe(isOn);
    await heard.waitFor((seen) => (seen.gaps > gaps ? true : null), 'a call to look');
    expect((await harness.factsOf(other, place))[fact]).toBe(isOn);
  }
});

it('the star is the pin of the protocol, and asks the other device to look', async () => {
  const { isPinned } = await shown();
  await set({ setting: 'pin', isPinned: !isPinned });
  expect((await shown()).isPinned).toBe(!isPinned);
  await heard.waitFor((seen) => (seen.gaps > 0 ? true : null), 'a call to look');
  expect((await harness.factsOf(other, place)).isPinned).toBe(!isPinned);
});

describe('a deletion', () => {
  it('in the seller centre is told, up to the newest message', async () => {
    const messageId = await say('the last word');
    await harness.control.deleteConversation(place);
    const told = await heard.waitFor((seen) => seen.of('conversation.deleted')[0], 'the deletion');
    const echo = await heard.message(asPlatformMessageId(messageId));
    expect(told).toMatchObject({ platformConversationId: ref.platformConversationId, position: echo.position });
  });
});

describe('typing', () => {
  it('of the buyer is told while it lasts', async () => {
    for (const isTyping of [true, false]) {
      await harness.control.setTyping(place, isTyping);
      const told = await heard.waitFor(
        (seen) => seen.of('conversation.typing').find((event) => event.isTyping === isTyping),
        `typing ${isTyping}`,
      );
      expect(told).toMatchObject({ platformConversationId: ref.platformConversationId });
    }
    // Typing is not part of the sequence, so the stream has no gap.
    await heard.message(await harness.control.post(place, 'there'));
    expect(heard.gaps).toBe(0);
  });

  it('of the shop is seen by the buyer, and ends with the message', async () => {
    await harness.listen(own);
    value(await own.showTyping(ref, true));
    expect((await shown()).isSellerTyping).toBe(true);
    value(await own.showTyping(ref, false));
    expect((await shown()).isSellerTyping).toBe(false);
    value(await own.showTyping(ref, true));
    await say('here I am');
    expect((await shown()).isSellerTyping).toBe(false);
    expect(heard.of('conversation.typing')).toEqual([]);
  });

  it('is refused by the other marketplaces', async () => {
    for (const marketplace of ['shopee', 'lazada'] as const) {
      const [shop] = await harness.control.shops(marketplace);
      const { shopId, buyers } = demand(shop, `${marketplace} shop`);
      const elsewhere = { marketplace, shopId, buyerId: demand(buyers[0], 'buyer').buyerId };
      await expect(harness.control.setTyping(elsewhere, true)).rejects.toThrow('400');
    }
  });
});
