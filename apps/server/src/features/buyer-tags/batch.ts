import { createHash } from 'node:crypto';
import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asShopId } from '@pasar/domain';
import { readSpreadsheet } from '../../files/spreadsheet/read.ts';
import { giveTag, lockTags, tellTags } from '../../records/buyer-tags.ts';
import type { Transaction } from '../../storage/database.ts';
import type { ConversationTable, ShopTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { LongContext } from '../handler.ts';
import { type Candidate, type Found, type Judged, judge, rowsOf, type TagRow } from './judge.ts';

type Call = typeof CALLS.buyerTags.batchAddBuyerTagToBuyer;
type Context = Pick<LongContext, 'database' | 'member' | 'locale' | 'now'>;
type Row = Readonly<
  Pick<ConversationTable, 'conversation_id' | 'shop_id' | 'buyer_id' | 'buyer_name'> &
    Pick<ShopTable, 'marketplace' | 'platform_shop_id' | 'name' | 'alias'>
> & { readonly word: string; readonly has_tag: boolean; readonly tag_count: number };

/** Longer cells are cut: no name or id is as long. */
const CELL_LENGTH = 300;
/** Most names that contain a word and are compared with it, and most conversations of one buyer (our choice). */
const MOST_NAMES = 200;
const MOST_CONVERSATIONS = 50;

/** The file is read before the transaction begins. */
export async function batchAddBuyerTagToBuyer(
  { database, member, locale, now }: Context,
  { buyerTagId, file, mark: seen }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const read = await readSpreadsheet(Buffer.from(file, 'base64'), locale, CELL_LENGTH);
  if (read.kind === 'tooLarge') return fail('import_too_large');
  if (read.kind === 'unreadable') return fail('spreadsheet_unreadable');
  const rows = rowsOf(read.rows);
  if (typeof rows === 'string') return fail(rows);
  return database.within(member.scope, async (transaction) => {
    await lockTags(transaction, member.scope.accountId);
    const tag = await transaction.query('select from buyer_tag where tag_id = $1', [buyerTagId]);
    if (tag.rowCount !== 1) return fail('not_found');
    const judged = judge(rows, await findBuyers(transaction, member.scope.accountId, rows, buyerTagId));
    const answer = { rows: judged.map(({ row }) => row), mark: markOf(judged, buyerTagId) };
    if (answer.mark !== seen) return success({ isApplied: false, ...answer });
    const conversationIds = judged.flatMap((one) => one.conversationIds);
    const { rows: tagged } = await giveTag(
      transaction,
      { addedBy: member.view.name, now },
      buyerTagId,
      conversationIds,
    );
    await tellTags(transaction, member.scope.accountId, tagged);
    return success({ isApplied: true, ...answer });
  });
}

/** Changes with the tag and with any verdict. */
const markOf = (judged: readonly Judged[], tagId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([tagId, judged]))
    .digest('base64url');

/** The buyers by the words of the rows: by the marketplace's id, else by the whole name. */
async function findBuyers(
  transaction: Transaction,
  accountId: string,
  rows: readonly TagRow[],
  tagId: string,
): Promise<ReadonlyMap<string, Found>> {
  const words = [...new Set(rows.flatMap(({ buyer }) => (buyer === null || buyer === '' ? [] : [buyer])))];
  const byId = await transaction.query<Row>({
    name: 'tag-buyers-by-id',
    text: `select ${CANDIDATE} from unnest($1::text[]) as asked (word)
        cross join lateral (select k.conversation_id from conversation_buyer k
          where k.account_id = $3 and k.buyer_id = asked.word limit ${MOST_CONVERSATIONS}) known
        ${FROM_KNOWN} where true ${ORDER}`,
    values: [words, tagId, accountId],
  });
  const found = new Map<string, Found>();
  for (const [word, ofWord] of Map.groupBy(byId.rows, (row) => row.word)) {
    found.set(word, { candidates: ofWord.map(toCandidate), isCommon: false });
  }
  const names = words.filter((word) => !found.has(word));
  const [byName, common] = await Promise.all([
    transaction.query<Row>({
      name: 'tag-buyers-by-name',
      text: `select ${CANDIDATE} from unnest($1::text[]) as asked (word)
        cross join lateral pasar_find_names(asked.word, ${MOST_NAMES}) as known (conversation_id)
        ${FROM_KNOWN} where pasar_folded(v.buyer_name) = pasar_folded(asked.word) ${ORDER}`,
      values: [names, tagId],
    }),
    transaction.query<{ word: string }>({
      name: 'tag-common-names',
      text: `select asked.word from unnest($1::text[]) as asked (word)
        where (select count(*) from pasar_find_names(asked.word, ${MOST_NAMES})) >= ${MOST_NAMES}`,
      values: [names],
    }),
  ]);
  const commonWords = new Set(common.rows.map((row) => row.word));
  const named = Map.groupBy(byName.rows, (row) => row.word);
  for (const word of names) {
    found.set(word, { candidates: (named.get(word) ?? []).map(toCandidate), isCommon: commonWords.has(word) });
  }
  return found;
}

const CANDIDATE = `asked.word, v.conversation_id, v.shop_id, v.buyer_id, v.buyer_name, s.marketplace, s.platform_shop_id,
  s.name, s.alias, held.has_tag, held.tag_count`;
const FROM_KNOWN = `cross join lateral (select * from conversation c where c.conversation_id = known.conversation_id limit 1) v
  join shop s on s.shop_id = v.shop_id
  cross join lateral (select count(*)::integer as tag_count, coalesce(bool_or(r.tag_id = $2), false) as has_tag
    from buyer_tag_relation r where r.shop_id = v.shop_id and r.buyer_id = v.buyer_id) held`;
const ORDER = 'order by asked.word, v.last_message_at desc, v.conversation_id';

const toCandidate = (row: Row): Candidate => ({
  conversationId: row.conversation_id,
  shopId: asShopId(row.shop_id),
  marketplace: row.marketplace,
  platformShopId: row.platform_shop_id,
  shopNames: row.alias === null ? [row.name] : [row.name, row.alias],
  buyerId: row.buyer_id,
  buyerName: row.buyer_name,
  hasTag: row.has_tag,
  tagCount: row.tag_count,
});
