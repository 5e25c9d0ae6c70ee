import { CALLS, CONVERSATION_TABS } from '@pasar/api';
import { type ConversationId, MARKETPLACES } from '@pasar/domain';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { buildLists } from '../state/conversation-lists.ts';
import { listKey, type MessageWindow } from '../state/desk-state.ts';
import { aConversation, aDelivery, aMessage, aShop, positioned, uuid } from '../testing/builders.ts';
import { createDeskHarness, type DeskHarness, flush } from '../testing/desk-harness.ts';
import { ModelServer } from '../testing/model/model-server.ts';

const SHOPS = 3;
const CONVERSATIONS = 6;

type Step = (harness: DeskHarness, counter: { next: number }) => void;
const id = (conversation: number): ConversationId => uuid('c', conversation) as ConversationId;
const conversation = fc.integer({ min: 1, max: CONVERSATIONS });
const shop = fc.integer({ min: 1, max: SHOPS });
const index = fc.nat({ max: 3 });

/** Events at the server: other members, buyers and the marketplace act. */
const serverStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ c: conversation, isBuyer: fc.boolean() }).map(
      ({ c, isBuyer }): Step =>
        ({ server }, counter) => {
          if (!server.chat.conversations.has(id(c))) return;
          counter.next += 1;
          server.chat.addMessage(aMessage(10_000 + counter.next, c, { author: isBuyer ? 'buyer' : 'seller' }));
        },
    ),
  },
  {
    weight: 2,
    // History that the marketplace gave late: older than every message held, and the beginning of the conversation.
    arbitrary: conversation.map(
      (c): Step =>
        ({ server }, counter) => {
          if (!server.chat.unfetched.delete(id(c)) || !server.chat.conversations.has(id(c))) return;
          counter.next += 1;
          server.chat.addMessage(aMessage(5_000 - counter.next, c));
        },
    ),
  },
  conversation.map(
    (c): Step =>
      ({ server }) => {
        const held = server.chat.conversations.get(id(c));
        if (held !== undefined) server.chat.setConversation({ ...held, isPinned: !held.isPinned });
      },
  ),
  conversation.map(
    (c): Step =>
      ({ server }, counter) => {
        if (!server.chat.conversations.has(id(c))) return;
        counter.next += 1;
        server.chat.setDelivery(aDelivery(counter.next, c, { shopId: aShop((c % SHOPS) + 1).shopId }));
      },
  ),
  index.map(
    (at): Step =>
      ({ server }, counter) => {
        const delivery = [...server.chat.deliveries.values()].at(at);
        counter.next += 1;
        if (delivery !== undefined) server.chat.confirm(delivery.clientId, positioned(10_000 + counter.next));
      },
  ),
  index.map(
    (at): Step =>
      ({ server }) => {
        const delivery = [...server.chat.deliveries.values()].at(at);
        if (delivery !== undefined) server.chat.setDelivery({ ...delivery, mark: 'failed' });
      },
  ),
  shop.map(
    (s): Step =>
      ({ server }, counter) => {
        const held = server.shops.byId.get(aShop(s).shopId);
        counter.next += 1;
        if (held !== undefined) server.shops.setShop({ ...held, unreadCount: counter.next });
      },
  ),
  // The same member hides or shows a shop in another window.
  fc.record({ s: shop, isHidden: fc.boolean() }).map(
    ({ s, isHidden }): Step =>
      ({ server }) =>
        void server.answer(CALLS.shops.hideShop, { shopId: aShop(s).shopId, isHidden }),
  ),
  shop.map(
    (s): Step =>
      ({ server }) =>
        server.shops.byId.size > 1 && server.purge(aShop(s).shopId),
  ),
  fc.constant<Step>(({ server }) => server.resync()),
);

