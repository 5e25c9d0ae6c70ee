import { CALLS } from '@pasar/api';
import { describe, expect, it } from 'vitest';
import type { KeyValue } from '../pending/pending-send.ts';
import { aConversation, aShop } from '../testing/builders.ts';
import { createDeskHarness, type DeskHarness, flush } from '../testing/desk-harness.ts';
import { createMemoryStorage } from '../testing/memory-storage.ts';
import { ModelServer } from '../testing/model/model-server.ts';
import { DRAFT_PAUSE_MS } from './server-drafts.ts';

const ID = aConversation(1, 1).conversationId;

function aServer(): ModelServer {
  const server = new ModelServer();
  server.shops.setShop(aShop(1));
  server.chat.setConversation(aConversation(1, 1));
  return server;
}
async function started(server: ModelServer, storage: KeyValue = createMemoryStorage()): Promise<DeskHarness> {
  const harness = createDeskHarness(server, storage);
  // Not the time of the epoch, with which a draft of unknown age is marked.
  harness.clock.advance(1_000);
  harness.desk.start();
  await harness.settle();
  return harness;
}
const text = ({ desk }: DeskHarness) => desk.drafts?.get().get(ID) ?? '';
const write = ({ desk }: DeskHarness, words: string) => desk.drafts?.set(ID, words);
const kept = (server: ModelServer) => server.together.drafts.get(ID)?.text;
const saves = ({ flying }: DeskHarness) => flying.filter(({ call }) => call.path === CALLS.together.saveDraft.path);

describe('a draft', () => {
  it('D1: is saved after a pause, when it is left, and at once when the answer was sent', async () => {
    const server = aServer();
    const harness = await started(server);
    write(harness, 'Hel');
    harness.clock.advance(DRAFT_PAUSE_MS - 1);
    write(harness, 'Hello');
    harness.clock.advance(DRAFT_PAUSE_MS - 1);
    expect(saves(harness)).toHaveLength(0);
    harness.clock.advance(1);
    await harness.settle();
    expect(kept(server)).toBe('Hello');
    write(harness, 'Hello John');
    harness.desk.drafts?.leave();
    await harness.settle();
    expect(kept(server)).toBe('Hello John');
    harness.clock.advance(1);
    write(harness, '');
    await harness.settle();
    expect(kept(server)).toBe('');
    harness.desk.stop();
  });

  it('D2: follows another device, but not while the person has written here', async () => {
    const server = aServer();
    const harness = await started(server);
    const other = (words: string, changedAt: number) =>
      server.together.setDraft({ conversationId: ID, text: words, changedAt });
    other('from the phone', harness.clock.now() + 1);
    await harness.settle();
    expect(text(harness)).toBe('from the phone');
    harness.clock.advance(10);
    write(harness, 'from here');
    other('from the phone again', harness.clock.now() - 1);
    harness.deliver(1);
    await flush();
    expect(text(harness)).toBe('from here');
    harness.clock.advance(DRAFT_PAUSE_MS);
    await harness.settle();
    expect([text(harness), kept(server)]).toEqual(['from here', 'from here']);
    harness.desk.stop();
  });

  it('D3: that could not be saved waits for the server, over a reload as well', async () => {
    const server = aServer();
    const storage = createMemoryStorage();
    const first = await started(server, storage);
    write(first, 'in a tunnel');
    first.clock.advance(DRAFT_PAUSE_MS);
    first.lose(first.flying.findIndex(({ call }) => call.path === CALLS.together.saveDraft.path));
    await flush();
    expect(kept(server)).toBeUndefined();
    first.desk.stop();
    const second = await started(server, storage);
    expect([text(second), kept(server)]).toEqual(['in a tunnel', 'in a tunnel']);
    second.desk.stop();
  });

  it('D4: that was sent on another device is gone here after the start, and a later one is there', async () => {
    const server = aServer();
    const storage = createMemoryStorage();
    const first = await started(server, storage);
    write(first, 'half');
    first.clock.advance(DRAFT_PAUSE_MS);
    await first.settle();
    first.desk.stop();
    server.together.setDraft({ conversationId: ID, text: '', changedAt: first.clock.now() + 5 });
    const second = await started(server, storage);
    expect(text(second)).toBe('');
    server.together.setDraft({ conversationId: ID, text: 'on the phone', changedAt: first.clock.now() + 9 });
    second.desk.stop();
    const fresh = await started(server);
    expect(text(fresh)).toBe('on the phone');
    fresh.desk.stop();
  });

  it('D5: typed where the clock is behind stays, and is saved; so does its end when the answer was sent', async () => {
    const server = aServer();
    const harness = await started(server);
    const ahead = harness.clock.now() + 1_000_000;
    server.together.setDraft({ conversationId: ID, text: 'from the phone', changedAt: ahead });
    await harness.settle();
    write(harness, 'typed here');
    harness.clock.advance(DRAFT_PAUSE_MS);
    await harness.settle();
    expect([text(harness), kept(server)]).toEqual(['typed here', 'typed here']);
    expect(server.together.drafts.get(ID)?.changedAt).toBe(ahead + 1);
    write(harness, '');
    await harness.settle();
    expect([text(harness), kept(server)]).toEqual(['', '']);
    harness.desk.stop();
  });

  it('D6: typed where the clock is ahead of the server follows later changes of other devices', async () => {
    const server = aServer();
    const harness = await started(server);
    write(harness, 'typed here');
    harness.clock.advance(DRAFT_PAUSE_MS);
    // The server holds the draft with its own earlier time.
    const held = harness.clock.now() - 1_000_000;
    server.together.latestAt = held;
    await harness.settle();
    expect(server.together.drafts.get(ID)).toMatchObject({ text: 'typed here', changedAt: held });
    server.together.setDraft({ conversationId: ID, text: '', changedAt: held + 1 });
    await harness.settle();
    expect(text(harness)).toBe('');
    harness.desk.stop();
  });
});
