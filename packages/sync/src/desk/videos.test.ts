import { CALLS } from '@pasar/api';
import { SCREEN_LIMITS } from '@pasar/domain';
import { expect, it, vi } from 'vitest';
import { timeline } from '../state/timeline.ts';
import { aConversation, aMessage, aShop } from '../testing/builders.ts';
import { createDeskHarness, type DeskHarness, flush } from '../testing/desk-harness.ts';
import { createMemoryPictures } from '../testing/memory-pictures.ts';
import { createMemoryStorage } from '../testing/memory-storage.ts';
import { ModelServer } from '../testing/model/model-server.ts';
import { crc32 } from './put-parts.ts';
import { RESEND_AFTER_MS } from './sender.ts';
import type { VideoFile } from './video-uploads.ts';

const ID = aConversation(1, 1).conversationId;
const { beginVideo, putVideoPart, sendVideo, takeReplyVideo, cancelVideo, sendText } = CALLS.chat;
const PART = SCREEN_LIMITS.videoPartBytes;
/** Three parts, the last of which is short. */
const BYTES = Uint8Array.from({ length: 2 * PART + 9 }, (_, at) => at % 251);
const film: VideoFile = {
  fileName: 'a.mp4',
  bytes: BYTES.length,
  width: 320,
  height: 180,
  durationSeconds: 4.2,
  file: new Blob([BYTES], { type: 'video/mp4' }),
  cover: new Blob(['cover'], { type: 'image/jpeg' }),
};

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
const shown = ({ desk }: DeskHarness) => {
  const state = desk.state.get();
  return timeline(state.windows.get(ID), state.deliveries.get(ID) ?? [], state.pending.get(ID) ?? []);
};
/** Reading a Blob takes a turn of the event loop, so a call starts later. */
const flies = (harness: DeskHarness, { path }: { readonly path: string }) =>
  vi.waitFor(() => {
    const index = harness.flying.findIndex((item) => item.call.path === path);
    expect(index).toBeGreaterThanOrEqual(0);
    return index;
  });
const answers = async (harness: DeskHarness, ...calls: readonly { readonly path: string }[]) => {
  for (const call of calls) harness.answer(await flies(harness, call));
};
const offsetOf = (harness: DeskHarness, index: number) => putVideoPart.input.parse(harness.flying[index]?.input).offset;

it('P9: a video goes to the server in parts, its progress is told, and its bytes are forgotten when it is there', async () => {
  const harness = await started();
  const clientId = harness.desk.sender.sendVideo(ID, film);
  const { videoProgress } = harness.desk.sender;
  expect(shown(harness).at(-1)).toMatchObject({
    kind: 'pending',
    key: clientId,
    pending: { content: { type: 'video', video: { fileName: 'a.mp4', bytes: BYTES.length } } },
  });
  await answers(harness, beginVideo, putVideoPart);
  await flies(harness, putVideoPart);
  expect(videoProgress.get().get(clientId)).toBeCloseTo(PART / BYTES.length);
  // It takes its time, and waits for nothing.
  harness.clock.advance(60_000);
  expect(harness.desk.state.get().waits.size).toBe(0);
  await answers(harness, putVideoPart, putVideoPart, sendVideo);
  await flush();
  expect(harness.server.chat.videos.get(clientId)?.bytes).toEqual(BYTES);
  expect(shown(harness).at(-1)).toMatchObject({ kind: 'delivery', key: clientId });
  await vi.waitFor(() => expect(harness.pictures.kept.size).toBe(0));
  expect([harness.storage.length, videoProgress.get().size]).toEqual([0, 0]);
  harness.desk.stop();
});

it('P9: a line that is cut in the middle costs one part: the video goes on where it was', async () => {
  const harness = await started();
  harness.desk.sender.sendVideo(ID, film);
  await answers(harness, beginVideo, putVideoPart);
  harness.lose(await flies(harness, putVideoPart));
  await flush();
  harness.clock.advance(RESEND_AFTER_MS);
  await answers(harness, beginVideo);
  const again = await flies(harness, putVideoPart);
  expect(offsetOf(harness, again)).toBe(PART);
  harness.answer(again);
  await answers(harness, putVideoPart, sendVideo);
  await flush();
  expect(harness.desk.state.get().pending.size).toBe(0);
  harness.desk.stop();
});

