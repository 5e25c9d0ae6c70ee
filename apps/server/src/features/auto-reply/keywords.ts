import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { AUTO_REPLY_LIMITS, foldText } from '@pasar/domain';
import { lockAutoReply, readStoredRules } from '../../records/auto-reply.ts';
import { endSwitchedOff, tellAutoReplyChanged } from '../../records/changed-answer-rules.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { claimMedia, forgetMedia, mediaFault } from './media.ts';
import { ensureSetting, isPlace } from './settings.ts';

type Calls = typeof CALLS.autoReply;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

/** Spec 1 §5: a keyword that another rule of the same country or shop has is refused. */
export async function saveReplyKeywordSetting(
  { transaction, member, now }: Context,
  input: CallInput<Calls['saveReplyKeywordSetting']>,
): Promise<Answer<CallOutput<Calls['saveReplyKeywordSetting']>>> {
  const { accountId } = member.scope;
  const { platform, country, keyword: keywords, keywordId, isWhole, content } = input;
  const place = { marketplace: platform, country, shopId: input.shopId ?? null };
  await lockAutoReply(transaction, accountId);
  if (!(await isPlace(transaction, place))) return fail('not_found');
  const all = await readStoredRules(transaction, accountId, platform);
  const held = all.find((one) => one.country === country && one.shopId === place.shopId);
  const others = (held?.keywords ?? []).filter((rule) => rule.keywordId !== keywordId);
  if (keywordId !== undefined && others.length === (held?.keywords.length ?? 0)) return fail('not_found');
  if (others.length >= AUTO_REPLY_LIMITS.keywordRules) return fail('keyword_rules_full');
  const used = new Map(others.flatMap((rule) => rule.keywords.map((word) => [foldText(word), word])));
  const taken = keywords.find((word) => used.has(foldText(word)));
  if (taken !== undefined) return fail('keyword_exists', taken);
  const fault = await mediaFault(transaction, keywordId ?? null, content);
  if (fault !== null) return fail(fault);
  const settingId = await ensureSetting(transaction, accountId, place);
  const stored = await transaction.query<{ keyword_id: string }>(
    `insert into auto_reply_keyword (keyword_id, setting_id, account_id, keywords, is_whole, answer)
     values (coalesce($1, uuidv7()), $2, $3, $4, $5, $6)
     on conflict (keyword_id) do update set keywords = excluded.keywords, is_whole = excluded.is_whole,
       answer = excluded.answer
     returning keyword_id`,
    [keywordId ?? null, settingId, accountId, keywords, isWhole, JSON.stringify(content)],
  );
  const id = stored.rows[0]?.keyword_id;
  if (id === undefined) throw new Error('the rule was not returned');
  await claimMedia(transaction, id, content);
  await tellAutoReplyChanged(transaction, accountId, now);
  return success({ keywordId: id });
}

/** Answers by these rules that have not left are ended with them. */
export async function delReplyKeywordSetting(
  { transaction, member, now }: Context,
  { keywordIds }: CallInput<Calls['delReplyKeywordSetting']>,
): Promise<Answer<Record<string, never>>> {
  const { accountId } = member.scope;
  await lockAutoReply(transaction, accountId);
  const found = await transaction.query('select from auto_reply_keyword where keyword_id = any($1::uuid[])', [
    keywordIds,
  ]);
  if (found.rowCount !== new Set(keywordIds).size) return fail('not_found');
  await transaction.query('delete from auto_reply_keyword where keyword_id = any($1::uuid[])', [keywordIds]);
  const ended = await endSwitchedOff(transaction, accountId, { kinds: ['keyword'], shopIds: null, keywordIds }, now);
  await forgetMedia(transaction, keywordIds);
  await tellAutoReplyChanged(transaction, accountId, now, ended);
  return success({});
}
