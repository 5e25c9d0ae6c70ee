import { type CALLS, type CallInput, type CallOutput, deliveryVideoView, type QuickReplyPart } from '@pasar/api';
import {
  type OutgoingVideo,
  QUICK_REPLY_LIMITS,
  REPLY_VIDEO_LIMITS,
  type ReasonCode,
  readVideoFile,
} from '@pasar/domain';
import { readPictureFile } from '../../files/picture-file.ts';
import { placePart, readerOf, receivedBytes } from '../../records/video-parts.ts';
import type { Transaction } from '../../storage/database.ts';
import { storableJson } from '../../storage/storable.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.quickReplies;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
const PARTS = 'quick_reply_video_part';

export async function beginReplyVideo(
  { transaction, member, now }: Context,
  { clientId, video, cover }: CallInput<Calls['beginReplyVideo']>,
): Promise<Answer<CallOutput<Calls['beginReplyVideo']>>> {
  const why = tooMuch(video);
  if (why !== null) return fail(why);
  const picture = cover === undefined ? null : Buffer.from(cover, 'base64');
  if (picture !== null && readPictureFile(picture, 'image/jpeg').kind === 'refused') return fail('file_unsupported');
  const begun = await lockBegun({ transaction, member }, clientId);
  if (begun !== null) {
    return begun.video.bytes === video.bytes
      ? success({ received: await receivedBytes(transaction, PARTS, begun.videoId, video.bytes) })
      : fail('invalid_request', 'clientId was used before');
  }
  await transaction.query(
    'delete from quick_reply_video where member_id = $1 and reply_id is null and created_at < $2',
    [member.view.memberId, now - QUICK_REPLY_LIMITS.unclaimedMs],
  );
  const held = await transaction.query<{ count: number }>('select count(*)::int as count from quick_reply_video');
  if ((held.rows[0]?.count ?? 0) >= QUICK_REPLY_LIMITS.videos) return fail('reply_videos_full');
  await transaction.query(
    `insert into quick_reply_video (account_id, member_id, client_id, video, cover, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [member.scope.accountId, member.view.memberId, clientId, storableJson(video), picture, now],
  );
  return success({ received: 0 });
}

/** A part that does not match its checksum is not stored; the answer then names as many bytes as before. */
export async function putReplyVideoPart(
  { transaction, member }: Context,
  { clientId, ...part }: CallInput<Calls['putReplyVideoPart']>,
): Promise<Answer<CallOutput<Calls['putReplyVideoPart']>>> {
  const begun = await lockBegun({ transaction, member }, clientId);
  if (begun === null) return fail('video_lost');
  const placed = placePart(part, begun.video.bytes);
  if (placed === 'misplaced') return fail('invalid_request', 'no part of this video begins or ends there');
  if (placed !== 'damaged') {
    await transaction.query(
      `insert into quick_reply_video_part (video_id, number, account_id, bytes) values ($1, $2, $3, $4)
       on conflict (video_id, number) do nothing`,
      [begun.videoId, placed.number, member.scope.accountId, placed.bytes],
    );
  }
  return success({ received: await receivedBytes(transaction, PARTS, begun.videoId, begun.video.bytes) });
}

export async function endReplyVideo(
  { transaction, member }: Context,
  { clientId }: CallInput<Calls['endReplyVideo']>,
): Promise<Answer<CallOutput<Calls['endReplyVideo']>>> {
  const begun = await lockBegun({ transaction, member }, clientId);
  if (begun === null) return fail('video_lost');
  const { videoId } = begun;
  const { bytes } = begun.video;
  if ((await receivedBytes(transaction, PARTS, videoId, bytes)) < bytes) {
    return fail('invalid_request', 'parts are missing');
  }
  const file = await readVideoFile(bytes, readerOf(transaction, PARTS, videoId));
  const seconds = file.kind === 'video' ? file.seconds : null;
  const why = file.kind === 'refused' ? file.reason : tooMuch({ ...begun.video, durationSeconds: seconds });
  if (why !== null) {
    await transaction.query('delete from quick_reply_video where video_id = $1', [videoId]);
    return fail(why);
  }
  const video = { ...begun.video, durationSeconds: begun.video.durationSeconds ?? seconds };
  await transaction.query('update quick_reply_video set is_whole = true, video = $2 where video_id = $1', [
    videoId,
    storableJson(video),
  ]);
  return success({ videoId, video });
}

/** Why no marketplace would take the video; null where one would. */
function tooMuch({ bytes, durationSeconds }: OutgoingVideo): ReasonCode | null {
  if (bytes > REPLY_VIDEO_LIMITS.maxBytes) return 'video_too_large';
  return (durationSeconds ?? 0) > REPLY_VIDEO_LIMITS.maxSeconds ? 'video_too_long' : null;
}

/** The video that the member began under this id. */
async function lockBegun(
  { transaction, member }: Pick<Context, 'transaction' | 'member'>,
  clientId: string,
): Promise<{ readonly videoId: string; readonly video: OutgoingVideo } | null> {
  const found = await transaction.query<{ video_id: string; video: unknown }>(
    `select video_id, video from quick_reply_video
     where client_id = $1 and member_id = $2 for update`,
    [clientId, member.view.memberId],
  );
  const [row] = found.rows;
  return row === undefined ? null : { videoId: row.video_id, video: deliveryVideoView.parse(row.video) };
}

/** The videos whose files Pasar keeps. */
const videosOf = (parts: readonly QuickReplyPart[]): readonly string[] => [
  ...new Set(parts.flatMap((part) => (part.kind === 'video' && part.video !== null ? [part.videoId] : []))),
];

/** Whether all videos of the parts are whole, and the member's new ones or this reply's own. */
export async function mayUseVideos(
  transaction: Transaction,
  replyId: string | null,
  parts: readonly QuickReplyPart[],
): Promise<boolean> {
  const named = videosOf(parts);
  if (named.length === 0) return true;
  const found = await transaction.query(
    `select from quick_reply_video
     where video_id = any ($2::uuid[]) and is_whole and (reply_id is null or reply_id = $1)`,
    [replyId, named],
  );
  return found.rowCount === named.length;
}

/** Binds the videos of the parts to the reply, and deletes the reply's other videos. */
export async function claimVideos(
  transaction: Transaction,
  replyId: string,
  parts: readonly QuickReplyPart[],
): Promise<void> {
  const named = videosOf(parts);
  await transaction.query('delete from quick_reply_video where reply_id = $1 and video_id <> all ($2::uuid[])', [
    replyId,
    named,
  ]);
  await transaction.query('update quick_reply_video set reply_id = $1 where video_id = any ($2::uuid[])', [
    replyId,
    named,
  ]);
}
