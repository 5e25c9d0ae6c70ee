import { Pauses } from '@pasar/connector-kit';
import { asBuyerId, asPlatformConversationId, asPlatformShopId, OWN_LIMITS, refusal } from '@pasar/domain';
import { expect, it } from 'vitest';
import type { ChatClient } from '../auth/chat-client.ts';
import { type UploadParts, uploadVideo } from './upload-video.ts';

const CONVERSATION = {
  platformShopId: asPlatformShopId('1'),
  platformConversationId: asPlatformConversationId('2'),
  buyerId: asBuyerId('3'),
  address: {},
};
const TARGET = { vid: 'v', service_id: 'chat', extend_id: '2', upload_url: 'https://up.example/v' };

/** A chat that answers by the last word of the call's path, and a status from the list, the last one again and again. */
function parts(statuses: readonly string[]) {
  const asked: string[] = [];
  const waits: number[] = [];
  const ask: ChatClient['ask'] = async (call, params) => {
    const scope = { shopId: '1' } as Parameters<typeof call.fromWire>[1];
    const name = call.toWire(params, scope).path.split('/').at(-1) ?? '';
    const polls = asked.filter((one) => one === 'upload_status').length;
    asked.push(name);
    const status = statuses[Math.min(polls, statuses.length - 1)];
    const data =
      name === 'preupload' ? TARGET : name === 'upload_status' ? { status, video_url: 'https://film.example/v' } : {};
    return call.fromWire({ status: 200, headers: {}, json: data, text: JSON.stringify(data) }, scope);
  };
  const pauses = new Pauses({
    now: () => 0,
    after(delayMs, run) {
      waits.push(delayMs);
      queueMicrotask(run);
      return () => undefined;
    },
  });
  const media: UploadParts['uploads']['media'] = {
    put: async () => ({
      kind: 'answered',
      response: { status: 200, headers: {}, bytes: new Uint8Array(), text: '' },
    }),
  };
  const uploads = { media, pauses, notify: () => undefined };
  const file = { name: 'v.mp4', bytes: Uint8Array.of(1), cover: null };
  const run = () => uploadVideo({ chat: { ask }, line: { bridge: { uuid: () => 'b' } }, uploads }, CONVERSATION, file);
  return { run, asked, waits };
}

it('a video is ready for sending when the marketplace has processed it', async () => {
  const { run, asked, waits } = parts(['processing', 'processing', 'success']);
  expect(await run()).toMatchObject({ ok: true, value: { vid: 'v', url: 'https://film.example/v', isReady: true } });
  expect(asked).toEqual(['preupload', 'report_upload', 'upload_status', 'upload_status', 'upload_status']);
  expect(waits).toEqual([OWN_LIMITS.videoReadyPollMs, OWN_LIMITS.videoReadyPollMs]);
});

it('a video that is processed for too long may be tried again, and one of unknown state may not', async () => {
  const slow = parts(['processing']);
  expect(await slow.run()).toEqual({ ok: false, refusal: refusal('video_not_ready', 'processing'), canRetry: true });
  expect(slow.waits).toHaveLength(OWN_LIMITS.videoReadyPolls - 1);
  const bad = parts(['banned']);
  expect(await bad.run()).toEqual({ ok: false, refusal: refusal('video_refused', 'banned'), canRetry: false });
});
