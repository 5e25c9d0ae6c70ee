import { CALLS } from '@pasar/api';
import { describe, expect, it } from 'vitest';
import { messagesOf } from '../state/message-window.ts';
import { type TimelineEntry, timeline } from '../state/timeline.ts';
import { aConversation, aDelivery, aMessage, aShop, positioned, textIn, uuid } from '../testing/builders.ts';
import { createDeskHarness, type DeskHarness, flush } from '../testing/desk-harness.ts';
import { createMemoryStorage } from '../testing/memory-storage.ts';
import { ModelServer } from '../testing/model/model-server.ts';

const ID = aConversation(1, 1).conversationId;

function seeded(): ModelServer {
  const server = new ModelServer({ pageSize: 3 });
  server.shops.setShop(aShop(1));
  server.chat.setConversation(aConversation(1, 1));
  server.chat.setConversation(aConversation(2, 1));
  for (let number = 1; number <= 5; number += 1) server.chat.addMessage(aMessage(number * 10, 1));
  return server;
}
async function started(server = seeded(), storage = createMemoryStorage()): Promise<DeskHarness> {
  const harness = createDeskHarness(server, storage);
  harness.desk.start();
  await harness.settle();
  harness.desk.windows.open(ID);
  await harness.settle();
  return harness;
}
const find = (harness: DeskHarness, path: string) => harness.flying.findIndex((item) => item.call.path === path);
const texts = ({ desk }: DeskHarness) => {
  const state = desk.state.get();
  return timeline(state.windows.get(ID), state.deliveries.get(ID) ?? [], state.pending.get(ID) ?? []).map((entry) =>
    entry.kind === 'message' || entry.kind === 'note'
      ? `${entry.kind} ${entry.kind === 'message' ? entry.message.position : entry.key}`
      : `${entry.kind} ${entry.key === '' ? '' : textOf(entry)}`,
  );
};
const textOf = (entry: Extract<TimelineEntry, { kind: 'delivery' | 'pending' }>) =>
  textIn(entry.kind === 'delivery' ? entry.delivery : entry.pending);
const SEND = CALLS.chat.sendText.path;

