import { CALLS } from '@pasar/api';
import { describe, expect, it } from 'vitest';
import { awaitedOf } from '../state/awaited.ts';
import { undeliveredOf } from '../state/undelivered.ts';
import { aConversation, aDelivery, aShop } from '../testing/builders.ts';
import { createDeskHarness, type DeskHarness, flush } from '../testing/desk-harness.ts';
import { createMemoryStorage } from '../testing/memory-storage.ts';
import { refused } from '../testing/model/answers.ts';
import { ModelServer } from '../testing/model/model-server.ts';

const ID = aConversation(1, 1).conversationId;
const OTHER = aConversation(2, 1).conversationId;
const TOO_LONG = refused('content_too_long', 'Too long.');
/** A conversation that no window holds: the server has told nobody of it. */
const UNKNOWN = aConversation(9, 1).conversationId;

function seeded(): ModelServer {
  const server = new ModelServer();
  server.shops.setShop(aShop(1));
  server.chat.setConversation(aConversation(1, 1));
  server.chat.setConversation(aConversation(2, 1));
  return server;
}
async function started(server = seeded(), storage = createMemoryStorage()): Promise<DeskHarness> {
  const harness = createDeskHarness(server, storage);
  harness.desk.start();
  await harness.settle();
  return harness;
}
const tell = async (harness: DeskHarness): Promise<void> => {
  harness.deliver(100);
  await flush();
};
const wait = ({ desk }: DeskHarness, clientId: string) => desk.state.get().waits.get(clientId);
const kinds = ({ desk }: DeskHarness) => undeliveredOf(desk.state.get()).map(({ kind }) => kind);
const told = ({ notices }: DeskHarness) =>
  notices.flatMap((notice) => (notice.kind === 'undelivered' ? [notice.undelivered.kind] : []));
const retried = ({ flying }: DeskHarness) =>
  flying.flatMap(({ call, input }) => (call === CALLS.chat.retryDelivery ? [input] : []));

describe('waits', () => {
  it('U1: an answer is marked after a moment, listed after ten seconds, and forgotten when it is confirmed', async () => {
    const harness = await started();
    const clientId = harness.desk.sender.send(ID, 'hello');
    await harness.settle();
    expect(harness.server.chat.deliveries.size).toBe(1);
    const second = harness.desk.sender.send(OTHER, 'there');
    expect(wait(harness, second)).toBeUndefined();
    harness.clock.advance(1_500);
    expect(wait(harness, second)).toBe('short');
    harness.clock.advance(8_499);
    expect(wait(harness, second)).toBe('short');
    harness.clock.advance(1);
    expect(wait(harness, second)).toBe('long');
    expect(kinds(harness)).toEqual(['waiting', 'waiting']);
    await harness.settle();
    harness.server.chat.confirm(clientId);
    harness.server.chat.confirm(second);
    await harness.settle();
    expect(harness.desk.state.get().waits.size).toBe(0);
    harness.desk.stop();
  });

  it('U1: the time goes on when the server takes the answer, and begins anew with a retry', async () => {
    const harness = await started();
    const clientId = harness.desk.sender.send(ID, 'hello');
    await flush();
    harness.clock.advance(1_400);
    harness.answer(0);
    await tell(harness);
    harness.clock.advance(100);
    expect(wait(harness, clientId)).toBe('short');
    harness.clock.advance(9_000);
    harness.server.chat.settle(clientId, 'failed');
    await tell(harness);
    expect(kinds(harness)).toEqual(['failed']);
    const [delivery] = harness.desk.state.get().deliveries.get(ID) ?? [];
    if (delivery === undefined) throw new Error('no delivery');
    harness.desk.sender.retryDelivery(delivery);
    expect(kinds(harness)).toEqual([]);
    harness.clock.advance(1_500);
    expect(wait(harness, clientId)).toBe('short');
    harness.desk.stop();
  });

  it('U1: an answer that a fresh window finds has waited since it was written', async () => {
    const server = seeded();
    server.chat.setDelivery(aDelivery(1, 1, { createdAt: 1_000_000 - 20_000 }));
    const harness = await started(server);
    expect(kinds(harness)).toEqual(['waiting']);
    harness.desk.stop();
  });

  it('U3: says what each answer waits for', async () => {
    const harness = await started();
    const { chat, shops } = harness.server;
    chat.setDelivery(aDelivery(1, 1, { isInDoubt: true }));
    for (const number of [2, 3]) chat.setDelivery(aDelivery(number, 1));
    await tell(harness);
    const awaited = () => [...awaitedOf(harness.desk.state.get(), ID).values()];
    expect(awaited()).toEqual(['shopee', 'shopee', 'above']);
    shops.setShop(aShop(1, 'shopee', { connection: { state: 'interrupted', refusal: null } }));
    await tell(harness);
    expect(awaited()).toEqual(['shop', 'shop', 'shop']);
    harness.desk.sender.send(OTHER, 'one');
    harness.desk.sender.send(OTHER, 'two');
    expect([...awaitedOf(harness.desk.state.get(), OTHER).values()]).toEqual(['connection', 'above']);
    harness.desk.stop();
  });
});

