import { type AccountChatSetting, accountChatSetting, memberChatSetting, USUAL_ACCOUNT_CHAT_SETTING } from '@pasar/api';
import { type AccountId, type MemberChatSetting, USUAL_MEMBER_CHAT_SETTING } from '@pasar/domain';
import { z } from 'zod';
import type { Transaction } from '../storage/database.ts';
import type { ChatSettingTable, MemberChatSettingTable } from '../storage/gen/tables.ts';
import { appendChanges } from './change-feed.ts';
import type { Member } from './members.ts';

type Stored = Pick<MemberChatSettingTable, 'setting'>;

/** What the account chose; the rest is as usual. */
export const readAccountChatSetting = async (
  transaction: Transaction,
  accountId: AccountId,
): Promise<AccountChatSetting> => (await readDatedChatSetting(transaction, accountId)).chat;

export interface DatedChatSetting {
  readonly chat: AccountChatSetting;
  /** Null: never, as far as is known. */
  readonly questionsChangedAt: number | null;
}

/** The same, and when its questions were changed. */
export async function readDatedChatSetting(transaction: Transaction, accountId: AccountId): Promise<DatedChatSetting> {
  const found = await transaction.query<Pick<ChatSettingTable, 'setting' | 'questions_changed_at'>>({
    name: 'chat-setting',
    text: 'select setting, questions_changed_at from chat_setting where account_id = $1',
    values: [accountId],
  });
  const row = found.rows[0];
  const changedAt = row?.questions_changed_at ?? null;
  return {
    chat: accountChatSetting.parse({ ...USUAL_ACCOUNT_CHAT_SETTING, ...chosenIn(row) }),
    questionsChangedAt: changedAt === null ? null : Number(changedAt),
  };
}

/** What a member chose; the rest is as usual. */
export async function readMemberChatSetting(transaction: Transaction, member: Member): Promise<MemberChatSetting> {
  const found = await transaction.query<Stored>({
    name: 'member-chat-setting',
    text: 'select setting from member_chat_setting where member_id = $1',
    values: [member.view.memberId],
  });
  return toMemberChatSetting(found.rows[0]);
}

export const toMemberChatSetting = (row: Stored | undefined): MemberChatSetting =>
  memberChatSetting.parse({ ...USUAL_MEMBER_CHAT_SETTING, ...chosenIn(row) });

/** What a stored row holds of a setting. */
const chosenIn = (row: { readonly setting: unknown } | undefined): Readonly<Record<string, unknown>> =>
  z.record(z.string(), z.unknown()).parse(row?.setting ?? {});

/** Tells a member's windows what the member has chosen; null tells all windows that the account's settings have changed. */
export const tellChatSetting = (
  transaction: Transaction,
  accountId: AccountId,
  chosen: { readonly memberId: string; readonly setting: MemberChatSetting } | null,
): Promise<void> =>
  appendChanges(transaction, accountId, [
    {
      change: { kind: 'chatSetting', setting: chosen?.setting ?? null },
      shopId: null,
      memberId: chosen?.memberId ?? null,
    },
  ]);