it('P9: a reload goes on with the same client id, and takes the cover along', async () => {
  const harness = await started();
  const clientId = harness.desk.sender.sendVideo(ID, film);
  await answers(harness, beginVideo, putVideoPart, putVideoPart);
  harness.desk.stop();
  const next = createDeskHarness(harness.server, harness.storage, harness.pictures);
  next.desk.start();
  await answers(next, CALLS.chat.snapshot, beginVideo);
  expect(await (await next.desk.sender.pictureOf(clientId))?.bytes.text()).toBe('cover');
  const rest = await flies(next, putVideoPart);
  expect(offsetOf(next, rest)).toBe(2 * PART);
  next.answer(rest);
  next.answer(await flies(next, sendVideo));
  await flush();
  expect([...next.server.chat.deliveries.keys()]).toEqual([clientId]);
  next.desk.stop();
});

it('P9: a video that a quick reply keeps is named to the server and not brought; a reload goes on with it', async () => {
  const harness = await started();
  const { file: _file, cover: _cover, ...facts } = film;
  const videoId = 'e0000000-0000-4000-8000-000000000001';
  harness.server.chat.replyVideos.set(videoId, facts);
  const clientId = harness.desk.sender.sendKeptVideo(ID, videoId, facts);
  await flies(harness, takeReplyVideo);
  harness.desk.stop();
  const next = createDeskHarness(harness.server, harness.storage, harness.pictures);
  next.desk.start();
  await answers(next, CALLS.chat.snapshot, takeReplyVideo, sendVideo);
  await flush();
  expect([...next.server.chat.deliveries.keys()]).toEqual([clientId]);
  expect(next.server.chat.videos.get(clientId)?.bytes.length).toBe(BYTES.length);
  next.desk.stop();
});

it('P9: a text behind a video does not wait for it, and videos go one after the other', async () => {
  const harness = await started();
  harness.desk.sender.sendVideo(ID, film);
  harness.desk.sender.sendVideo(ID, { ...film, fileName: 'b.mp4' });
  harness.desk.sender.send(ID, 'as you see');
  await flies(harness, sendText);
  await flies(harness, beginVideo);
  expect(harness.flying).toHaveLength(2);
  harness.desk.stop();
});

it('P9: a cancelled video is gone at once, and no later part of it is put', async () => {
  const harness = await started();
  const clientId = harness.desk.sender.sendVideo(ID, film);
  await answers(harness, beginVideo);
  const part = await flies(harness, putVideoPart);
  harness.desk.sender.cancelVideo(clientId);
  expect(shown(harness).at(-1)?.kind).toBe('message');
  harness.answer(part);
  await answers(harness, cancelVideo);
  await harness.settle();
  expect([harness.flying.length, harness.server.chat.deliveries.size]).toEqual([0, 0]);
  expect([harness.storage.length, harness.desk.sender.videoProgress.get().size]).toEqual([0, 0]);
  harness.desk.stop();
});

it('P9: a video whose bytes the browser has lost is refused with the reason; another window leaves it alone', async () => {
  const harness = await started();
  harness.pictures.isRefusing = true;
  const clientId = harness.desk.sender.sendVideo(ID, film);
  await flies(harness, beginVideo);
  const other = createDeskHarness(harness.server, createMemoryStorage(), harness.pictures);
  other.desk.start();
  await other.settle();
  for (let at = 0; at < harness.storage.length; at += 1) other.tellStored(harness.storage.key(at) ?? '');
  expect(other.desk.state.get().pending.size).toBe(0);
  other.desk.stop();
  harness.desk.stop();
  const next = createDeskHarness(harness.server, harness.storage, harness.pictures);
  next.desk.start();
  await next.settle();
  expect(next.desk.state.get().pending.get(ID)).toMatchObject([
    { clientId, phase: { state: 'refused', code: 'video_lost' } },
  ]);
  next.desk.stop();
});

it('the checksum is CRC-32, which the server computes as well', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});
