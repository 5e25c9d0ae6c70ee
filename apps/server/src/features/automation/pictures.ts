import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { type ImageType, SCREEN_LIMITS } from '@pasar/domain';
import { readPictureFile } from '../../files/picture-file.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Call = typeof CALLS.automation.saveAutomaticPicture;

export async function saveAutomaticPicture(
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  { file, fileName, type }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const bytes = Buffer.from(file, 'base64');
  if (bytes.length > SCREEN_LIMITS.chatImageBytes) return fail('file_too_large');
  const picture = readPictureFile(bytes, type);
  if (picture.kind === 'refused') return fail(picture.reason);
  const stored = await transaction.query<{ picture_id: string }>(
    `insert into automatic_picture (account_id, file_name, type, bytes, created_at) values ($1, $2, $3, $4, $5)
     returning picture_id`,
    [member.scope.accountId, fileName, type, bytes, now],
  );
  const pictureId = stored.rows[0]?.picture_id;
  if (pictureId === undefined) throw new Error('the new picture was not returned');
  return success({ pictureId, width: picture.width, height: picture.height });
}

/** A picture, or the cover of a video. */
export async function findAutomaticPicture(
  transaction: Transaction,
  pictureId: string,
): Promise<{ readonly type: ImageType; readonly bytes: Buffer } | null> {
  const found = await transaction.query<{ type: ImageType; bytes: Buffer }>(
    `select type, bytes from automatic_picture where picture_id = $1
     union all select 'image/jpeg', cover from automatic_video where video_id = $1 and cover is not null`,
    [pictureId],
  );
  return found.rows[0] ?? null;
}
