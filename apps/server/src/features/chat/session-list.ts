import { type CALLS, type CallInput, type CallOutput, LIVE_PATH } from '@pasar/api';
import { readSeq } from '../../records/change-feed.ts';
import { CONVERSATION_COLUMNS, type ConversationRow, toConversationView } from '../../records/rows.ts';
import { findUsers } from '../../records/shop-users.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Chat = typeof CALLS.chat;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

export async function getImToken(
  { transaction, member }: Context,
  { userId, platform }: CallInput<Chat['getImToken']>,
): Promise<Answer<CallOutput<Chat['getImToken']>>> {
  const [since, found] = await Promise.all([
    readSeq(transaction, member.scope.accountId),
    findUsers(transaction, [userId], platform),
  ]);
  if (!found.ok) return fail(found.reason, found.detail);
  const user = found.users.get(userId);
  if (!user) return fail('not_found');
  return success({ user: user.view, livePath: LIVE_PATH, since });
}

export async function querySessionList(
  { transaction, now }: Context,
  { userId, platform, startTime, fetchCount }: CallInput<Chat['querySessionList']>,
): Promise<Answer<CallOutput<Chat['querySessionList']>>> {
  const found = await findUsers(transaction, [userId], platform);
  if (!found.ok) return fail(found.reason, found.detail);
  const user = found.users.get(userId);
  if (!user) return fail('not_found');
  // With ties, so that a page never ends between two conversations of one time: the next page would leave the second
  // out.
  const rows = await transaction.query<ConversationRow>({
    name: startTime === undefined ? 'newest-sessions' : 'older-sessions',
    text: `select ${CONVERSATION_COLUMNS} from conversation
           where shop_id = $1 ${startTime === undefined ? '' : 'and last_message_at < $3'}
           order by last_message_at desc fetch first ($2::int) rows with ties`,
    values: [user.shopId, fetchCount, ...(startTime === undefined ? [] : [startTime])],
  });
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
