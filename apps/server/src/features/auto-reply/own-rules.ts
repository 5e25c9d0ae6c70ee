import type { CALLS, CallInput } from '@pasar/api';
import type { Country, Marketplace } from '@pasar/domain';
import { lockAutoReply, readStoredRules, type StoredKeywords, storedSetting } from '../../records/auto-reply.ts';
import { endSwitchedOff, tellAutoReplyChanged } from '../../records/changed-answer-rules.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { claimCopies, claimMedia, forgetMedia, hasRoomForCopies, withOwnMedia } from './media.ts';
import { ensureSetting } from './settings.ts';

type Calls = typeof CALLS.autoReply;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

/** The shop begins with what held for it until now, so no buyer gets another answer because of it. */
export async function giveShopReplySetting(
  { transaction, member, now }: Context,
  { shopId }: CallInput<Calls['giveShopReplySetting']>,
): Promise<Answer<Record<string, never>>> {
  const { accountId } = member.scope;
  await lockAutoReply(transaction, accountId);
  const found = await transaction.query<{ marketplace: Marketplace; country: Country }>(
    'select marketplace, country from shop where shop_id = $1',
    [shopId],
  );
  const [shop] = found.rows;
  if (shop === undefined) return fail('not_found');
  const all = await readStoredRules(transaction, accountId, shop.marketplace);
  // Another window was faster.
  if (all.some((stored) => stored.shopId === shopId)) return success({});
  const ofCountry = all.find((stored) => stored.country === shop.country && stored.shopId === null);
  const setting = ofCountry?.setting ?? storedSetting.parse({});
  const rules = ofCountry?.keywords ?? [];
  if (!(await hasRoomForCopies(transaction, [setting.content, ...rules.map(({ content }) => content)]))) {
    return fail('automatic_videos_full');
  }
  const settingId = await ensureSetting(transaction, accountId, { ...shop, shopId });
  const [content = null] = setting.content === null ? [] : await withOwnMedia(transaction, [setting.content]);
  await transaction.query('update auto_reply_setting set setting = $2 where setting_id = $1', [
    settingId,
    JSON.stringify({ ...setting, content }),
  ]);
  await claimMedia(transaction, settingId, content);
  await copyKeywords(transaction, { settingId, shopId, rules });
  await tellAutoReplyChanged(transaction, accountId, now);
  return success({});
}

/** An answer that waits by a rule of the country is given by its copy. There may be a thousand rules, so all go at once. */
async function copyKeywords(
  transaction: Transaction,
  copied: { readonly settingId: string; readonly shopId: string; readonly rules: readonly StoredKeywords[] },
): Promise<void> {
  const { settingId, shopId, rules } = copied;
  if (rules.length === 0) return;
  const made = await transaction.query<{ id: string }>('select uuidv7() as id from generate_series(1, $1::integer)', [
    rules.length,
  ]);
  const was = rules.map(({ keywordId }) => keywordId);
  const ids = made.rows.map(({ id }) => id);
  const answers = await withOwnMedia(
    transaction,
    rules.map(({ content }) => content),
  );
  await transaction.query(
    `insert into auto_reply_keyword (keyword_id, setting_id, account_id, keywords, is_whole, answer)
     select copy.id, $1, k.account_id, k.keywords, k.is_whole, copy.answer::jsonb
     from unnest($2::uuid[], $3::uuid[], $4::text[]) as copy (was, id, answer)
       join auto_reply_keyword k on k.keyword_id = copy.was`,
    [settingId, was, ids, answers.map((answer) => JSON.stringify(answer))],
  );
  await claimCopies(
    transaction,
    answers.flatMap((content, at) => (ids[at] === undefined ? [] : [{ usedBy: ids[at], content }])),
  );
  await transaction.query(
    `update auto_reply_queue q set keyword_id = copy.id from unnest($2::uuid[], $3::uuid[]) as copy (was, id)
     where q.shop_id = $1 and q.state = 'waiting' and q.keyword_id = copy.was`,
    [shopId, was, ids],
  );
}

/** The rules of the country hold again; answers by rules of the shop that have not left are ended. */
export async function removeShopReplySetting(
  { transaction, member, now }: Context,
  { shopId }: CallInput<Calls['removeShopReplySetting']>,
): Promise<Answer<Record<string, never>>> {
  const { accountId } = member.scope;
  await lockAutoReply(transaction, accountId);
  const ofShop = await transaction.query<{ keyword_id: string }>(
    'select k.keyword_id from auto_reply_keyword k join auto_reply_setting s using (setting_id) where s.shop_id = $1',
    [shopId],
  );
  const keywords = ofShop.rows.map((row) => row.keyword_id);
  const removed = await transaction.query<{ setting_id: string }>(
    'delete from auto_reply_setting where shop_id = $1 returning setting_id',
    [shopId],
  );
  const [row] = removed.rows;
  if (row === undefined) return fail('not_found');
  const ofShopOnly = { kinds: ['keyword', 'default'], shopIds: [shopId], keywordIds: null } as const;
  const ended = await endSwitchedOff(transaction, accountId, ofShopOnly, now);
  await forgetMedia(transaction, [row.setting_id, ...keywords]);
  await tellAutoReplyChanged(transaction, accountId, now, ended);
  return success({});
}
