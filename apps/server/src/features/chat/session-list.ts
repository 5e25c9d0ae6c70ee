import { type CALLS, type CallInput, type CallOutput, LIVE_PATH } from '@pasar/api';
import { ORDER_STATUSES } from '@pasar/domain';
import { readSeq } from '../../records/change-feed.ts';
import { setConversations } from '../../records/conversation-settings.ts';
import { CONVERSATION_COLUMNS, type ConversationRow, NOT_DELETED, toConversationView } from '../../records/rows.ts';
import { findUsers } from '../../records/shop-users.ts';
import type { Transaction } from '../../storage/database.ts';
import type { ConversationTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { withUser } from './shop-user.ts';

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
  const rows = await transaction.query<ConversationRow & Pick<ConversationTable, 'session_tags'>>({
    name: startTime === undefined ? 'newest-sessions' : 'older-sessions',
    text: `select ${CONVERSATION_COLUMNS}, session_tags from conversation c
           where shop_id = $1 and ${NOT_DELETED} ${startTime === undefined ? '' : 'and last_message_at < $3'}
           order by last_message_at desc fetch first ($2::int) rows with ties`,
    values: [user.shopId, fetchCount, ...(startTime === undefined ? [] : [startTime])],
  });
  const facts = await factsOf(transaction, user.shopId, rows.rows);
  const sessions = rows.rows.map((row) => {
    const conversation = toConversationView(row);
    const { tags = [], statuses = [] } = facts.get(row.buyer_id) ?? {};
    return {
      sessionId: row.platform_conversation_id,
      unique_id: `${user.view.user_id}_${row.platform_conversation_id}`,
      unread_count: conversation.unreadCount,
      pinned: conversation.isPinned ? (1 as const) : (0 as const),
      is_unreply: conversation.isUnreply,
      sessionData: {
        nonReadNumber: conversation.unreadCount,
        tags: row.session_tags ?? [],
        toPosition: conversation.buyerReadPosition,
      },
      tags: tags.toSorted((left, right) => left.localeCompare(right)),
      app_order_status_list: ORDER_STATUSES.filter((status) => statuses.includes(status)),
      conversation,
    };
  });
  const last = sessions.length < fetchCount ? null : (sessions.at(-1)?.conversation.lastMessageAt ?? null);
  return success({ serverTime: now, sessions, nextStartTime: last });
}

interface BuyerFacts {
  readonly buyer_id: string;
  readonly tags: readonly string[];
  readonly statuses: readonly string[];
}

/** The names of the buyers' tags, and the states of their orders in the shop. */
async function factsOf(
  transaction: Transaction,
  shopId: string,
  rows: readonly ConversationRow[],
): Promise<ReadonlyMap<string, BuyerFacts>> {
  const found = await transaction.query<BuyerFacts>({
    name: 'session-facts',
    text: `select wanted.buyer_id,
        array(select t.name from buyer_tag_relation r join buyer_tag t using (tag_id)
          where r.shop_id = $1 and r.buyer_id = wanted.buyer_id) as tags,
        array(select o.status from shop_order o
          where o.shop_id = $1 and o.buyer_id = wanted.buyer_id) as statuses
      from unnest($2::text[]) wanted (buyer_id)`,
    values: [shopId, [...new Set(rows.map((row) => row.buyer_id))]],
  });
  return new Map(found.rows.map((row) => [row.buyer_id, row]));
}

type Writing = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

/** Conversations that are as wanted already are not told to the marketplace again. */
export const patchConversationPinned = (
  { transaction, member, now }: Writing,
  input: CallInput<Chat['patchConversationPinned']>,
) =>
  withUser(transaction, input, async ({ shopId }) => {
    const wanted = input.sessionIdAndPinnedMap;
    const known = await idsOf(transaction, shopId, Object.keys(wanted));
    const { accountId, memberId } = member.scope;
    const by = { accountId, memberId, memberName: member.view.name, now };
    for (const isOn of [true, false]) {
      const ids = known
        .filter(({ sessionId }) => wanted[sessionId] === isOn)
        .map(({ conversationId }) => conversationId);
      if (ids.length > 0) await setConversations(transaction, by, ids, { kind: 'pin', isOn });
    }
    const found = new Set(known.map(({ sessionId }) => sessionId));
    return { unknown: Object.keys(wanted).filter((sessionId) => !found.has(sessionId)) };
  });

export const getConversationHasPinned = (
  { transaction }: Pick<Context, 'transaction'>,
  input: CallInput<Chat['getConversationHasPinned']>,
) =>
  withUser(transaction, input, async ({ shopId }) => {
    const known = await idsOf(transaction, shopId, input.sessionIds);
    return {
      sessionIdAndHasPinnedMap: Object.fromEntries(known.map(({ sessionId, isPinned }) => [sessionId, isPinned])),
    };
  });

async function idsOf(transaction: Transaction, shopId: string, sessionIds: readonly string[]) {
  const found = await transaction.query<
    Pick<ConversationRow, 'conversation_id' | 'platform_conversation_id' | 'is_pinned'>
  >({
    name: 'conversations-of-sessions',
    text: `select conversation_id, platform_conversation_id, is_pinned from conversation
      where shop_id = $1 and platform_conversation_id = any($2::text[])`,
    values: [shopId, sessionIds],
  });
  return found.rows.map((row) => ({
    sessionId: row.platform_conversation_id,
    conversationId: row.conversation_id,
    isPinned: row.is_pinned,
  }));
}

export const getBuyerLastReplyTime = (
  { transaction }: Pick<Context, 'transaction'>,
  input: CallInput<Chat['getBuyerLastReplyTime']>,
) =>
  withUser(transaction, input, async ({ shopId }) => {
    const found = await transaction.query<{ readonly buyer_id: string; readonly replied_at: string }>({
      name: 'last-replies',
      text: `select * from (
          select wanted.buyer_id, greatest(
            (select k.replied_at from known_buyer k where k.shop_id = $1 and k.buyer_id = wanted.buyer_id),
            (select max(m.sent_at) from conversation_buyer b
               join conversation c on c.conversation_id = b.conversation_id
               join message m on m.conversation_id = c.conversation_id and m.position = c.last_reply_position
             where b.account_id = (select pasar_account()) and b.shop_id = $1 and b.buyer_id = wanted.buyer_id)
          ) as replied_at from unnest($2::text[]) wanted (buyer_id)) told
        where replied_at is not null`,
      values: [shopId, input.buyerIds],
    });
    return {
      buyerIdAndReplyTimeMap: Object.fromEntries(found.rows.map((row) => [row.buyer_id, Number(row.replied_at)])),
    };
  });

/** A time to come counts as now. */
export const updateBuyerReplyTime = (
  { transaction, member, now }: Context,
  { buyerId, replyTime, ...user }: CallInput<Chat['updateBuyerReplyTime']>,
) =>
  withUser(transaction, user, async ({ shopId }) => {
    await transaction.query(
      `insert into known_buyer (account_id, shop_id, buyer_id, replied_at) values ($1, $2, $3, $4)
       on conflict (shop_id, buyer_id) do update
         set replied_at = greatest(known_buyer.replied_at, excluded.replied_at)`,
      [member.scope.accountId, shopId, buyerId, Math.min(replyTime, now)],
    );
    return {};
  });
