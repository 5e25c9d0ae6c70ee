import { type CALLS, type CallInput, type CallOutput, deliveryVideoView } from '@pasar/api';
import {
  AUTO_REPLY_LIMITS,
  type OutgoingVideo,
  QUICK_REPLY_LIMITS,
  REPLY_VIDEO_LIMITS,
  type ReasonCode,
  readVideoFile,
} from '@pasar/domain';
import { readPictureFile } from '../files/picture-file.ts';
import { type PartTable, placePart, readerOf, receivedBytes } from '../records/video-parts.ts';
import type { Transaction } from '../storage/database.ts';
import { storableJson } from '../storage/storable.ts';
import { type Answer, fail, success } from './answer.ts';
import type { MemberContext } from './handler.ts';

/** Where videos are kept that belong to something which a member writes. They come in parts, before it is saved. */
export interface VideoStore {
  readonly videos: 'quick_reply_video' | 'automatic_video';
  readonly parts: PartTable;
  /** The column that names what a video belongs to; null until that is saved, and for what is deleted soon. */
  readonly owner: 'reply_id' | 'used_by';
  /** Most videos of an account. */
  readonly most: number;
  readonly full: ReasonCode;
}
export const REPLY_VIDEOS: VideoStore = {
  videos: 'quick_reply_video',
  parts: 'quick_reply_video_part',
  owner: 'reply_id',
  most: QUICK_REPLY_LIMITS.videos,
  full: 'reply_videos_full',
};
export const ANSWER_VIDEOS: VideoStore = {
  videos: 'automatic_video',
  parts: 'automatic_video_part',
  owner: 'used_by',
  most: AUTO_REPLY_LIMITS.videos,
  full: 'automatic_videos_full',
};

type Calls = typeof CALLS.quickReplies;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

export async function beginVideo(
  store: VideoStore,
  { transaction, member, now }: Context,
  { clientId, video, cover }: CallInput<Calls['beginReplyVideo']>,
): Promise<Answer<CallOutput<Calls['beginReplyVideo']>>> {
  const why = tooMuch(video);
  if (why !== null) return fail(why);
  const picture = cover === undefined ? null : Buffer.from(cover, 'base64');
  if (picture !== null && readPictureFile(picture, 'image/jpeg').kind === 'refused') return fail('file_unsupported');
  const begun = await lockBegun(store, { transaction, member }, clientId);
  if (begun !== null) {
    return begun.video.bytes === video.bytes
      ? success({ received: await receivedBytes(transaction, store.parts, begun.videoId, video.bytes) })
      : fail('invalid_request', 'clientId was used before');
  }
  if ((await countVideos(store, transaction)) >= store.most) return fail(store.full);
  await transaction.query(
    `insert into ${store.videos} (account_id, member_id, client_id, video, cover, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [member.scope.accountId, member.view.memberId, clientId, storableJson(video), picture, now],
  );
  return success({ received: 0 });
}

/** A part that does not match its checksum is not stored; the answer then names as many bytes as before. */
export async function putVideoPart(
  store: VideoStore,
  { transaction, member }: Pick<Context, 'transaction' | 'member'>,
  { clientId, ...part }: CallInput<Calls['putReplyVideoPart']>,
): Promise<Answer<CallOutput<Calls['putReplyVideoPart']>>> {
  const begun = await lockBegun(store, { transaction, member }, clientId);
  if (begun === null) return fail('video_lost');
  const placed = placePart(part, begun.video.bytes);
  if (placed === 'misplaced') return fail('invalid_request', 'no part of this video begins or ends there');
  if (placed !== 'damaged') {
    await transaction.query(
      `insert into ${store.parts} (video_id, number, account_id, bytes) values ($1, $2, $3, $4)
       on conflict (video_id, number) do nothing`,
      [begun.videoId, placed.number, member.scope.accountId, placed.bytes],
    );
  }
  return success({ received: await receivedBytes(transaction, store.parts, begun.videoId, begun.video.bytes) });
}

export async function endVideo(
  store: VideoStore,
  { transaction, member }: Pick<Context, 'transaction' | 'member'>,
  { clientId }: CallInput<Calls['endReplyVideo']>,
): Promise<Answer<CallOutput<Calls['endReplyVideo']>>> {
  const begun = await lockBegun(store, { transaction, member }, clientId);
  if (begun === null) return fail('video_lost');
  const { videoId } = begun;
  const { bytes } = begun.video;
  if ((await receivedBytes(transaction, store.parts, videoId, bytes)) < bytes) {
    return fail('invalid_request', 'parts are missing');
  }
  const file = await readVideoFile(bytes, readerOf(transaction, store.parts, videoId));
  const seconds = file.kind === 'video' ? file.seconds : null;
  const why = file.kind === 'refused' ? file.reason : tooMuch({ ...begun.video, durationSeconds: seconds });
  if (why !== null) {
    await transaction.query(`delete from ${store.videos} where video_id = $1`, [videoId]);
    return fail(why);
  }
  const video = { ...begun.video, durationSeconds: begun.video.durationSeconds ?? seconds };
  await transaction.query(`update ${store.videos} set is_whole = true, video = $2 where video_id = $1`, [
    videoId,
    storableJson(video),
  ]);
  return success({ videoId, video });
}

/** Those of the account, also those that nothing names yet. */
export async function countVideos({ videos }: Pick<VideoStore, 'videos'>, transaction: Transaction): Promise<number> {
  const held = await transaction.query<{ count: number }>(`select count(*)::int as count from ${videos}`);
  return held.rows[0]?.count ?? 0;
}

/** Whether all these videos are whole, and new or the owner's own. `ownerId` null: the owner is made now. */
export async function areVideosFree(
  { videos, owner }: VideoStore,
  transaction: Transaction,
  ownerId: string | null,
  named: readonly string[],
): Promise<boolean> {
  if (named.length === 0) return true;
  const found = await transaction.query(
    `select from ${videos} where video_id = any ($2::uuid[]) and is_whole and (${owner} is null or ${owner} = $1)`,
    [ownerId, named],
  );
  return found.rowCount === named.length;
}

/** Why no marketplace would take the video; null where one would. */
function tooMuch({ bytes, durationSeconds }: OutgoingVideo): ReasonCode | null {
  if (bytes > REPLY_VIDEO_LIMITS.maxBytes) return 'video_too_large';
  return (durationSeconds ?? 0) > REPLY_VIDEO_LIMITS.maxSeconds ? 'video_too_long' : null;
}

/** The video that the member began under this id. */
async function lockBegun(
  { videos }: VideoStore,
  { transaction, member }: Pick<Context, 'transaction' | 'member'>,
  clientId: string,
): Promise<{ readonly videoId: string; readonly video: OutgoingVideo } | null> {
  const found = await transaction.query<{ video_id: string; video: unknown }>(
    `select video_id, video from ${videos} where client_id = $1 and member_id = $2 for update`,
    [clientId, member.view.memberId],
  );
  const [row] = found.rows;
  return row === undefined ? null : { videoId: row.video_id, video: deliveryVideoView.parse(row.video) };
}
