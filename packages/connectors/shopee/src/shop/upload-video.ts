/** A video of the chat, in three steps (spec 2 §7.1). */
import { createHash } from 'node:crypto';
import type { Bridge } from '@pasar/bridge';
import type { ConversationRef, Outcome, VideoFile } from '@pasar/connector-kit';
import { OWN_LIMITS, type PlatformShopId, refusal, UNKNOWN, type UploadedVideo } from '@pasar/domain';
import type { ChatClient } from '../auth/chat-client.ts';
import { uploadImage, videoPreupload, videoReport, videoStatus } from '../calls/chat/media.ts';
import { putVideo, type VideoPutParts } from '../wire/video-put.ts';

export interface UploadParts {
  readonly chat: Pick<ChatClient, 'ask'>;
  readonly line: { readonly bridge: Pick<Bridge, 'uuid'> };
  readonly uploads: VideoPutParts;
}

/** Announces the video, puts its bytes to the given address, reports its md5, and waits until it can be watched. */
export async function uploadVideo(
  { chat, line, uploads }: UploadParts,
  conversation: ConversationRef,
  { bytes, cover }: VideoFile,
): Promise<Outcome<UploadedVideo>> {
  const shop = conversation.platformShopId;
  const target = await chat.ask(videoPreupload, { conversation }, shop);
  if (!target.ok) return target;
  const put = await putVideo(uploads, target.value.uploadUrl, bytes);
  if (!put.ok) return put;
  let coverUrl = '';
  if (cover !== null) {
    const uploaded = await chat.ask(uploadImage, { conversation, image: cover, boundary: line.bridge.uuid() }, shop);
    if (!uploaded.ok) return uploaded;
    coverUrl = uploaded.value.url;
  }
  const md5 = createHash('md5').update(bytes).digest('hex');
  const report = { target: target.value, coverUrl, fileSize: bytes.byteLength, md5 };
  const reported = await chat.ask(videoReport, report, shop);
  if (!reported.ok) return reported;
  return untilReady({ chat, uploads }, shop, target.value.vid, coverUrl === '' ? null : coverUrl);
}

/** Asks whether the video can be watched, until it can or the questions are used up. */
async function untilReady(
  { chat, uploads }: Pick<UploadParts, 'chat' | 'uploads'>,
  shop: PlatformShopId,
  vid: string,
  ownCover: string | null,
): Promise<Outcome<UploadedVideo>> {
  for (let polls = 1; ; polls += 1) {
    const asked = await chat.ask(videoStatus, { vid }, shop);
    if (!asked.ok) return asked;
    const { status, wireStatus, videoUrl: url, coverUrl } = asked.value;
    if (status === 'ready') return { ok: true, value: { vid, url, coverUrl: coverUrl ?? ownCover, isReady: true } };
    if (status === UNKNOWN) return { ok: false, refusal: refusal('video_refused', wireStatus), canRetry: false };
    const isAwaited = polls < OWN_LIMITS.videoReadyPolls && (await uploads.pauses.pause(OWN_LIMITS.videoReadyPollMs));
    if (!isAwaited) return { ok: false, refusal: refusal('video_not_ready', wireStatus), canRetry: true };
  }
}
