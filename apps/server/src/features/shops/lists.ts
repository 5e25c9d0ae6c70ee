import { type CALLS, type CallInput, type CallOutput, LIVE_PATH, type ShopUserView } from '@pasar/api';
import type { Member } from '../../records/members.ts';
import { storeReport } from '../../records/reports.ts';
import { CONVERSATION_COLUMNS, type ConversationRow, toConversationView } from '../../records/rows.ts';
import { findUsers, listUsers } from '../../records/shop-users.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';

type Chat = typeof CALLS.chat;
interface Context {
  readonly transaction: Transaction;
  readonly member: Member;
  readonly now: number;
}

export async function getCnscHasBindShopIds(
  { transaction }: Context,
  { cnscAccountId }: CallInput<Chat['getCnscHasBindShopIds']>,
): Promise<Answer<CallOutput<Chat['getCnscHasBindShopIds']>>> {
  const users = await listUsers(transaction, { platform: 'shopee', cnscAccountId });
  return success({ shopIds: users.map(({ view }) => view.shop_id) });
}

export async function getTiktokHasBindUserIds(
  { transaction }: Context,
  { merchantId }: CallInput<Chat['getTiktokHasBindUserIds']>,
): Promise<Answer<CallOutput<Chat['getTiktokHasBindUserIds']>>> {
  const users = await listUsers(transaction, { platform: 'tiktok', merchantId });
  return success({ userIds: users.map(({ view }) => view.user_id) });
}

export async function getCountryAndUserListMap(
  { transaction }: Context,
  { platform }: CallInput<Chat['getCountryAndUserListMap']>,
): Promise<Answer<CallOutput<Chat['getCountryAndUserListMap']>>> {
  const byCountry: Record<string, ShopUserView[]> = {};
  for (const { view } of await listUsers(transaction, { platform })) {
    byCountry[view.country] = [...(byCountry[view.country] ?? []), view];
  }
  return success({ countryAndUserListMap: byCountry });
}

export async function getImToken(
  { transaction, member }: Context,
  { userId, platform }: CallInput<Chat['getImToken']>,
): Promise<Answer<CallOutput<Chat['getImToken']>>> {
  const counter = await transaction.query<{ seq: string }>('select seq from account_counter where account_id = $1', [
    member.scope.accountId,
  ]);
  const found = await findUsers(transaction, [userId], platform);
  if (!found.ok) return fail(found.reason, found.detail);
  const user = found.users.get(userId);
  if (!user) return fail('not_found');
  return success({ user: user.view, livePath: LIVE_PATH, since: Number(counter.rows[0]?.seq ?? 0) });
}

export async function querySessionList(
  { transaction, now }: Context,
  { userId, platform, startTime, fetchCount }: CallInput<Chat['querySessionList']>,
): Promise<Answer<CallOutput<Chat['querySessionList']>>> {
  const found = await findUsers(transaction, [userId], platform);
  if (!found.ok) return fail(found.reason, found.detail);
  const user = found.users.get(userId);
  if (!user) return fail('not_found');
  // with ties: a page never ends between two of one time, which the next page would leave out.
  const rows = await transaction.query<ConversationRow & { readonly platform_conversation_id: string }>(
    `select platform_conversation_id, ${CONVERSATION_COLUMNS} from conversation
     where shop_id = $1 ${startTime === undefined ? '' : 'and last_message_at < $3'}
     order by last_message_at desc fetch first ($2::int) rows with ties`,
    [user.shopId, fetchCount, ...(startTime === undefined ? [] : [startTime])],
  );
  const sessions = rows.rows.map((row) => {
    const conversation = toConversationView(row);
    return {
      sessionId: row.platform_conversation_id,
      unique_id: `${user.view.user_id}_${row.platform_conversation_id}`,
      unread_count: conversation.unreadCount,
      pinned: conversation.isPinned ? (1 as const) : (0 as const),
      is_unreply: conversation.isUnreply,
      conversation,
    };
  });
  const last = sessions.length < fetchCount ? null : (sessions.at(-1)?.conversation.lastMessageAt ?? null);
  return success({ serverTime: now, sessions, nextStartTime: last });
}

export async function unknownMessageTypeLog(
  { transaction, member, now }: Context,
  input: CallInput<Chat['unknownMessageTypeLog']>,
): Promise<Answer<Record<string, never>>> {
  await storeReport(transaction, member.scope.accountId, {
    kind: 'unknown_message_type',
    reportId: null,
    payload: input,
    now,
  });
  return success({});
}