describe('sending', () => {
  it('P1: a text is in the state when the call returns, behind the newest message', async () => {
    const harness = await started();
    harness.desk.sender.send(ID, 'hello');
    expect(texts(harness).at(-1)).toBe('pending hello');
    harness.desk.stop();
  });

  it('P1: a translation goes out with what the member wrote', async () => {
    const harness = await started();
    harness.desk.sender.send(ID, 'สวัสดี', null, 'hello');
    await flush();
    expect(harness.flying[find(harness, SEND)]?.input).toMatchObject({ text: 'สวัสดี', original: 'hello' });
    harness.desk.stop();
  });

  it('P2: a text becomes a delivery, then the message, and never two rows', async () => {
    const harness = await started();
    const clientId = harness.desk.sender.send(ID, 'hello');
    await flush();
    harness.answer(find(harness, SEND));
    await flush();
    expect(texts(harness).at(-1)).toBe('delivery hello');
    harness.server.chat.confirm(clientId, positioned(900));
    await harness.settle();
    expect(texts(harness).slice(-2)).toEqual(['message 50', 'message 900']);
    harness.desk.stop();
  });

  it('P2 S3: an answer that comes after the message does not bring the delivery back', async () => {
    const harness = await started();
    const clientId = harness.desk.sender.send(ID, 'hello');
    await flush();
    harness.handle(find(harness, SEND));
    harness.server.chat.confirm(clientId, positioned(900));
    harness.deliver(10);
    harness.answer(find(harness, SEND));
    await flush();
    expect(harness.desk.state.get().deliveries.size).toBe(0);
    expect(texts(harness).at(-1)).toBe('message 900');
    harness.desk.stop();
  });

  it('P3: a text whose answer was lost is sent again with the same client id, and the text is delivered once', async () => {
    const harness = await started();
    const clientId = harness.desk.sender.send(ID, 'hello');
    await flush();
    harness.handle(find(harness, SEND));
    harness.lose(find(harness, SEND));
    await flush();
    expect(harness.desk.state.get().pending.get(ID)?.[0]?.phase).toEqual({ state: 'waiting' });
    harness.clock.advance(5_000);
    await flush();
    expect(harness.flying.map((item) => item.input)).toContainEqual({ conversationId: ID, clientId, text: 'hello' });
    await harness.settle();
    expect(harness.server.chat.deliveries.size).toBe(1);
    harness.desk.stop();
  });

  it('P3: waiting texts are sent at once when the stream is back', async () => {
    const harness = await started();
    harness.desk.sender.send(ID, 'hello');
    await flush();
    harness.lose(find(harness, SEND));
    harness.sockets.current()?.cut();
    await flush();
    harness.desk.wake();
    await flush();
    harness.sockets.current()?.open();
    await flush();
    expect(find(harness, SEND)).toBeGreaterThanOrEqual(0);
    harness.desk.stop();
  });

  it('P4: texts of one conversation are sent in order, and another conversation does not wait for them', async () => {
    const harness = await started();
    harness.desk.sender.send(ID, 'one');
    harness.desk.sender.send(ID, 'two');
    harness.desk.sender.send(aConversation(2, 1).conversationId, 'elsewhere');
    await flush();
    const sent = () => harness.flying.filter((item) => item.call.path === SEND).map((item) => item.input);
    expect(sent()).toMatchObject([{ text: 'one' }, { text: 'elsewhere' }]);
    harness.answer(find(harness, SEND));
    await flush();
    expect(sent()).toMatchObject([{ text: 'elsewhere' }, { text: 'two' }]);
    harness.desk.stop();
  });

  it('P4: a text that waits for the network delays the later texts', async () => {
    const harness = await started();
    harness.desk.sender.send(ID, 'one');
    harness.desk.sender.send(ID, 'two');
    await flush();
    harness.lose(find(harness, SEND));
    await flush();
    expect(find(harness, SEND)).toBe(-1);
    await harness.settle();
    expect([...harness.server.chat.deliveries.values()].map(textIn)).toEqual(['one', 'two']);
    harness.desk.stop();
  });

  it('P5: a refused text keeps its reason, does not delay the next text, and can be retried or taken back', async () => {
    const harness = await started();
    const clientId = harness.desk.sender.send(ID, 'one');
    harness.desk.sender.send(ID, 'two');
    await flush();
    const refusal = { kind: 'refused', code: 'content_too_long', reason: 'Too long.', detail: null } as const;
    harness.fail(find(harness, SEND), refusal);
    await harness.settle();
    expect(harness.desk.state.get().pending.get(ID)).toMatchObject([{ clientId, phase: { code: 'content_too_long' } }]);
    expect([...harness.server.chat.deliveries.values()].map(textIn)).toEqual(['two']);
    harness.desk.sender.retry(clientId);
    await flush();
    expect(harness.flying.at(-1)?.input).toMatchObject({ clientId, text: 'one' });
    harness.fail(find(harness, SEND), refusal);
    await flush();
    expect(harness.desk.sender.takeBack(clientId)).toBe('one');
    expect(harness.desk.sender.takeBack(clientId)).toBeNull();
    expect(harness.desk.state.get().pending.size).toBe(0);
    harness.desk.stop();
  });

  it('P6: a text that was on its way when the page closed is sent by the next page, once', async () => {
    const storage = createMemoryStorage();
    const server = seeded();
    const first = await started(server, storage);
    const clientId = first.desk.sender.send(ID, 'hello');
    await flush();
    first.handle(find(first, SEND));
    first.desk.stop();
    const second = await started(server, storage);
    expect([...server.chat.deliveries.keys()]).toEqual([clientId]);
    expect(second.desk.state.get().pending.size).toBe(0);
    expect([...Array(storage.length).keys()].map((index) => storage.key(index))).toEqual([]);
    second.desk.stop();
  });

  it('P5: a refused retry shows the delivery as before, and is reported', async () => {
    const harness = await started();
    const delivery = aDelivery(1, 1, { mark: 'failed' });
    harness.server.chat.setDelivery(delivery);
    await harness.settle();
    harness.desk.sender.retryDelivery(delivery);
    expect(harness.desk.state.get().askedDeliveries.has(delivery.clientId)).toBe(true);
    await flush();
    const failure = { kind: 'refused', code: 'delivery_not_retryable', reason: 'No.', detail: null } as const;
    harness.fail(harness.flying.length - 1, failure);
    await flush();
    expect(harness.desk.state.get().askedDeliveries.size).toBe(0);
    expect(harness.notices).toContainEqual({ kind: 'refused', failure });
    harness.desk.stop();
  });
});