/** Actions of the person, and faults of the network. */
const clientStep: fc.Arbitrary<Step> = fc.oneof(
  conversation.map(
    (c): Step =>
      ({ desk }) =>
        desk.windows.open(id(c)),
  ),
  conversation.map(
    (c): Step =>
      ({ desk }) =>
        desk.windows.prefetch(id(c)),
  ),
  conversation.map(
    (c): Step =>
      ({ desk }) =>
        desk.windows.loadOlder(id(c)),
  ),
  fc.record({ c: conversation, isPinned: fc.boolean() }).map(
    ({ c, isPinned }): Step =>
      ({ desk }) => {
        if (desk.state.get().confirmed.has(id(c))) desk.settings.setPinned(id(c), isPinned);
      },
  ),
  fc.record({ s: shop, isHidden: fc.boolean() }).map(
    ({ s, isHidden }): Step =>
      ({ desk }) =>
        desk.shops.hide(aShop(s).shopId, isHidden),
  ),
  fc.constantFrom([1, 2, 3], [3, 1], []).map(
    (order: readonly number[]): Step =>
      ({ desk }) =>
        desk.shops.arrange(order.map((s) => aShop(s).shopId)),
  ),
  conversation.map(
    (c): Step =>
      ({ desk }, counter) => {
        if (desk.state.get().confirmed.has(id(c))) desk.sender.send(id(c), `text ${counter.next}`);
      },
  ),
  {
    weight: 3,
    arbitrary: index.map(
      (at): Step =>
        (harness) =>
          harness.handle(at),
    ),
  },
  {
    weight: 4,
    arbitrary: index.map(
      (at): Step =>
        (harness) =>
          harness.answer(at),
    ),
  },
  index.map(
    (at): Step =>
      (harness) => {
        if (at % 2 === 0) harness.handle(at);
        harness.lose(at);
      },
  ),
  {
    weight: 6,
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat({ max: 5 }), fc.boolean()).map(
      ([count, back, isReversed]): Step =>
        (harness) =>
          harness.deliver(count, back, isReversed),
    ),
  },
  fc.constant<Step>(({ sockets }) => sockets.current()?.cut()),
  fc.constant<Step>(({ sockets }) => sockets.current()?.send({ type: 'reload' })),
  fc.integer({ min: 100, max: 30_000 }).map(
    (ms): Step =>
      ({ clock }) =>
        clock.advance(ms),
  ),
);

function seeded(): ModelServer {
  const server = new ModelServer({ pageSize: 3 });
  for (let s = 1; s <= SHOPS; s += 1) server.shops.setShop(aShop(s, MARKETPLACES[s % MARKETPLACES.length]));
  for (let c = 1; c <= CONVERSATIONS; c += 1) {
    server.chat.setConversation(aConversation(c, (c % SHOPS) + 1));
    for (let m = 0; m < c + 1; m += 1) server.chat.addMessage(aMessage(8_000 + c * 10 + m, c));
    if (c % 2 === 0) server.chat.unfetched.add(id(c));
  }
  return server;
}

const byId = <Item>(items: Iterable<Item>, key: (item: Item) => string): Item[] =>
  [...items].sort((left, right) => (key(left) < key(right) ? -1 : 1));

const keyed = <Key, Item>(items: Iterable<Item>, key: (item: Item) => Key): Map<Key, Item> =>
  new Map([...items].map((item) => [key(item), item]));

/** A loaded window is the server's own messages from its oldest on, with none missing in between. */
function expectWindow(harness: DeskHarness, of: ConversationId, window: MessageWindow): void {
  if (window.state !== 'loaded') return;
  const all = harness.server.chat.messages.get(of) ?? [];
  expect(window.messages).toEqual(all.slice(all.length - window.messages.length));
  if (window.older === 'no') expect(window.messages.length).toBe(all.length);
}

function expectConverged(harness: DeskHarness): void {
  const { server } = harness;
  const state = harness.desk.state.get();
  expect(byId(state.shops.values(), (item) => item.shopId)).toEqual(
    byId(server.shops.byId.values(), (item) => item.shopId),
  );
  const truth = byId(server.chat.conversations.values(), (item) => item.conversationId);
  expect(byId(state.confirmed.values(), (item) => item.conversationId)).toEqual(truth);
  expect(byId(state.shown.values(), (item) => item.conversationId)).toEqual(truth);
  expect(state.arrangement).toEqual(server.shops.arrangement);
  const shops = keyed(server.shops.byId.values(), (item) => item.shopId);
  const views = keyed(server.chat.conversations.values(), (item) => item.conversationId);
  const lists = buildLists(views, { shops, arrangement: server.shops.arrangement });
  for (const scope of ['all', ...MARKETPLACES, ...shops.keys()] as const) {
    for (const tab of CONVERSATION_TABS) {
      expect(state.lists.get(listKey(scope, tab)) ?? []).toEqual(lists.get(listKey(scope, tab)) ?? []);
    }
  }
  for (const [of, window] of state.windows) expectWindow(harness, of, window);
  const unsettled = [...state.deliveries.values()].flat().filter((delivery) => delivery.mark !== 'sent');
  expect(byId(unsettled, (item) => item.clientId)).toEqual(
    byId(server.chat.deliveries.values(), (item) => item.clientId),
  );
  expect([...state.pending.values()].flat()).toEqual([]);
}

describe('the replica', () => {
  it('S1 S2 S3 S4 S7: converges to the server’s state after late, duplicated, cut and lost frames and reloads', async () => {
    const steps = fc.array(fc.oneof(serverStep, clientStep), { minLength: 10, maxLength: 150, size: 'max' });
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        const harness = createDeskHarness(seeded());
        const counter = { next: 0 };
        harness.desk.start();
        for (const step of plan) {
          step(harness, counter);
          await flush();
        }
        await harness.settle();
        expectConverged(harness);
        harness.desk.stop();
        expect(harness.clock.waiting()).toBe(0);
      }),
      { numRuns: inject('depth').replicaPlans },
    );
  }, 60_000);
});
