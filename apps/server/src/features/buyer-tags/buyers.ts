import type { CALLS, CallInput, CallOutput, TaggedBuyerView } from '@pasar/api';
import { asConversationId, asShopId } from '@pasar/domain';
import { taggedWalk } from '../../records/buyer-tags.ts';
import { type Give, listShops, orderedList } from '../../records/ordered-list.ts';
import { builtStatement, type Transaction } from '../../storage/database.ts';
import type { BuyerTagRelationTable, ConversationTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.buyerTags;
type Context = Pick<MemberContext, 'transaction' | 'member'>;
type Page = CallOutput<Calls['getBuyerListByBuyerTagId']>;
interface Place {
  readonly at: string;
  readonly id: string;
}
type Row = Place &
  Readonly<
    Pick<BuyerTagRelationTable, 'relation_id' | 'tag_id' | 'shop_id' | 'buyer_id'> &
      Pick<ConversationTable, 'buyer_name'>
  >;

/** The lengths of the pages that are read: each is a statement that the database keeps compiled. */
const LENGTHS = [50, 200];

export async function getBuyerListByBuyerTagId(
  context: Context,
  { buyerTagId, before, limit }: CallInput<Calls['getBuyerListByBuyerTagId']>,
): Promise<Answer<Page>> {
  if (!(await areTags(context.transaction, [buyerTagId]))) return fail('not_found');
  return buyersWith(context, [buyerTagId], before, limit);
}

export async function getBuyerTagBuyerList(
  context: Context,
  { buyerTagIds, before, limit }: CallInput<Calls['getBuyerTagBuyerList']>,
): Promise<Answer<Page>> {
  const asked = [...new Set(buyerTagIds)];
  if (!(await areTags(context.transaction, asked))) return fail('not_found');
  return buyersWith(context, asked, before, limit);
}

async function areTags(transaction: Transaction, ids: readonly string[]): Promise<boolean> {
  const found = await transaction.query('select from buyer_tag where tag_id = any($1::uuid[])', [ids]);
  return found.rowCount === ids.length;
}

/** The first rows of each tag's list, merged: no list is read further than a page. */
async function buyersWith(
  { transaction, member }: Context,
  tagIds: readonly string[],
  before: string | undefined,
  limit: number,
): Promise<Answer<Page>> {
  const place = placeOf(before);
  if (place === 'invalid') return fail('invalid_request');
  const lists = await Promise.all(
    tagIds.map((tagId) => transaction.query<Row>(pageStatement(member, tagId, place, limit))),
  );
  const rows = lists.flatMap((list) => list.rows).toSorted(newestFirst);
  const all = [...Map.groupBy(rows, (row) => row.id).values()];
  const shown = all.slice(0, limit);
  const last = shown.at(-1)?.[0];
  return success({
    buyers: shown.flatMap((ofBuyer) => toBuyer(ofBuyer)),
    next: all.length > limit && last !== undefined ? `${last.at}.${last.id}` : null,
  });
}

const newestFirst = (left: Row, right: Row): number =>
  Number(right.at) - Number(left.at) || (left.id < right.id ? 1 : left.id > right.id ? -1 : 0);

function toBuyer(rows: readonly Row[]): TaggedBuyerView[] {
  const [row] = rows;
  if (row === undefined) return [];
  return [
    {
      conversationId: asConversationId(row.id),
      shopId: asShopId(row.shop_id),
      buyerId: row.buyer_id,
      buyerName: row.buyer_name,
      lastMessageAt: Number(row.at),
      relations: rows.map((one) => ({ relationId: one.relation_id, buyerTagId: one.tag_id })),
    },
  ];
}

function pageStatement({ scope }: Context['member'], tagId: string, place: Place | null, limit: number) {
  const values: unknown[] = [];
  const give: Give = (value) => `$${values.push(value)}`;
  const walk = taggedWalk(tagId, null, 'last_message_at', 'buyer_name', give);
  const after =
    place === null ? [] : [`(${walk.at}, ${walk.id}) < (${give(place.at)}::bigint, ${give(place.id)}::uuid)`];
  const list = {
    ...walk,
    where: [...walk.where, ...after],
    shops: listShops(scope, {}),
    columns: 't.relation_id, t.tag_id, t.shop_id, t.buyer_id, c.buyer_name',
    isDescending: true,
    most: (LENGTHS.find((length) => length >= limit) ?? limit) + 1,
  };
  return builtStatement(orderedList(list, scope.accountId, give), values);
}

function placeOf(text: string | undefined): Place | null | 'invalid' {
  if (text === undefined) return null;
  const [, at, id] = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? [];
  return at !== undefined && id !== undefined ? { at, id } : 'invalid';
}