describe('settings', () => {
  it('W1 W2: a pin shows at once, and is undone and reported when it is refused', async () => {
    const harness = await started();
    harness.desk.settings.setPinned(ID, true);
    expect(harness.desk.state.get().shown.get(ID)?.isPinned).toBe(true);
    expect(harness.desk.state.get().lists.get('all|pinned')).toEqual([ID]);
    await flush();
    const failure = { kind: 'refused', code: 'no_permission', reason: 'No.', detail: null } as const;
    harness.fail(harness.flying.length - 1, failure);
    await flush();
    expect(harness.desk.state.get().shown.get(ID)?.isPinned).toBe(false);
    expect(harness.desk.state.get().lists.get('all|pinned') ?? []).toEqual([]);
    expect(harness.notices).toContainEqual({ kind: 'undone', undone: { setting: 'pin', conversationId: ID, failure } });
    harness.desk.stop();
  });

  it('W2: read without a network counts as read and is sent again when the stream is back', async () => {
    const harness = await started();
    const newest = messagesOf(harness.desk.state.get().windows.get(ID)).at(-1);
    if (newest === undefined) throw new Error('no message');
    harness.desk.settings.markRead(ID, newest.position);
    await flush();
    harness.lose(find(harness, CALLS.chat.markRead.path));
    harness.sockets.current()?.cut();
    await flush();
    expect(harness.desk.state.get().shown.get(ID)?.unreadCount).toBe(0);
    await harness.settle();
    expect(harness.server.chat.conversations.get(ID)).toMatchObject({
      unreadCount: 0,
      sellerReadPosition: newest.position,
    });
    expect(harness.notices).toEqual([]);
    harness.desk.stop();
  });
});

