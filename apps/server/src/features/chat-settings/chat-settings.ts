import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { tellAutoReplyChanged } from '../../records/auto-reply.ts';
import {
  readAccountChatSetting,
  readMemberChatSetting,
  tellChatSetting,
  toMemberChatSetting,
} from '../../records/chat-settings.ts';
import type { Transaction } from '../../storage/database.ts';
import type { MemberChatSettingTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.chatSettings;
type Context = Pick<MemberContext, 'transaction' | 'member'>;
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
  const refused = (await refusalOfAccount(context, account)) ?? (await refusalOfMember(context, member));
  if (refused !== null) return refused;
  if (account !== undefined) await writeOfAccount(context, account);
  if (member !== undefined) await writeOfMember(context, member);
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

async function refusalOfMember({ transaction }: Context, chosen: Saved['member']): Refused {
  const rules = chosen?.rules ?? [];
  const shopIds = rules.flatMap((rule) => rule.shopIds ?? []);
  const tagIds = rules.flatMap((rule) => rule.tagIds ?? []);
  if (!(await areThere(transaction, 'select from shop where shop_id = any($1::uuid[])', shopIds))) {
    return fail('not_found');
  }
  if (!(await areThere(transaction, 'select from buyer_tag where tag_id = any($1::uuid[])', tagIds))) {
    return fail('not_found');
  }
  return null;
}

/** What two windows change at the same time is joined in the row, as long as they change different fields. */
async function writeOfAccount(
  { transaction, member: { scope } }: Context,
  chosen: NonNullable<Saved['account']>,
): Promise<void> {
  await transaction.query(
    `insert into chat_setting (account_id, setting) values ($1, $2)
     on conflict (account_id) do update set setting = chat_setting.setting || excluded.setting`,
    [scope.accountId, JSON.stringify(chosen)],
  );
  await tellChatSetting(transaction, scope.accountId, null);
  await tellAutoReplyChanged(transaction, scope.accountId);
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

const areThere = async (transaction: Transaction, text: string, ids: readonly string[]): Promise<boolean> =>
  ids.length === 0 || (await transaction.query(text, [ids])).rowCount === new Set(ids).size;
