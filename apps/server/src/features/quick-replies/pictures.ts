import type { CALLS, CallInput, CallOutput, QuickReplyPart } from '@pasar/api';
import { type ImageType, QUICK_REPLY_LIMITS, SCREEN_LIMITS } from '@pasar/domain';
import { readPictureFile } from '../../files/picture-file.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Call = typeof CALLS.quickReplies.savePicture;

export async function savePicture(
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  { file, type }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const bytes = Buffer.from(file, 'base64');
  if (bytes.length > SCREEN_LIMITS.chatImageBytes) return fail('file_too_large');
  const picture = readPictureFile(bytes, type);
  if (picture.kind === 'refused') return fail(picture.reason);
  await transaction.query(
    'delete from quick_reply_picture where member_id = $1 and reply_id is null and created_at < $2',
    [member.view.memberId, now - QUICK_REPLY_LIMITS.unclaimedMs],
  );
  const stored = await transaction.query<{ picture_id: string }>(
    `insert into quick_reply_picture (account_id, member_id, type, bytes, created_at) values ($1, $2, $3, $4, $5)
     returning picture_id`,
    [member.scope.accountId, member.view.memberId, type, bytes, now],
  );
  const pictureId = stored.rows[0]?.picture_id;
  if (pictureId === undefined) throw new Error('the new picture was not returned');
  return success({ pictureId, width: picture.width, height: picture.height });
}

const picturesOf = (parts: readonly QuickReplyPart[]): readonly string[] => [
  ...new Set(parts.flatMap((part) => (part.kind === 'image' ? [part.pictureId] : []))),
];

/** Whether all pictures of the parts are the member's new ones, or this reply's own. A new reply has no id yet. */
export async function mayUsePictures(
  transaction: Transaction,
  replyId: string | null,
  parts: readonly QuickReplyPart[],
): Promise<boolean> {
  const named = picturesOf(parts);
  if (named.length === 0) return true;
  const found = await transaction.query(
    'select from quick_reply_picture where picture_id = any ($2::uuid[]) and (reply_id is null or reply_id = $1)',
    [replyId, named],
  );
  return found.rowCount === named.length;
}

/** Binds the pictures of the parts to the reply, and deletes the reply's other pictures. */
export async function claimPictures(
  transaction: Transaction,
  replyId: string,
  parts: readonly QuickReplyPart[],
): Promise<void> {
  const named = picturesOf(parts);
  await transaction.query('delete from quick_reply_picture where reply_id = $1 and picture_id <> all ($2::uuid[])', [
    replyId,
    named,
  ]);
  await transaction.query('update quick_reply_picture set reply_id = $1 where picture_id = any ($2::uuid[])', [
    replyId,
    named,
  ]);
}

/** A picture, or the cover of a video; null when the member does not see its reply. */
export async function findReplyPicture(
  transaction: Transaction,
  pictureId: string,
): Promise<{ readonly type: ImageType; readonly bytes: Buffer } | null> {
  const found = await transaction.query<{ type: ImageType; bytes: Buffer }>(
    `select type, bytes from quick_reply_picture where picture_id = $1
     union all select 'image/jpeg', cover from quick_reply_video where video_id = $1 and cover is not null`,
    [pictureId],
  );
  return found.rows[0] ?? null;
}
