import { CALLS, quickReplyMediaPath } from '@pasar/api';
import { QUICK_REPLY_LIMITS, REPLY_VIDEO_LIMITS, SCREEN_LIMITS } from '@pasar/domain';
import { sampleVideoOf } from '@pasar/simulator';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { listing } from './harness/database.ts';
import { JPEG } from './harness/picture-connector.ts';
import {
  ask,
  codeOf,
  makeGroup,
  makeReply,
  makeVideo,
  openReplyWorld,
  type ReplyWorld,
  text,
} from './harness/quick-replies.ts';
import type { Visitor } from './harness/web.ts';

const { quickReplies, chat } = CALLS;
const PART = SCREEN_LIMITS.videoPartBytes;
/** Two parts, the last of which is short. */
const FILM = sampleVideoOf(PART + 1_000);

let world: ReplyWorld;
let conversationId: string;
beforeAll(async () => {
  world = await openReplyWorld();
  const [owner] = world.ours.connections;
  if (owner === undefined) throw new Error('no connection');
  await ingest(world.database.engine, world.ours.accountId, [
    { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing('11', 'c') } },
  ]);
  const [row] = await rows('select conversation_id from conversation where account_id = $1', world.ours.accountId);
  conversationId = row.conversation_id;
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.empty();
  await rows('delete from quick_reply_video');
});

const rows = async (statement: string, ...values: unknown[]) =>
  (await world.database.owner.query(statement, values)).rows;
const kept = async () =>
  (
    await rows(
      `select (select count(*)::int from quick_reply_video) as videos,
         (select count(*)::int from quick_reply_video_part) as parts`,
    )
  )[0];
const cover = (who: Visitor, id: string) =>
  fetch(`${world.web.origin}${quickReplyMediaPath(id)}`, { headers: { cookie: who.cookie } });
const take = (who: Visitor, videoId: string, clientId: string = crypto.randomUUID()) =>
  codeOf(who, chat.takeReplyVideo, { conversationId, clientId, videoId });

describe('a video of a quick reply', () => {
  test('comes in parts, goes on where it was cut off, and goes with its reply', async () => {
    const { main, reader, stranger } = world;
    const clientId = crypto.randomUUID();
    const video = { fileName: 'a.mp4', bytes: FILM.length, width: 320, height: 180, durationSeconds: null };
    const begin = () => ask(main, quickReplies.beginReplyVideo, { clientId, video });
    expect(await begin()).toEqual({ received: 0 });
    const bad = { clientId, offset: 0, part: Buffer.from(FILM.subarray(0, PART)).toString('base64'), checksum: 1 };
    expect(await ask(main, quickReplies.putReplyVideoPart, bad)).toEqual({ received: 0 });
    expect(await codeOf(main, quickReplies.putReplyVideoPart, { ...bad, offset: 7 })).toBe('invalid_request');
    expect(await codeOf(main, quickReplies.endReplyVideo, { clientId })).toBe('invalid_request');
    expect(await begin()).toEqual({ received: 0 });

    const part = await makeVideo(main, FILM);
    expect(part.video?.durationSeconds).toBeCloseTo(4.2, 0);
    expect(await take(main, part.videoId)).toBe('success');
    const groupId = await makeGroup(main, 'Films');
    const { replyId } = await makeReply(main, groupId, { parts: [part] });
    const shown = await cover(reader, part.videoId);
    expect([shown.status, Buffer.from(await shown.arrayBuffer())]).toEqual([200, JPEG]);
    expect((await cover(stranger, part.videoId)).status).toBe(404);
    await makeReply(main, groupId, { replyId, parts: [part, text('and a text')] });
    expect(await kept()).toEqual({ videos: 2, parts: 2 });
    await makeReply(main, groupId, { replyId, parts: [text('no film')] });
    expect(await kept()).toEqual({ videos: 1, parts: 0 });
    await makeReply(main, groupId, { parts: [await makeVideo(main, FILM)] });
    await ask(main, quickReplies.deleteGroup, { groupId });
    expect(await kept()).toEqual({ videos: 1, parts: 0 });
  });

  test('is refused where it is no video, too large, one too many, or not the member’s', async () => {
    const { main, sub, reader } = world;
    const video = { fileName: 'a.mp4', bytes: 9_000, width: null, height: null, durationSeconds: null };
    const begin = (who: Visitor, more: object = {}) =>
      codeOf(who, quickReplies.beginReplyVideo, { clientId: crypto.randomUUID(), video: { ...video, ...more } });
    expect(await begin(reader)).toBe('no_permission');
    expect(await begin(main, { bytes: REPLY_VIDEO_LIMITS.maxBytes + 1 })).toBe('video_too_large');
    expect(await begin(main, { durationSeconds: REPLY_VIDEO_LIMITS.maxSeconds + 1 })).toBe('video_too_long');
    await expect(makeVideo(main, Buffer.alloc(2_000))).rejects.toThrow('video_');
    expect(await kept()).toEqual({ videos: 0, parts: 0 });
    const part = await makeVideo(main);
    const groupId = await makeGroup(main, 'Films');
    expect(await codeOf(sub, quickReplies.saveContent, { groupId, parts: [part] })).toBe('video_lost');
    for (let count = 1; count < QUICK_REPLY_LIMITS.videos; count += 1) expect(await begin(main)).toBe('success');
    expect(await begin(main)).toBe('reply_videos_full');
    await rows('update quick_reply_video set created_at = 0');
    expect(await begin(main)).toBe('success');
    expect(await kept()).toMatchObject({ videos: 1 });
  });

  test('is sent by copying its bytes on the server, once, and only by those who see the reply', async () => {
    const { main, sub, stranger } = world;
    const part = await makeVideo(main, FILM);
    await makeReply(main, await makeGroup(main, 'Mine', true), { parts: [part] });
    expect([await take(sub, part.videoId), await take(stranger, part.videoId)]).toEqual(['video_lost', 'not_found']);
    const shared = await makeVideo(main, FILM);
    await makeReply(main, await makeGroup(main, 'Ours'), { parts: [shared] });

    const clientId = crypto.randomUUID();
    expect(await take(sub, shared.videoId, clientId)).toBe('success');
    expect(await take(sub, shared.videoId, clientId)).toBe('success');
    const send = () => ask(sub, chat.sendVideo, { conversationId, clientId });
    const { delivery } = await send();
    expect(delivery.content).toEqual({ type: 'video', video: shared.video });
    expect((await send()).delivery.deliveryId).toBe(delivery.deliveryId);
    expect(await take(sub, shared.videoId, clientId)).toBe('success');
    const sent = await rows(
      `select p.bytes from outgoing_video join outgoing_video_part p using (video_id)
       where delivery_id = $1 order by number`,
      delivery.deliveryId,
    );
    expect(Buffer.concat(sent.map(({ bytes }) => bytes))).toEqual(Buffer.from(FILM));
    expect(await kept()).toMatchObject({ videos: 2 });
  });

  test('is refused at a marketplace that has no way to send it', async () => {
    const part = await makeVideo(world.main);
    await rows("update shop set marketplace = 'lazada' where account_id = $1", world.ours.accountId);
    try {
      expect(await take(world.main, part.videoId)).toBe('invalid_request');
    } finally {
      await rows("update shop set marketplace = 'shopee' where account_id = $1", world.ours.accountId);
    }
  });
});
