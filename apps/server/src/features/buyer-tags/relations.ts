import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { BUYER_TAG_LIMITS } from '@pasar/domain';
import { giveTag, lockTags, takeTag, tellTags } from '../../records/buyer-tags.ts';
import type { Transaction } from '../../storage/database.ts';
import type { BuyerTagRelationTable, BuyerTagTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { colorOf, insertTag, isSameName, selectTags } from './tags.ts';

type Calls = typeof CALLS.buyerTags;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
type RelationRow = Readonly<
  Pick<BuyerTagRelationTable, 'relation_id' | 'tag_id' | 'added_by' | 'added_at' | 'rule_id'> &
    Pick<BuyerTagTable, 'name' | 'color'>
>;
interface Buyer {
  readonly shop_id: string;
  readonly buyer_id: string;
}

/** Null for a conversation that the member does not see. */
async function findBuyer(transaction: Transaction, conversationId: string): Promise<Buyer | null> {
  const found = await transaction.query<Buyer>({
    name: 'tagged-buyer',
    text: 'select shop_id, buyer_id from conversation where conversation_id = $1',
    values: [conversationId],
  });
  return found.rows[0] ?? null;
}

export async function getBuyerTagsInfo(
  { transaction }: Pick<Context, 'transaction'>,
  { conversationId }: CallInput<Calls['getBuyerTagsInfo']>,
): Promise<Answer<CallOutput<Calls['getBuyerTagsInfo']>>> {
  const buyer = await findBuyer(transaction, conversationId);
  if (buyer === null) return fail('not_found');
  const found = await transaction.query<RelationRow>({
    name: 'tags-of-buyer',
    text: `select r.relation_id, r.tag_id, r.added_by, r.added_at, r.rule_id, t.name, t.color
           from buyer_tag_relation r join buyer_tag t using (tag_id)
           where r.shop_id = $1 and r.buyer_id = $2 order by lower(t.name), t.tag_id`,
    values: [buyer.shop_id, buyer.buyer_id],
  });
  const relations = found.rows.map((row) => ({
    relationId: row.relation_id,
    buyerTagId: row.tag_id,
    buyerTagName: row.name,
    color: colorOf(row.color),
    addedBy: row.added_by,
    isByRule: row.rule_id !== null,
    addedAt: Number(row.added_at),
  }));
  return success({ relations });
}

/** A buyer who has the tag keeps it as it was added. */
export async function addBuyerTagToBuyer(
  context: Context,
  { conversationId, buyerTagId, buyerTagName, color }: CallInput<Calls['addBuyerTagToBuyer']>,
): Promise<Answer<CallOutput<Calls['addBuyerTagToBuyer']>>> {
  const { transaction, member } = context;
  const { accountId } = member.scope;
  const buyer = await findBuyer(transaction, conversationId);
  if (buyer === null) return fail('not_found');
  await lockTags(transaction, accountId);
  const tags = await selectTags(transaction);
  const held = await transaction.query<{ relation_id: string; tag_id: string }>(
    'select relation_id, tag_id from buyer_tag_relation where shop_id = $1 and buyer_id = $2',
    [buyer.shop_id, buyer.buyer_id],
  );
  const known = tags.find(
    (tag) =>
      tag.tag_id === buyerTagId ||
      (buyerTagId === undefined && buyerTagName !== undefined && isSameName(tag.name, buyerTagName)),
  );
  const earlier = held.rows.find((row) => row.tag_id === known?.tag_id);
  if (earlier !== undefined) return success({ relationId: earlier.relation_id, buyerTagId: earlier.tag_id });
  if (held.rows.length >= BUYER_TAG_LIMITS.ofBuyer) return fail('buyer_tags_of_buyer_full');
  if (known === undefined && buyerTagId !== undefined) return fail('not_found');
  if (known === undefined && buyerTagName === undefined) return fail('buyer_tag_name_missing');
  const tag =
    known === undefined ? await insertTag(context, tags, { name: buyerTagName ?? '', color }) : { tagId: known.tag_id };
  if ('refused' in tag) return fail(tag.refused);
  const given = await giveTag(transaction, { addedBy: member.view.name, now: context.now }, tag.tagId, [
    conversationId,
  ]);
  const made = await transaction.query<{ relation_id: string }>(
    'select relation_id from buyer_tag_relation where shop_id = $1 and buyer_id = $2 and tag_id = $3',
    [buyer.shop_id, buyer.buyer_id, tag.tagId],
  );
  const relationId = made.rows[0]?.relation_id;
  if (relationId === undefined) return fail('not_found');
  await tellTags(transaction, accountId, given.rows);
  return success({ relationId, buyerTagId: tag.tagId });
}

export async function removeBuyerTagRelationByRelationId(
  context: Context,
  { relationId }: CallInput<Calls['removeBuyerTagRelationByRelationId']>,
): Promise<Answer<Record<string, never>>> {
  return removed(context, 'relation_id = $1', [relationId]);
}

export async function removeBuyerTagRelation(
  context: Context,
  { conversationId, buyerTagId }: CallInput<Calls['removeBuyerTagRelation']>,
): Promise<Answer<Record<string, never>>> {
  const buyer = await findBuyer(context.transaction, conversationId);
  if (buyer === null) return fail('not_found');
  return removed(context, 'shop_id = $1 and buyer_id = $2 and tag_id = $3', [
    buyer.shop_id,
    buyer.buyer_id,
    buyerTagId,
  ]);
}

async function removed(
  { transaction, member }: Pick<Context, 'transaction' | 'member'>,
  where: string,
  values: readonly string[],
): Promise<Answer<Record<string, never>>> {
  const { accountId } = member.scope;
  await lockTags(transaction, accountId);
  const found = await transaction.query<Pick<BuyerTagRelationTable, 'tag_id' | 'conversation_id'>>(
    `select tag_id, conversation_id from buyer_tag_relation where ${where}`,
    [...values],
  );
  const [held] = found.rows;
  if (held === undefined) return fail('not_found');
  const taken = await takeTag(transaction, held.tag_id, [held.conversation_id]);
  await tellTags(transaction, accountId, taken.rows);
  return success({});
}
