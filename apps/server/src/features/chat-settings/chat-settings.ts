import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import type { ReachRule } from '@pasar/domain';
import { tellAutoReplyChanged } from '../../records/changed-answer-rules.ts';
import {
  readAccountChatSetting,
  readMemberChatSetting,
  tellChatSetting,
  toMemberChatSetting,
} from '../../records/chat-settings.ts';
import type { MemberChatSettingTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.chatSettings;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
type Saved = CallInput<Calls['saveChatSetting']>;

export async function getChatSetting({
  transaction,
  member,
}: Context): Promise<Answer<CallOutput<Calls['getChatSetting']>>> {
  const [account, ofMember, translated] = await Promise.all([
    readAccountChatSetting(transaction, member.scope.accountId),
    readMemberChatSetting(transaction, member),
    transaction.query<{ is_on: boolean }>({
      name: 'account-translation-switch',
      text: `select is_on from translation_switch
        where account_id = $1 and shop_id is null and conversation_id is null`,
      values: [member.scope.accountId],
    }),
  ]);
  return success({ account, member: ofMember, isTranslated: translated.rows[0]?.is_on ?? false });
}

/** Both parts are saved, or neither. */
export async function saveChatSetting(
  context: Context,
  { account, member }: Saved,
): Promise<Answer<Record<string, never>>> {
  if (account === undefined && member === undefined) return fail('invalid_request', 'nothing to save');
  // A refusal takes back nothing, so everything is checked before anything is written.
  const refused = await refusalOfAccount(context, account);
  if (refused !== null) return refused;
  const rules = member?.rules === undefined ? undefined : await rulesThatHold(context, member.rules);
  if (rules === null) return fail('not_found');
  if (account !== undefined) await writeOfAccount(context, account);
  if (member !== undefined) await writeOfMember(context, { ...member, ...(rules === undefined ? {} : { rules }) });
  return success({});
}

type Refused = Promise<ReturnType<typeof fail> | null>;

async function refusalOfAccount({ transaction, member }: Context, chosen: Saved['account']): Refused {
  if (chosen === undefined) return null;
  if (!member.view.isMain) return fail('no_permission');
  const { accountId } = member.scope;
  // A text that one window empties while another switches the welcome on would be refused in neither.
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('chat-setting/' || $1, 0))", [accountId]);
  const { isWelcomeOn, welcomeText } = { ...(await readAccountChatSetting(transaction, accountId)), ...chosen };
  return isWelcomeOn && welcomeText === '' ? fail('welcome_missing') : null;
}

/**
 * The rules without the shops and tags that are gone, and without those rules that fit nobody then. The form saves all rules
 * together, so a tag that a colleague has deleted must not keep the member from changing another rule. Null where a shop or
 * tag is unknown that no rule had before.
 */
async function rulesThatHold(
  { transaction, member }: Context,
  rules: readonly ReachRule[],
): Promise<ReachRule[] | null> {
  const ids = (given: readonly ReachRule[]) =>
    given.flatMap(({ shopIds, tagIds }) => [...(shopIds ?? []), ...(tagIds ?? [])]);
  const there = await transaction.query<{ readonly id: string }>(
    `select shop_id as id from shop where shop_id = any($1::uuid[])
     union all select tag_id from buyer_tag where tag_id = any($1::uuid[])`,
    [ids(rules)],
  );
  const known = new Set(there.rows.map(({ id }) => id));
  const gone = ids(rules).filter((id) => !known.has(id));
  if (gone.length > 0) {
    const stored = await readMemberChatSetting(transaction, member);
    const before = new Set(ids(stored.rules));
    if (gone.some((id) => !before.has(id))) return null;
  }
  const kept = (given: readonly string[] | null) => given?.filter((id) => known.has(id)) ?? null;
  return rules
    .map((rule) => ({ rule, held: { ...rule, shopIds: kept(rule.shopIds), tagIds: kept(rule.tagIds) } }))
    .filter(({ rule, held }) => !isEmptied(rule.shopIds, held.shopIds) && !isEmptied(rule.tagIds, held.tagIds))
    .map(({ held }) => held);
}
const isEmptied = (before: readonly string[] | null, after: readonly string[] | null): boolean =>
  after?.length === 0 && before?.length !== 0;

/** Their order is what a number means that a buyer writes. */
const questionsIn = (row: string) => `jsonb_path_query_array(${row}.setting, '$.faq[*].questions[*].question')`;

/** What two windows change at the same time is joined in the row, as long as they change different fields. */
async function writeOfAccount(
  { transaction, member: { scope }, now }: Context,
  chosen: NonNullable<Saved['account']>,
): Promise<void> {
  await transaction.query(
    `insert into chat_setting (account_id, setting, questions_changed_at) values ($1, $2, $3)
     on conflict (account_id) do update set setting = chat_setting.setting || excluded.setting,
       questions_changed_at = case when excluded.setting ? 'faq'
         and ${questionsIn('excluded')} is distinct from ${questionsIn('chat_setting')} then $3 else chat_setting.questions_changed_at end`,
    [scope.accountId, JSON.stringify(chosen), now],
  );
  await tellChatSetting(transaction, scope.accountId, null);
  await tellAutoReplyChanged(transaction, scope.accountId, now);
}

async function writeOfMember(
  { transaction, member: { scope, view } }: Context,
  chosen: NonNullable<Saved['member']>,
): Promise<void> {
  const stored = await transaction.query<Pick<MemberChatSettingTable, 'setting'>>(
    `insert into member_chat_setting (member_id, account_id, setting) values ($1, $2, $3)
     on conflict (member_id) do update set setting = member_chat_setting.setting || excluded.setting
     returning setting`,
    [view.memberId, scope.accountId, JSON.stringify(chosen)],
  );
  const setting = toMemberChatSetting(stored.rows[0]);
  await tellChatSetting(transaction, scope.accountId, { memberId: view.memberId, setting });
}
