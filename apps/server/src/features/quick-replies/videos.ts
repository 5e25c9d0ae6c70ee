import type { CALLS, CallInput, QuickReplyPart } from '@pasar/api';
import { QUICK_REPLY_LIMITS } from '@pasar/domain';
import type { Transaction } from '../../storage/database.ts';
import type { MemberContext } from '../handler.ts';
import { areVideosFree, beginVideo, endVideo, putVideoPart, REPLY_VIDEOS } from '../kept-videos.ts';

type Calls = typeof CALLS.quickReplies;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

export async function beginReplyVideo(context: Context, input: CallInput<Calls['beginReplyVideo']>) {
  await context.transaction.query(
    'delete from quick_reply_video where member_id = $1 and reply_id is null and created_at < $2',
    [context.member.view.memberId, context.now - QUICK_REPLY_LIMITS.unclaimedMs],
  );
  return beginVideo(REPLY_VIDEOS, context, input);
}
export const putReplyVideoPart = (context: Context, input: CallInput<Calls['putReplyVideoPart']>) =>
  putVideoPart(REPLY_VIDEOS, context, input);
export const endReplyVideo = (context: Context, input: CallInput<Calls['endReplyVideo']>) =>
  endVideo(REPLY_VIDEOS, context, input);

/** The videos whose files Pasar keeps. */
const videosOf = (parts: readonly QuickReplyPart[]): readonly string[] => [
  ...new Set(parts.flatMap((part) => (part.kind === 'video' && part.video !== null ? [part.videoId] : []))),
];

/** Whether all videos of the parts are whole, and the member's new ones or this reply's own. */
export const mayUseVideos = (
  transaction: Transaction,
  replyId: string | null,
  parts: readonly QuickReplyPart[],
): Promise<boolean> => areVideosFree(REPLY_VIDEOS, transaction, replyId, videosOf(parts));

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
