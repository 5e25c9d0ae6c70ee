import {
  type CALLS,
  type CallInput,
  type CallOutput,
  type QuickReplyPart,
  type QuickReplySite,
  type QuickReplyVariant,
  type QuickReplyView,
  quickReplyView,
} from '@pasar/api';
import type { Transaction } from '../../storage/database.ts';
import type { QuickReplyTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { findGroup } from './groups.ts';
import { claimPictures, mayUsePictures } from './pictures.ts';
import { tellQuickReplies } from './tell.ts';
import { claimVideos, mayUseVideos } from './videos.ts';

type Calls = typeof CALLS.quickReplies;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

interface ReplyRow
  extends Pick<
    QuickReplyTable,
    'reply_id' | 'group_id' | 'title' | 'parts' | 'variants' | 'sites' | 'is_shop_limited'
  > {
  readonly shop_ids: readonly string[];
  readonly use_count: number;
}

/** The order of the rows is that of their making; `wanted` null: all that the member sees. */
export async function selectReplies(
  { transaction, member }: Pick<Context, 'transaction' | 'member'>,
  wanted: string | null,
): Promise<QuickReplyView[]> {
  const found = await transaction.query<ReplyRow>({
    name: wanted === null ? 'quick-replies' : 'quick-reply',
    text: `select r.reply_id, r.group_id, r.title, r.parts, r.variants, r.sites, r.is_shop_limited,
             array(select s.shop_id from quick_reply_shop s where s.reply_id = r.reply_id order by 1) as shop_ids,
             coalesce(u.count, 0) as use_count
           from quick_reply r left join quick_reply_use u on u.reply_id = r.reply_id and u.member_id = $2
           where r.account_id = $1 ${wanted === null ? '' : 'and r.reply_id = $3'} order by r.reply_id`,
    values: [member.scope.accountId, member.view.memberId, ...(wanted === null ? [] : [wanted])],
  });
  return found.rows.map((row) =>
    quickReplyView.parse({
      replyId: row.reply_id,
      groupId: row.group_id,
      title: row.title,
      parts: row.parts,
      variants: row.variants,
      sites: row.sites,
      shopIds: row.is_shop_limited ? row.shop_ids : null,
      useCount: row.use_count,
    }),
  );
}

export async function getContentList(
  context: Pick<Context, 'transaction' | 'member'>,
): Promise<Answer<CallOutput<Calls['getContentList']>>> {
  return success({ replies: await selectReplies(context, null) });
}

/** Ids in the order of time, by which replies are listed. */
export async function newReplyIds(transaction: Transaction, count: number): Promise<readonly string[]> {
  const made = await transaction.query<{ id: string }>('select uuidv7() as id from generate_series(1, $1)', [count]);
  return made.rows.map(({ id }) => id).toSorted();
}

/** Longest title that is made of a text (our choice). */
const MADE_TITLE_LENGTH = 60;

/** The title by which a reply is found: what the person gave, else the beginning of what the reply says. */
export function titleOf(given: string, parts: readonly QuickReplyPart[]): string {
  if (given !== '') return given;
  const words = parts.map((part) => ('text' in part ? part.text : 'title' in part ? part.title : part.fileName));
  const [line = ''] = (words.find((text) => text.trim() !== '') ?? '').trim().split('\n');
  return line.trim().slice(0, MADE_TITLE_LENGTH).toWellFormed();
}

/** What is stored of a reply. */
export interface ReplyFacts {
  readonly groupId: string;
  readonly title: string;
  readonly parts: readonly QuickReplyPart[];
  readonly variants: readonly QuickReplyVariant[];
  readonly sites: readonly QuickReplySite[];
  /** Null for a reply that names no shops. */
  readonly shopIds: readonly string[] | null;
}

export async function saveContent(
  context: Context,
  { replyId, ...facts }: CallInput<Calls['saveContent']>,
): Promise<Answer<CallOutput<Calls['saveContent']>>> {
  const { transaction, member } = context;
  const group = await findGroup(transaction, facts.groupId);
  if (group === null || !(await seesShops(transaction, facts))) return fail('not_found');
  const before = replyId === undefined ? null : await ownerOf(transaction, replyId);
  if (replyId !== undefined && before === null) return fail('not_found');
  if (!(await mayUsePictures(transaction, replyId ?? null, allParts(facts)))) return fail('not_found');
  if (!(await mayUseVideos(transaction, replyId ?? null, allParts(facts)))) return fail('video_lost');
  const [id] = replyId === undefined ? await newReplyIds(transaction, 1) : [replyId];
  if (id === undefined) throw new Error('no id was made');
  await writeReplies(context, [{ id, facts }]);
  await claimPictures(transaction, id, allParts(facts));
  await claimVideos(transaction, id, allParts(facts));
  await tellQuickReplies(transaction, member, group.member_id);
  // A reply that was moved between a shared and a personal group leaves one list and enters another.
  if (before !== null && before.memberId !== group.member_id) {
    await tellQuickReplies(transaction, member, before.memberId);
  }
  const [reply] = await selectReplies(context, id);
  return reply === undefined ? fail('not_found') : success({ reply });
}

export async function deleteContent(
  { transaction, member }: Context,
  { replyId }: CallInput<Calls['deleteContent']>,
): Promise<Answer<CallOutput<Calls['deleteContent']>>> {
  const owner = await ownerOf(transaction, replyId);
  if (owner === null) return fail('not_found');
  await transaction.query('delete from quick_reply where reply_id = $1', [replyId]);
  await tellQuickReplies(transaction, member, owner.memberId);
  return success({});
}

/** Not told to windows: the order of a list does not change under a person who reads it. */
export async function countUse(
  { transaction, member }: Context,
  { replyId }: CallInput<Calls['countUse']>,
): Promise<Answer<CallOutput<Calls['countUse']>>> {
  const counted = await transaction.query(
    `insert into quick_reply_use (member_id, reply_id, account_id, count)
     select $1, reply_id, account_id, 1 from quick_reply where reply_id = $2
     on conflict (member_id, reply_id) do update set count = quick_reply_use.count + 1`,
    [member.view.memberId, replyId],
  );
  return counted.rowCount === 1 ? success({}) : fail('not_found');
}

/** The parts of a reply in every language. */
const allParts = ({ parts, variants }: Pick<ReplyFacts, 'parts' | 'variants'>): readonly QuickReplyPart[] => [
  ...parts,
  ...variants.flatMap((variant) => variant.parts),
];

/** A reply to write, new or known. */
export interface ReplyToWrite {
  readonly id: string;
  readonly facts: ReplyFacts;
}

/**
 * Writes replies and their shops, in four statements whatever their number. Shops that the member does not see keep
 * their rows, because the member was not shown them.
 */
export async function writeReplies(
  { transaction, member, now }: Pick<Context, 'transaction' | 'member' | 'now'>,
  replies: readonly ReplyToWrite[],
): Promise<void> {
  const rows = replies.map(({ id, facts: { groupId, title, parts, variants, sites } }) => ({
    reply_id: id,
    group_id: groupId,
    title: titleOf(title, parts),
    parts,
    variants,
    sites,
  }));
  await transaction.query(
    `insert into quick_reply (reply_id, account_id, group_id, title, parts, variants, sites, updated_at)
     select reply_id, $1, group_id, title, parts, variants, sites, $2 from jsonb_to_recordset($3::jsonb)
       as item (reply_id uuid, group_id uuid, title text, parts jsonb, variants jsonb, sites jsonb)
     on conflict (reply_id) do update set group_id = excluded.group_id, title = excluded.title, parts = excluded.parts,
       variants = excluded.variants, sites = excluded.sites, is_shop_limited = false, updated_at = excluded.updated_at`,
    [member.scope.accountId, now, JSON.stringify(rows)],
  );
  await transaction.query('delete from quick_reply_shop where reply_id = any ($1::uuid[])', [
    replies.map(({ id }) => id),
  ]);
  const limited = replies.filter(({ facts }) => facts.shopIds !== null);
  if (limited.length === 0) return;
  const named = limited.flatMap(({ id, facts }) => (facts.shopIds ?? []).map((shopId) => ({ id, shopId })));
  await transaction.query(
    `insert into quick_reply_shop (reply_id, shop_id, account_id)
     select distinct item.reply_id, s.shop_id, s.account_id from unnest($1::uuid[], $2::uuid[]) as item (reply_id, shop_id)
     join shop s on s.shop_id = item.shop_id`,
    [named.map(({ id }) => id), named.map(({ shopId }) => shopId)],
  );
  // Last, because row security shows a limited reply only beside the shops that it names.
  await transaction.query('update quick_reply set is_shop_limited = true where reply_id = any ($1::uuid[])', [
    limited.map(({ id }) => id),
  ]);
}

/** The owner of the group that a reply is in; null for a reply that the member does not see. */
async function ownerOf(
  transaction: Transaction,
  replyId: string,
): Promise<{ readonly memberId: string | null } | null> {
  const found = await transaction.query<{ member_id: string | null }>(
    'select g.member_id from quick_reply r join quick_reply_group g using (group_id) where r.reply_id = $1 for update of r',
    [replyId],
  );
  const [row] = found.rows;
  return row === undefined ? null : { memberId: row.member_id };
}

/** Whether the member sees every shop that the reply names, itself or in its parts. */
async function seesShops(transaction: Transaction, facts: ReplyFacts): Promise<boolean> {
  const named = new Set([
    ...(facts.shopIds ?? []),
    ...allParts(facts).flatMap((part) => ('shopId' in part ? [part.shopId] : [])),
  ]);
  if (named.size === 0) return true;
  const found = await transaction.query('select from shop where shop_id = any($1::uuid[])', [[...named]]);
  return found.rowCount === named.size;
}