describe('answers that did not arrive', () => {
  it('U2: stay listed whatever comes later, also of a conversation that is not held, until they are put away', async () => {
    const harness = await started();
    const { chat } = harness.server;
    chat.setDelivery(aDelivery(1, 9, { mark: 'failed' }));
    chat.setDelivery(aDelivery(2, 1, { mark: 'unconfirmed' }));
    chat.receive(ID, { author: 'seller' });
    await tell(harness);
    expect(harness.desk.state.get().confirmed.has(UNKNOWN)).toBe(false);
    expect(kinds(harness)).toEqual(['failed', 'unconfirmed']);
    harness.sockets.current()?.send({ type: 'reload' });
    await harness.settle();
    expect(kinds(harness)).toEqual(['failed', 'unconfirmed']);
    chat.setDelivery(aDelivery(1, 9, { mark: 'dismissed' }));
    chat.confirm(aDelivery(2, 1).clientId);
    await tell(harness);
    expect(kinds(harness)).toEqual([]);
    harness.desk.stop();
  });

  it('U2: an answer follows its conversation, and is not listed twice', async () => {
    const harness = await started();
    harness.server.chat.setDelivery(aDelivery(1, 1, { mark: 'failed' }));
    harness.server.chat.setDelivery(aDelivery(1, 2, { mark: 'failed' }));
    await tell(harness);
    expect(undeliveredOf(harness.desk.state.get()).map(({ conversationId }) => conversationId)).toEqual([OTHER]);
    harness.desk.stop();
  });

  it('U2 P5: a text that the server refused is listed after a reload, too, although its conversation is not held', async () => {
    const storage = createMemoryStorage();
    const server = seeded();
    const first = await started(server, storage);
    server.nextResults.set(CALLS.chat.sendText.path, TOO_LONG);
    first.desk.sender.send(ID, 'far too long');
    await first.settle();
    expect(kinds(first)).toEqual(['failed']);
    first.desk.stop();
    server.chat.conversations.delete(ID);
    const snapshot = server.chat.snapshot.bind(server.chat);
    server.chat.snapshot = () => ({ ...snapshot(), hasMore: true });
    server.nextResults.set(CALLS.chat.sendText.path, TOO_LONG);
    const second = await started(server, storage);
    expect(kinds(second)).toEqual(['failed']);
    second.desk.stop();
  });

  it('S4: go with their shop', async () => {
    const harness = await started();
    harness.server.chat.setDelivery(aDelivery(1, 9, { mark: 'failed' }));
    harness.desk.sender.send(ID, 'unsent');
    harness.clock.advance(20_000);
    await tell(harness);
    expect(kinds(harness)).toEqual(['failed', 'waiting']);
    harness.server.purge(aShop(1).shopId);
    await tell(harness);
    expect(harness.desk.state.get().deliveries.size + harness.desk.state.get().pending.size).toBe(0);
    harness.desk.stop();
  });

  it('U4: the member who wrote them is told once, unless the conversation is open', async () => {
    const harness = await started();
    const { chat } = harness.server;
    harness.desk.windows.open(OTHER);
    chat.setDelivery(aDelivery(1, 1));
    chat.setDelivery(aDelivery(1, 1, { mark: 'failed' }));
    chat.setDelivery(aDelivery(2, 2, { mark: 'failed' }));
    chat.setDelivery(aDelivery(3, 1, { mark: 'failed', memberId: '00000000-0000-4000-8000-000000000009' }));
    await tell(harness);
    expect(told(harness)).toEqual(['failed']);
    chat.setDelivery(aDelivery(1, 1, { mark: 'unconfirmed' }));
    harness.deliver(1, 3);
    await flush();
    expect(told(harness)).toEqual(['failed', 'unconfirmed']);
    harness.desk.stop();
  });

  it('U4: a text that the server refused is told, too', async () => {
    const harness = await started();
    harness.server.nextResults.set(CALLS.chat.sendText.path, TOO_LONG);
    harness.desk.sender.send(ID, 'far too long');
    await harness.settle();
    expect(told(harness)).toEqual(['failed']);
    harness.desk.stop();
  });

  it('U5: answers of a lost login are sent again one after the other, oldest first, and none that has gone meanwhile', async () => {
    const harness = await started();
    const { chat } = harness.server;
    const refusal = { reason: 'shop_login_expired', detail: null } as const;
    for (const number of [3, 1, 2]) chat.setDelivery(aDelivery(number, 1, { mark: 'failed', refusal }));
    await tell(harness);
    const deliveries = harness.desk.state.get().deliveries.get(ID) ?? [];
    const done = harness.desk.sender.retryDeliveries(deliveries);
    await flush();
    expect(retried(harness)).toEqual([{ deliveryId: aDelivery(1, 1).deliveryId }]);
    // Another window has sent the second.
    chat.confirm(aDelivery(2, 1).clientId);
    await tell(harness);
    harness.answer(0);
    await flush();
    expect(retried(harness)).toEqual([{ deliveryId: aDelivery(3, 1).deliveryId }]);
    await harness.settle();
    await done;
    expect(kinds(harness)).toEqual([]);
    harness.desk.stop();
  });
});
