import { describe, expect, it } from 'vitest';
import { messagesOf } from '../state/message-window.ts';
import { aConversation, aDelivery, aMessage, aShop } from '../testing/builders.ts';
import { createDeskHarness, type DeskHarness } from '../testing/desk-harness.ts';
import { ModelServer } from '../testing/model/model-server.ts';

const ID = aConversation(1, 1).conversationId;

/** A desk with one shop and one open conversation. */
async function started(): Promise<DeskHarness> {
  const server = new ModelServer();
  server.shops.setShop(aShop(1));
  server.chat.setConversation(aConversation(1, 1));
  server.chat.addMessage(aMessage(10, 1));
  const harness = createDeskHarness(server);
  harness.desk.start();
  await harness.settle();
  harness.desk.windows.open(ID);
  await harness.settle();
  return harness;
}

describe('permission keys', () => {
  it('L6: what a key opened is dropped when it is taken away, the open conversation too, and is back when it is given', async () => {
    const harness = await started();
    const { desk, server } = harness;
    server.chat.setDelivery(aDelivery(1, 1));
    await harness.settle();
    expect(desk.state.get().deliveries.size).toBe(1);
    server.setKeys(['order']);
    server.chat.addMessage(aMessage(700, 1));
    await harness.settle();
    const taken = desk.state.get();
    expect([taken.confirmed.size, taken.shown.size, taken.deliveries.size]).toEqual([0, 0, 0]);
    expect([...taken.windows.values()].flatMap((window) => messagesOf(window))).toEqual([]);
    expect([...taken.lists.values()].flat()).toEqual([]);
    expect([...taken.shops.keys()]).toEqual([aShop(1).shopId]);
    server.setKeys(['chat']);
    await harness.settle();
    expect(messagesOf(desk.state.get().windows.get(ID)).map(({ position }) => position)).toContain('700');
    desk.stop();
  });

  it('L6: sign-ins and imports are dropped with the key for shops, and with no other', async () => {
    const harness = await started();
    const { desk, server } = harness;
    const { signInId } = server.signIn.add({});
    server.signIn.tell({});
    await harness.settle();
    server.setKeys(['shopManager']);
    await harness.settle();
    expect([...desk.state.get().signIns.keys()]).toEqual([signInId]);
    server.setKeys(['chat']);
    await harness.settle();
    expect(desk.state.get().signIns.size).toBe(0);
    desk.stop();
  });
});
