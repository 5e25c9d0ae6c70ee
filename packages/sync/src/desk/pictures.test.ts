import { CALLS } from '@pasar/api';
import { expect, it, vi } from 'vitest';
import type { PictureFile } from '../pending/pictures.ts';
import { timeline } from '../state/timeline.ts';
import { aConversation, aMessage, aShop } from '../testing/builders.ts';
import { createDeskHarness, type DeskHarness, flush } from '../testing/desk-harness.ts';
import { createMemoryPictures } from '../testing/memory-pictures.ts';
import { createMemoryStorage } from '../testing/memory-storage.ts';
import { ModelServer } from '../testing/model/model-server.ts';
import { RESEND_AFTER_MS } from './sender.ts';

const ID = aConversation(1, 1).conversationId;
const IMAGE = CALLS.chat.sendImage.path;
const TEXT = CALLS.chat.sendText.path;

function seeded(): ModelServer {
  const server = new ModelServer({ pageSize: 3 });
  server.shops.setShop(aShop(1));
  server.chat.setConversation(aConversation(1, 1));
  server.chat.addMessage(aMessage(10, 1));
  return server;
}
async function started(server = seeded(), storage = createMemoryStorage(), pictures = createMemoryPictures()) {
  const harness = createDeskHarness(server, storage, pictures);
  harness.desk.start();
  await harness.settle();
  harness.desk.windows.open(ID);
  await harness.settle();
  return { ...harness, storage, pictures };
}
const picture = (name: string): PictureFile => ({
  fileName: name,
  type: 'image/png',
  width: 3,
  height: 2,
  bytes: new Blob([name], { type: 'image/png' }),
});
const shown = ({ desk }: DeskHarness) => {
  const state = desk.state.get();
  return timeline(state.windows.get(ID), state.deliveries.get(ID) ?? [], state.pending.get(ID) ?? []);
};
const find = (harness: DeskHarness, path: string) => harness.flying.findIndex((item) => item.call.path === path);
/** Reading a Blob takes a turn of the event loop, so the call starts later. */
const flies = (harness: DeskHarness, path: string) =>
  vi.waitFor(() => {
    const index = find(harness, path);
    expect(index).toBeGreaterThanOrEqual(0);
    return index;
  });

it('P8: a picture is in the state when the call returns, and its bytes are sent with its client id', async () => {
  const harness = await started();
  const clientId = harness.desk.sender.sendImage(ID, picture('a.png'));
  expect(shown(harness).at(-1)).toMatchObject({
    kind: 'pending',
    key: clientId,
    pending: { content: { type: 'image', image: { fileName: 'a.png', width: 3, height: 2 } } },
  });
  const index = await flies(harness, IMAGE);
  expect(harness.flying[index]?.input).toEqual({
    conversationId: ID,
    clientId,
    fileName: 'a.png',
    type: 'image/png',
    file: btoa('a.png'),
  });
  harness.answer(index);
  await flush();
  expect(shown(harness).at(-1)).toMatchObject({
    kind: 'delivery',
    key: clientId,
    delivery: { content: { type: 'image', image: { fileName: 'a.png' } } },
  });
  await vi.waitFor(() => expect(harness.pictures.kept.size).toBe(0));
  expect(harness.storage.length).toBe(0);
  harness.desk.stop();
});

it('P4 P8: pictures and texts of one conversation are sent one after the other', async () => {
  const harness = await started();
  harness.desk.sender.sendImage(ID, picture('a.png'));
  harness.desk.sender.sendImage(ID, picture('b.png'));
  harness.desk.sender.send(ID, 'as you see');
  const first = await flies(harness, IMAGE);
  expect([harness.flying.length, find(harness, TEXT)]).toEqual([1, -1]);
  harness.answer(first);
  const second = await flies(harness, IMAGE);
  expect(harness.flying[second]?.input).toMatchObject({ fileName: 'b.png' });
  expect(find(harness, TEXT)).toBe(-1);
  harness.answer(second);
  await flies(harness, TEXT);
  harness.desk.stop();
});

it('P3 P8: a picture whose answer was lost is sent by the next page, with the same client id', async () => {
  const harness = await started();
  const clientId = harness.desk.sender.sendImage(ID, picture('a.png'));
  harness.handle(await flies(harness, IMAGE));
  harness.desk.stop();
  const next = createDeskHarness(harness.server, harness.storage, harness.pictures);
  next.desk.start();
  await flush();
  next.answer(0);
  const again = await flies(next, IMAGE);
  expect(next.flying[again]?.input).toMatchObject({ clientId });
  next.answer(again);
  await flush();
  expect([...next.server.chat.deliveries.keys()]).toEqual([clientId]);
  expect(next.desk.state.get().pending.size).toBe(0);
  next.desk.stop();
});

it('P8: the next page sends a picture that was never sent', async () => {
  const harness = await started();
  const clientId = harness.desk.sender.sendImage(ID, picture('a.png'));
  await flies(harness, IMAGE);
  harness.desk.stop();
  const next = createDeskHarness(harness.server, harness.storage, harness.pictures);
  next.desk.start();
  await flush();
  next.answer(0);
  const index = await flies(next, IMAGE);
  expect(next.flying[index]?.input).toMatchObject({ clientId, file: btoa('a.png') });
  const found = await next.desk.sender.pictureOf(clientId);
  expect([await found?.bytes.text(), found?.width]).toEqual(['a.png', 3]);
  next.desk.stop();
});

it('P8: a picture that the browser did not keep is refused with a reason after a reload, and can be taken back', async () => {
  const pictures = createMemoryPictures();
  pictures.isRefusing = true;
  const harness = await started(seeded(), createMemoryStorage(), pictures);
  const clientId = harness.desk.sender.sendImage(ID, picture('a.png'));
  await flies(harness, IMAGE);
  harness.desk.stop();
  const next = createDeskHarness(harness.server, harness.storage, pictures);
  next.desk.start();
  await next.settle();
  const phase = () => next.desk.state.get().pending.get(ID)?.[0]?.phase;
  await vi.waitFor(() => expect(phase()).toMatchObject({ state: 'refused', code: 'image_data_missing' }));
  expect(next.desk.sender.takeBack(clientId)).toBe('');
  expect(phase()).toBeUndefined();
  expect(harness.storage.length).toBe(0);
  next.desk.stop();
});

it('P3: a picture for which the server has no room now is sent again by itself, with the same client id', async () => {
  const harness = await started();
  const clientId = harness.desk.sender.sendImage(ID, picture('a.png'));
  harness.fail(await flies(harness, IMAGE), { kind: 'refused', code: 'server_busy', reason: 'busy', detail: null });
  await flush();
  expect(shown(harness).at(-1)).toMatchObject({ kind: 'pending', pending: { phase: { state: 'waiting' } } });
  harness.clock.advance(RESEND_AFTER_MS);
  const index = await flies(harness, IMAGE);
  expect(harness.flying[index]?.input).toMatchObject({ clientId });
  harness.answer(index);
  await flush();
  expect(shown(harness).at(-1)).toMatchObject({ kind: 'delivery', key: clientId });
  harness.desk.stop();
});
