import type { AutomaticAnswer } from '@pasar/api';
import type { AccountId } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';

/** The videos that answers name. */
export const videosOf = (...answers: readonly (AutomaticAnswer | null)[]): readonly string[] => [
  ...new Set(
    answers
      .flatMap((answer) => (answer === null ? [] : [answer.parts, ...answer.variants.map(({ parts }) => parts)]))
      .flat()
      .flatMap((part) => (part.kind === 'video' ? [part.videoId] : [])),
  ),
];

/** The answers with copies of those videos that belong to something else. No two answers name the same video. */
export async function withOwnVideosOfEach(
  transaction: Transaction,
  answers: readonly AutomaticAnswer[],
): Promise<readonly AutomaticAnswer[]> {
  const named = videosOf(...answers);
  if (named.length === 0) return answers;
  const copied = await transaction.query<{ was: string; video_id: string }>(
    `with given as (select video_id as was, uuidv7() as video_id, account_id, member_id, uuidv7() as client_id, video, cover,
           is_whole, created_at
         from automatic_video where video_id = any($1::uuid[]) and used_by is not null),
       made as (insert into automatic_video (video_id, account_id, member_id, client_id, video, cover, is_whole, created_at)
         select video_id, account_id, member_id, client_id, video, cover, is_whole, created_at from given),
       parts as (insert into automatic_video_part (video_id, number, account_id, bytes)
         select given.video_id, part.number, part.account_id, part.bytes
         from given join automatic_video_part part on part.video_id = given.was)
     select was, video_id from given`,
    [named],
  );
  const copyOf = new Map(copied.rows.map((row) => [row.was, row.video_id]));
  const own = (parts: AutomaticAnswer['parts']) =>
    parts.map((part) =>
      part.kind === 'video' ? { ...part, videoId: copyOf.get(part.videoId) ?? part.videoId } : part,
    );
  return answers.map(({ parts, variants }) => ({
    parts: own(parts),
    variants: variants.map((variant) => ({ ...variant, parts: own(variant.parts) })),
  }));
}

/** Binds the videos of answers, which were looked at before, to what uses them: the id of a setting or of a rule. */
export async function claimVideosOfEach(
  transaction: Transaction,
  users: readonly { readonly usedBy: string; readonly content: AutomaticAnswer | null }[],
): Promise<void> {
  const named = users.flatMap(({ usedBy, content }) => videosOf(content).map((videoId) => ({ usedBy, videoId })));
  if (named.length === 0) return;
  await transaction.query(
    `update automatic_video v set used_by = one.used_by from unnest($1::uuid[], $2::uuid[]) as one (video_id, used_by)
     where v.video_id = one.video_id and (v.used_by is null or v.used_by = one.used_by)`,
    [named.map(({ videoId }) => videoId), named.map(({ usedBy }) => usedBy)],
  );
}

/**
 * Deletes the videos of settings and rules, but those that are still named. One that an answer on its way still needs is let
 * go: housekeeping deletes it afterwards.
 */
export async function forgetAnswerVideos(
  transaction: Transaction,
  usedBy: readonly string[],
  named: readonly string[],
): Promise<void> {
  await transaction.query(
    `with unused as (select v.video_id, exists (select from outgoing_video o where o.automatic_video_id = v.video_id) as is_needed
         from automatic_video v where v.used_by = any($1::uuid[]) and v.video_id <> all($2::uuid[])),
       kept as (update automatic_video v set used_by = null from unused where v.video_id = unused.video_id and is_needed)
     delete from automatic_video v using unused where v.video_id = unused.video_id and not is_needed`,
    [usedBy, named],
  );
}

/**
 * Deletes videos that were begun before this time and that nothing uses, and those whose setting or rule went with its shop.
 * One that an answer on its way still needs stays.
 */
export async function forgetUnusedVideos(
  transaction: Transaction,
  accountId: AccountId,
  before: number,
): Promise<void> {
  await transaction.query(
    `delete from automatic_video v where v.account_id = $1
       and case when v.used_by is null then v.created_at < $2
         else not exists (select from auto_reply_setting s where s.setting_id = v.used_by)
           and not exists (select from auto_reply_keyword k where k.keyword_id = v.used_by) end
       and not exists (select from outgoing_video o where o.automatic_video_id = v.video_id)`,
    [accountId, before],
  );
}
