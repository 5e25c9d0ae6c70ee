import { CALLS } from '@pasar/api';
import { describe, expect, it } from 'vitest';
import { timeline } from '../state/timeline.ts';
import { aConversation, aMessage, aShop, textIn } from '../testing/builders.ts';
import { createDeskHarness, type DeskHarness, flush } from '../testing/desk-harness.ts';
import { createMemoryStorage } from '../testing/memory-storage.ts';
import { ModelServer } from '../testing/model/model-server.ts';
import { REMOVED_AFTER_MS, RESEND_AFTER_MS } from './sender.ts';

const ID = aConversation(1, 1).conversationId;
const SEND = CALLS.chat.sendText.path;

async function started(server: ModelServer, storage: ReturnType<typeof createMemoryStorage>): Promise<DeskHarness> {
  const harness = createDeskHarness(server, storage);
  harness.desk.start();
  await harness.settle();
  harness.desk.windows.open(ID);
  await harness.settle();
  return harness;
}
const find = (harness: DeskHarness, path: string) => harness.flying.findIndex((item) => item.call.path === path);
/** The rows that are not messages of the marketplace yet. */
const unsent = ({ desk }: DeskHarness) => {
  const { windows, deliveries, pending } = desk.state.get();
  return timeline(windows.get(ID), deliveries.get(ID) ?? [], pending.get(ID) ?? []).flatMap((entry) => {
    if (entry.kind === 'delivery') return [`delivery ${textIn(entry.delivery)}`];
    return entry.kind === 'pending' ? [`pending ${textIn(entry.pending)}`] : [];
  });
};

describe('two windows of one browser', () => {
  const keyOf = (harness: DeskHarness, clientId: string) =>
    `pasar.pending.${harness.server.member.memberId}.${clientId}`;
  const two = async () => {
    const [storage, server] = [createMemoryStorage(), new ModelServer()];
    server.shops.setShop(aShop(1));
    server.chat.setConversation(aConversation(1, 1));
    server.chat.addMessage(aMessage(10, 1));
    return [await started(server, storage), await started(server, storage), server] as const;
  };

  it('P6: a text that only one of them holds is shown in the other, and is one row when it is sent', async () => {
    const [first, second, server] = await two();
    const clientId = first.desk.sender.send(ID, 'hello');
    second.tellStored(keyOf(first, clientId));
    second.tellStored(keyOf(first, clientId));
    expect(unsent(second)).toEqual(['pending hello']);
    await flush();
    expect(second.flying).toEqual([]);
    await first.settle();
    second.tellStored(keyOf(first, clientId));
    expect(unsent(second)).toEqual(['pending hello']);
    await second.settle();
    expect(unsent(second)).toEqual(['delivery hello']);
    expect([...server.chat.deliveries.keys()]).toEqual([clientId]);
    first.desk.stop();
    second.desk.stop();
  });

  it('P6: a text whose window was closed before it was sent is sent by the other, once', async () => {
    const [first, second, server] = await two();
    const clientId = first.desk.sender.send(ID, 'hello');
    second.tellStored(keyOf(first, clientId));
    await flush();
    first.handle(find(first, SEND));
    first.desk.stop();
    second.clock.advance(RESEND_AFTER_MS);
    await second.settle();
    expect([...server.chat.deliveries.keys()]).toEqual([clientId]);
    expect(second.desk.state.get().pending.size).toBe(0);
    second.desk.stop();
  });

  it('P6: a text that is taken back in one goes in the other', async () => {
    const [first, second] = await two();
    const clientId = first.desk.sender.send(ID, 'hello');
    second.tellStored(keyOf(first, clientId));
    await flush();
    const failure = { kind: 'refused', code: 'content_too_long', reason: 'No.', detail: null } as const;
    first.fail(find(first, SEND), failure);
    await flush();
    first.desk.sender.takeBack(clientId);
    second.tellStored(keyOf(first, clientId));
    second.clock.advance(REMOVED_AFTER_MS);
    expect(second.desk.state.get().pending.size).toBe(0);
    expect(second.flying).toEqual([]);
    first.desk.stop();
    second.desk.stop();
  });

  it('P6: a draft is the same in both, and goes from both', async () => {
    const [first, second] = await two();
    first.desk.drafts?.set(ID, 'half');
    const key = `pasar.draft.${first.server.member.memberId}.${ID}`;
    second.tellStored(key);
    expect(second.desk.drafts?.get().get(ID)).toBe('half');
    second.desk.drafts?.clear();
    first.tellStored(key);
    expect(first.desk.drafts?.get().size).toBe(0);
    first.desk.stop();
    second.desk.stop();
  });
});
