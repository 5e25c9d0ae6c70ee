import { CALLS } from '@pasar/api';
import { describe, expect, it } from 'vitest';
import { withoutGap } from '../state/conversation-lists.ts';
import { listKey, type Scope } from '../state/desk-state.ts';
import { aConversation, aDelivery, aShop } from '../testing/builders.ts';
import { createDeskHarness, type DeskHarness, flush } from '../testing/desk-harness.ts';
import { ModelServer } from '../testing/model/model-server.ts';
import { pagingOf } from './lists.ts';

const numberOf = (id: string): number => Number(id.slice(-12));

/** `waiting` conversations in turn at a shop of Shopee and one of Lazada; a higher number waits for a shorter time. */
async function started(waiting: number, quiet = 0): Promise<DeskHarness> {
  const server = new ModelServer();
  server.shops.setShop(aShop(1, 'shopee'));
  server.shops.setShop(aShop(2, 'lazada'));
  for (let number = 1; number <= waiting; number += 1) {
    const since = 10_000 + number;
    server.chat.setConversation(aConversation(number, 1 + (number % 2), { waitingSince: since, lastMessageAt: since }));
  }
  for (let number = 1; number <= quiet; number += 1) {
    server.chat.setConversation(aConversation(5_000 + number, 1, { lastMessageAt: 90_000 + number }));
  }
  const harness = createDeskHarness(server);
  harness.desk.start();
  await harness.settle();
  return harness;
}
/** The queue as far as it is known without a gap. */
function queue({ desk }: DeskHarness, scope: Scope): number[] {
  const state = desk.state.get();
  const list = state.lists.get(listKey(scope, 'waiting')) ?? [];
  const paging = pagingOf(state, scope, 'waiting');
  const next = 'next' in paging ? paging.next : null;
  return (next === null ? list : withoutGap(list, state.shown, next)).map(numberOf);
}
const numbers = (from: number, to: number, step = 1): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);

describe('the queue', () => {
  it('S9: is complete from the start, although its conversations are older than all that the snapshot brings', async () => {
    const harness = await started(40, 300);
    expect(queue(harness, 'all')).toEqual(numbers(1, 40));
    expect(pagingOf(harness.desk.state.get(), 'lazada', 'waiting')).toEqual({ state: 'complete' });
    expect(queue(harness, 'lazada')).toEqual(numbers(1, 39, 2));
    harness.desk.stop();
  });

  it('S9: of more buyers than a snapshot holds, ends before the first that may be missing, in each scope', async () => {
    const harness = await started(450);
    expect(queue(harness, 'all')).toEqual(numbers(1, 200));
    expect(queue(harness, 'lazada')).toEqual(numbers(1, 199, 2));
    harness.desk.lists.loadMore('lazada', 'waiting');
    await harness.settle();
    expect(queue(harness, 'lazada')).toEqual(numbers(1, 399, 2));
    expect(queue(harness, 'all')).toEqual(numbers(1, 200));
    for (let page = 0; page < 3; page += 1) {
      harness.desk.lists.loadMore('all', 'waiting');
      await harness.settle();
    }
    expect(queue(harness, 'all')).toEqual(numbers(1, 450));
    harness.desk.stop();
  });
});

describe('the next that needs a person', () => {
  const START = { open: null, place: null, step: 'next' } as const;

  it('is in the state with its failed answer, although the snapshot brought neither', async () => {
    const harness = await started(0, 300);
    const { desk, server } = harness;
    const old = aConversation(7, 2, { lastMessageAt: 5 });
    server.chat.conversations.set(old.conversationId, old);
    const failed = aDelivery(7, 7, { mark: 'failed' });
    server.chat.deliveries.set(failed.clientId, failed);
    const asked = desk.lists.next({ scope: 'all', filter: {} }, START);
    await harness.settle();
    expect(await asked).toMatchObject({ ok: true, data: { id: old.conversationId } });
    expect(desk.state.get().deliveries.get(old.conversationId)).toEqual([failed]);
    desk.stop();
  });

  it('S3: does not bring back a wait that ended while it was asked for', async () => {
    const harness = await started(2);
    const { desk, server } = harness;
    const first = aConversation(1, 2, { waitingSince: 10_001, lastMessageAt: 10_001 });
    const asked = desk.lists.next({ scope: 'all', filter: {} }, START);
    await flush();
    const index = harness.flying.findIndex(({ call }) => call === CALLS.chat.nextConversation);
    harness.handle(index);
    server.chat.setConversation({ ...first, waitingSince: null });
    harness.deliver(2);
    harness.answer(index);
    expect(await asked).toMatchObject({ ok: true, data: { id: first.conversationId } });
    expect(desk.state.get().shown.get(first.conversationId)?.waitingSince).toBeNull();
    desk.stop();
  });
});
