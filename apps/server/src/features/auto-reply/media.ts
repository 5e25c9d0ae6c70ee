import type { AutomaticAnswer } from '@pasar/api';
import type { ReasonCode } from '@pasar/domain';
import {
  arePicturesFree,
  claimPictures,
  claimPicturesOfEach,
  withOwnPicturesOfEach,
} from '../../records/automatic-pictures.ts';
import {
  claimVideosOfEach,
  forgetAnswerVideos,
  videosOf,
  withOwnVideosOfEach,
} from '../../records/automatic-videos.ts';
import type { Transaction } from '../../storage/database.ts';
import { ANSWER_VIDEOS, areVideosFree, countVideos } from '../kept-videos.ts';

/** The pictures and videos of answers. Each belongs to one setting or rule, whose id is `usedBy`. */

/** Why a setting or a rule may not have what its answer names; null: it may. `usedBy` null: it is made now. */
export async function mediaFault(
  transaction: Transaction,
  usedBy: string | null,
  answer: AutomaticAnswer | null,
): Promise<ReasonCode | null> {
  if (!(await arePicturesFree(transaction, usedBy, answer))) return 'not_found';
  const areThere = await areVideosFree(ANSWER_VIDEOS, transaction, usedBy, videosOf(answer));
  return areThere ? null : 'video_lost';
}

/** Binds them to what uses them, and deletes its others. */
export async function claimMedia(
  transaction: Transaction,
  usedBy: string,
  answer: AutomaticAnswer | null,
): Promise<void> {
  await claimPictures(transaction, usedBy, answer);
  await claimVideosOfEach(transaction, [{ usedBy, content: answer }]);
  await forgetAnswerVideos(transaction, [usedBy], videosOf(answer));
}

/** Those of settings and rules that are deleted. */
export async function forgetMedia(transaction: Transaction, usedBy: readonly string[]): Promise<void> {
  await transaction.query('delete from automatic_picture where used_by = any($1::uuid[])', [usedBy]);
  await forgetAnswerVideos(transaction, usedBy, []);
}

/** Whether the account may keep a copy of each video of these answers. */
export const hasRoomForCopies = async (
  transaction: Transaction,
  answers: readonly (AutomaticAnswer | null)[],
): Promise<boolean> => {
  const added = videosOf(...answers).length;
  return added === 0 || (await countVideos(ANSWER_VIDEOS, transaction)) + added <= ANSWER_VIDEOS.most;
};

/** The answers with copies of what they name. */
export const withOwnMedia = async (
  transaction: Transaction,
  answers: readonly AutomaticAnswer[],
): Promise<readonly AutomaticAnswer[]> =>
  withOwnVideosOfEach(transaction, await withOwnPicturesOfEach(transaction, answers));

/** Binds copies to what is made now. */
export async function claimCopies(
  transaction: Transaction,
  made: readonly { readonly usedBy: string; readonly content: AutomaticAnswer }[],
): Promise<void> {
  await claimPicturesOfEach(transaction, made);
  await claimVideosOfEach(transaction, made);
}