describe('windows', () => {
  it('M1: older pages come until the history ends', async () => {
    const harness = await started();
    const held = () => messagesOf(harness.desk.state.get().windows.get(ID)).map((message) => Number(message.position));
    expect(held()).toEqual([30, 40, 50]);
    harness.desk.windows.loadOlder(ID);
    harness.desk.windows.loadOlder(ID);
    expect(harness.flying).toHaveLength(1);
    await harness.settle();
    expect(held()).toEqual([10, 20, 30, 40, 50]);
    expect(harness.desk.state.get().windows.get(ID)).toMatchObject({ older: 'no' });
    harness.desk.stop();
  });

  it('M4: asks again while the server fetches history, and stops when another conversation is opened', async () => {
    const server = seeded();
    server.chat.unfetched.add(ID);
    const harness = await started(server);
    harness.desk.windows.loadOlder(ID);
    await harness.settle();
    expect(harness.desk.state.get().windows.get(ID)).toMatchObject({ older: 'fetching' });
    server.chat.addMessage(aMessage(5, 1));
    server.chat.unfetched.delete(ID);
    harness.deliver(10);
    expect(messagesOf(harness.desk.state.get().windows.get(ID))[0]?.position).toBe('5');
    harness.clock.advance(1_000);
    await harness.settle();
    expect(harness.desk.state.get().windows.get(ID)).toMatchObject({ older: 'no' });
    harness.desk.windows.open(null);
    harness.clock.advance(5_000);
    expect(harness.flying).toHaveLength(0);
    harness.desk.stop();
  });

  it('M5: the windows opened longest ago are dropped', async () => {
    const server = seeded();
    for (let number = 3; number <= 70; number += 1) server.chat.setConversation(aConversation(number, 1));
    const harness = await started(server);
    for (let number = 2; number <= 70; number += 1) {
      harness.desk.windows.open(aConversation(number, 1).conversationId);
      await harness.settle();
    }
    expect(harness.desk.state.get().windows.size).toBe(60);
    expect(harness.desk.state.get().windows.has(ID)).toBe(false);
    harness.desk.stop();
  });

  it('M5: prefetches two at a time, the newest request first, and never before an opened conversation', async () => {
    const server = seeded();
    for (let number = 3; number <= 8; number += 1) server.chat.setConversation(aConversation(number, 1));
    const harness = await started(server);
    const asked = () => harness.flying.map((item) => Number(JSON.stringify(item.input).match(/(\d+)"}$/)?.[1]));
    for (const number of [3, 4, 5, 6]) harness.desk.windows.prefetch(aConversation(number, 1).conversationId);
    await flush();
    expect(asked()).toEqual([3, 4]);
    harness.desk.windows.open(aConversation(8, 1).conversationId);
    await flush();
    expect(asked()).toEqual([3, 4, 8]);
    harness.answer(0);
    harness.answer(0);
    await flush();
    expect(asked()).toEqual([8, 6]);
    await harness.settle();
    expect(harness.desk.state.get().windows.size).toBe(6);
    harness.desk.stop();
  });

  it('M3 S7: a reload keeps unsent texts, drafts and the shown messages, and fills the gap', async () => {
    const harness = await started();
    harness.desk.drafts?.set(ID, 'half a sentence');
    harness.desk.sender.send(ID, 'unsent');
    await flush();
    harness.lose(find(harness, SEND));
    for (let number = 6; number <= 12; number += 1) harness.server.chat.addMessage(aMessage(number * 10, 1));
    harness.sockets.current()?.send({ type: 'reload' });
    await flush();
    harness.answer(find(harness, CALLS.chat.snapshot.path));
    await flush();
    expect(harness.desk.state.get().windows.get(ID)?.state).toBe('stale');
    expect(texts(harness)).toEqual(['message 30', 'message 40', 'message 50', 'pending unsent']);
    harness.answer(find(harness, CALLS.chat.messages.path));
    await flush();
    expect(texts(harness).slice(0, 3)).toEqual(['message 100', 'message 110', 'message 120']);
    expect(harness.desk.drafts?.get().get(ID)).toBe('half a sentence');
    await harness.settle();
    expect([...harness.server.chat.deliveries.values()].map(textIn)).toEqual(['unsent']);
    harness.desk.stop();
  });

  it('S3: a page that the server read before a change does not undo it', async () => {
    const harness = await started();
    const other = aConversation(2, 1).conversationId;
    harness.desk.windows.open(other);
    await flush();
    harness.handle(find(harness, CALLS.chat.messages.path));
    harness.server.chat.addMessage(aMessage(500, 2));
    harness.deliver(10);
    harness.answer(find(harness, CALLS.chat.messages.path));
    await flush();
    expect(messagesOf(harness.desk.state.get().windows.get(other))).toHaveLength(1);
    expect(harness.desk.state.get().shown.get(other)?.unreadCount).toBe(1);
    harness.desk.stop();
  });
});

describe('starting', () => {
  it('L2: without a server the reason is shown and the start is tried again', async () => {
    const harness = createDeskHarness(seeded());
    harness.desk.start();
    await flush();
    harness.lose(0);
    await flush();
    expect(harness.desk.state.get().boot).toMatchObject({ state: 'failed', failure: { kind: 'unreachable' } });
    expect(harness.desk.live.get().state).toBe('offline');
    await harness.settle();
    expect(harness.desk.state.get().boot).toEqual({ state: 'ready' });
    harness.desk.stop();
    expect(harness.clock.waiting()).toBe(0);
  });

  it('L8: a refused socket causes a call, which finds the session ended', async () => {
    const harness = await started();
    harness.sockets.current()?.cut();
    harness.clock.advance(10_000);
    await flush();
    harness.sockets.current()?.cut();
    harness.clock.advance(10_000);
    await flush();
    expect(harness.flying.map((item) => item.call)).toEqual([CALLS.account.keepLive]);
    harness.desk.stop();
  });
});

describe('notices', () => {
  it("reports a buyer's message at the end of a held conversation, and not the shop's own", async () => {
    const harness = await started();
    harness.server.chat.addMessage(aMessage(600, 1));
    harness.server.chat.addMessage(aMessage(610, 1, { author: 'seller', clientId: uuid('9', 77) }));
    harness.server.chat.addMessage(aMessage(620, 2));
    await harness.settle();
    expect(harness.notices.map((notice) => notice.kind === 'arrived' && notice.message.position)).toEqual(['600']);
    harness.desk.stop();
  });
});
