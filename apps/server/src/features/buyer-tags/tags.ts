import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { type AccountId, BUYER_TAG_COLORS, BUYER_TAG_LIMITS, type BuyerTagColor, type ReasonCode } from '@pasar/domain';
import { z } from 'zod';
import { readAssignmentRules } from '../../records/assignment-rules.ts';
import { readTagRules } from '../../records/buyer-tag-rules.ts';
import { lockTags, tellTags } from '../../records/buyer-tags.ts';
import type { Transaction } from '../../storage/database.ts';
import type { BuyerTagTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.buyerTags;
type Context = Pick<MemberContext, 'transaction' | 'member'>;
export type TagRow = Readonly<Pick<BuyerTagTable, 'tag_id' | 'name' | 'color' | 'buyer_count'>>;

export const colorOf = (color: string): BuyerTagColor => z.enum(BUYER_TAG_COLORS).parse(color);

export async function getTagList({
  transaction,
}: Pick<Context, 'transaction'>): Promise<Answer<CallOutput<Calls['getTagList']>>> {
  const tags = (await selectTags(transaction)).map((row) => ({
    buyerTagId: row.tag_id,
    buyerTagName: row.name,
    color: colorOf(row.color),
    usageCount: row.buyer_count,
  }));
  return success({ tags });
}

/** All tags of the account by name: at most as many as an account may have. */
export async function selectTags(transaction: Transaction): Promise<readonly TagRow[]> {
  const found = await transaction.query<TagRow>({
    name: 'buyer-tags',
    text: 'select tag_id, name, color, buyer_count from buyer_tag order by lower(name), tag_id',
    values: [],
  });
  return found.rows;
}

/** Names of tags differ in more than the size of letters. */
export const isSameName = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();

/** A new tag among the others; its account is locked. Without a colour it gets one that few tags have. */
export async function insertTag(
  { transaction, member }: Context,
  others: readonly TagRow[],
  { name, color }: { readonly name: string; readonly color: BuyerTagColor | undefined },
): Promise<{ readonly tagId: string } | { readonly refused: ReasonCode }> {
  if (others.length >= BUYER_TAG_LIMITS.tags) return { refused: 'buyer_tags_full' };
  const made = await transaction.query<{ tag_id: string }>(
    `insert into buyer_tag (account_id, name, color) values ($1, $2, $3)
     on conflict (account_id, lower(name)) do nothing returning tag_id`,
    [member.scope.accountId, name, color ?? rarestColor(others)],
  );
  const tagId = made.rows[0]?.tag_id;
  // The database folds letters by its own rules, which may find two names the same that we do not.
  return tagId === undefined ? { refused: 'buyer_tag_name_taken' } : { tagId };
}

function rarestColor(others: readonly TagRow[]): BuyerTagColor {
  const uses = (color: BuyerTagColor) => others.filter((other) => other.color === color).length;
  return BUYER_TAG_COLORS.reduce((best, color) => (uses(color) < uses(best) ? color : best));
}

export async function saveTag(
  { transaction, member }: Context,
  { buyerTagId, buyerTagName: name, color }: CallInput<Calls['saveTag']>,
): Promise<Answer<CallOutput<Calls['saveTag']>>> {
  const { accountId } = member.scope;
  await lockTags(transaction, accountId);
  const tags = await selectTags(transaction);
  if (buyerTagId !== undefined && !tags.some((tag) => tag.tag_id === buyerTagId)) return fail('not_found');
  const others = tags.filter((tag) => tag.tag_id !== buyerTagId);
  if (others.some((other) => isSameName(other.name, name))) return fail('buyer_tag_name_taken');
  if (buyerTagId === undefined) {
    const made = await insertTag({ transaction, member }, others, { name, color });
    if ('refused' in made) return fail(made.refused);
    await tellTags(transaction, accountId);
    return success({ buyerTagId: made.tagId });
  }
  const changed = await transaction.query(
    `update buyer_tag set name = $2, color = $3 where tag_id = $1
       and not exists (select from buyer_tag other where lower(other.name) = lower($2) and other.tag_id <> $1)`,
    [buyerTagId, name, color],
  );
  if (changed.rowCount !== 1) return fail('buyer_tag_name_taken');
  await tellTags(transaction, accountId);
  return success({ buyerTagId });
}

export async function deleteTag(
  { transaction, member }: Context,
  { buyerTagId }: CallInput<Calls['deleteTag']>,
): Promise<Answer<Record<string, never>>> {
  const { accountId } = member.scope;
  await lockTags(transaction, accountId);
  if (await isInRule(transaction, accountId, buyerTagId)) return fail('buyer_tag_in_rule');
  const gone = await transaction.query('delete from buyer_tag where tag_id = $1', [buyerTagId]);
  if (gone.rowCount !== 1) return fail('not_found');
  await tellTags(transaction, accountId);
  return success({});
}

/** Whether a tag rule or an assignment rule names the tag, also one that is off. No rule comes to name it while tags are locked. */
async function isInRule(transaction: Transaction, accountId: AccountId, tagId: string): Promise<boolean> {
  const tagRules = await readTagRules(transaction, accountId);
  const { rules } = await readAssignmentRules(transaction, accountId);
  return tagRules.some((rule) => rule.tagId === tagId) || rules.some(({ tagIds }) => tagIds?.includes(tagId) ?? false);
}
