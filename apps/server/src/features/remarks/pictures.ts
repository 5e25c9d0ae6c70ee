import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { type ImageType, REMARK_LIMITS } from '@pasar/domain';
import { readPictureFile } from '../../files/picture-file.ts';
import type { Member } from '../../records/members.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Call = typeof CALLS.remarks.saveRemarkPicture;

export async function saveRemarkPicture(
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  { file, type }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const bytes = Buffer.from(file, 'base64');
  if (bytes.length > REMARK_LIMITS.pictureBytes) return fail('file_too_large');
  const picture = readPictureFile(bytes, type);
  if (picture.kind === 'refused') return fail(picture.reason);
  await makeRoom(transaction, member.view.memberId);
  const stored = await transaction.query<{ picture_id: string }>(
    `insert into remark_picture (account_id, member_id, type, bytes, created_at) values ($1, $2, $3, $4, $5)
     returning picture_id`,
    [member.scope.accountId, member.view.memberId, type, bytes, now],
  );
  const pictureId = stored.rows[0]?.picture_id;
  if (pictureId === undefined) throw new Error('the new picture was not returned');
  return success({ pictureId });
}

/**
 * A member holds a few pictures that no remark has taken yet: the oldest go, because a form that was left open never says
 * that it is done. One that a remark is taking now stays.
 */
async function makeRoom(transaction: Transaction, memberId: string): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('remark-pictures/' || $1, 0))", [memberId]);
  await transaction.query(
    `delete from remark_picture where picture_id in (
       select picture_id from remark_picture where member_id = $1
       order by created_at desc, picture_id desc offset ${REMARK_LIMITS.unclaimed - 1} for update skip locked)`,
    [memberId],
  );
}

/** Whether all pictures are the member's new ones; then no other call takes them before the end of the transaction. */
export async function mayClaim(
  transaction: Transaction,
  member: Member,
  pictureIds: readonly string[],
): Promise<boolean> {
  if (pictureIds.length === 0) return true;
  const found = await transaction.query(
    `select from remark_picture where picture_id = any($1::uuid[]) and member_id = $2 and remark_id is null
     order by picture_id for update`,
    [pictureIds, member.view.memberId],
  );
  return found.rowCount === pictureIds.length;
}

/** Binds pictures to the remark, in their order. */
export async function claimPictures(
  transaction: Transaction,
  remarkId: string,
  pictureIds: readonly string[],
): Promise<void> {
  if (pictureIds.length === 0) return;
  await transaction.query(
    `update remark_picture p set remark_id = $1, member_id = null, place = named.place
     from unnest($2::uuid[]) with ordinality as named (picture_id, place) where p.picture_id = named.picture_id`,
    [remarkId, pictureIds],
  );
}

/** Null when the member does not see the picture's remark, and for a picture that another member has just stored. */
export async function findRemarkPicture(
  transaction: Transaction,
  pictureId: string,
): Promise<{ readonly type: ImageType; readonly bytes: Buffer } | null> {
  const found = await transaction.query<{ type: ImageType; bytes: Buffer }>(
    'select type, bytes from remark_picture where picture_id = $1',
    [pictureId],
  );
  return found.rows[0] ?? null;
}
