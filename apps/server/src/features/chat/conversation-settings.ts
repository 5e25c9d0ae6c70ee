import type { CALLS, CallInput } from '@pasar/api';
import { asPlatformMessageId, type Position } from '@pasar/domain';
import { appendChanges, type NewChange } from '../../records/change-feed.ts';
import { countersOf, moveShopCounters, recount } from '../../records/counters.ts';
import type { Member } from '../../records/members.ts';
import { CONVERSATION_COLUMNS, type ConversationRow, toConversationView } from '../../records/rows.ts';
import { counterChanges } from '../../records/shop-changes.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { findConversation } from './read.ts';
import { isOffered, wish } from './wish.ts';

type ChatCalls = typeof CALLS.chat;
const NOT_OFFERED = 'not offered by this marketplace';

/**
 * Marks a conversation as read up to a position: stored at once, told to the marketplace through the outbox. Moves
 * forward only.
 */
export async function markRead(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  input: CallInput<ChatCalls['markRead']>,
): Promise<Answer<Record<string, never>>> {
  const before = await findConversation(transaction, input.conversationId, 'for update');
  if (!before) return fail('not_found');
  const target = await transaction.query<{ platform_message_id: string; position: string }>(
    `select platform_message_id, position from message where conversation_id = $1 and position <= $2
     order by position desc, platform_message_id desc limit 1`,
    [input.conversationId, input.position],
  );
  const upTo = target.rows[0];
  if (!upTo) return success({});
  const isNews = before.seller_read_position === null || BigInt(upTo.position) > BigInt(before.seller_read_position);
  if (!isNews && !before.is_marked_unread) return success({});
  await transaction.query(
    `update conversation set is_marked_unread = false,
       seller_read_position = greatest(seller_read_position, $2::bigint) where conversation_id = $1`,
    [input.conversationId, upTo.position],
  );
  const [after] = await recount(transaction, [input.conversationId]);
  await wish(transaction, member, before, {
    setting: 'read',
    platformMessageId: asPlatformMessageId(upTo.platform_message_id),
    position: upTo.position as Position,
  });
  await publish(transaction, member, before, after);
  return success({});
}

export async function markUnread(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  input: CallInput<ChatCalls['markUnread']>,
): Promise<Answer<Record<string, never>>> {
  const before = await findConversation(transaction, input.conversationId, 'for update');
  if (!before) return fail('not_found');
  const after = await set(transaction, input.conversationId, 'is_marked_unread', true);
  await wish(transaction, member, before, { setting: 'unread' });
  await publish(transaction, member, before, after);
  return success({});
}

export async function pin(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  { conversationId, pinned: isPinned }: CallInput<ChatCalls['pinnedConversation']>,
): Promise<Answer<Record<string, never>>> {
  const before = await findConversation(transaction, conversationId, 'for update');
  if (!before) return fail('not_found');
  const after = await set(transaction, conversationId, 'is_pinned', isPinned);
  await wish(transaction, member, before, { setting: 'pin', isPinned });
  await publish(transaction, member, before, after);
  return success({});
}

export async function mute(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  { conversationId, isMuted }: CallInput<ChatCalls['muteConversation']>,
): Promise<Answer<Record<string, never>>> {
  const before = await findConversation(transaction, conversationId, 'for update');
  if (!before) return fail('not_found');
  if (!(await isOffered(transaction, before.shop_id, 'mute'))) return fail('invalid_request', NOT_OFFERED);
  const after = await set(transaction, conversationId, 'is_muted', isMuted);
  await wish(transaction, member, before, { setting: 'mute', isMuted });
  await publish(transaction, member, before, after);
  return success({});
}

export async function favorite(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  { conversationId, isFavorite }: CallInput<ChatCalls['favoriteConversation']>,
): Promise<Answer<Record<string, never>>> {
  const before = await findConversation(transaction, conversationId, 'for update');
  if (!before) return fail('not_found');
  if (!(await isOffered(transaction, before.shop_id, 'favorite'))) return fail('invalid_request', NOT_OFFERED);
  const after = await set(transaction, conversationId, 'is_favorite', isFavorite);
  await wish(transaction, member, before, { setting: 'favorite', isFavorite });
  await publish(transaction, member, before, after);
  return success({});
}

/** No answer is needed to what the buyer has written so far; or it is needed after all. */
export async function setAside(
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  { conversationId, isSetAside }: CallInput<ChatCalls['setAside']>,
): Promise<Answer<Record<string, never>>> {
  const before = await findConversation(transaction, conversationId, 'for update');
  if (!before) return fail('not_found');
  // Who does not wait cannot be set aside.
  if (before.last_position === null || (isSetAside && before.waiting_since === null)) return success({});
  await transaction.query('update conversation set set_aside_position = $2 where conversation_id = $1', [
    conversationId,
    isSetAside ? before.last_position : null,
  ]);
  await keepSetAside(transaction, member, before, isSetAside ? now : null);
  const [after] = await recount(transaction, [conversationId]);
  await publish(transaction, member, before, after);
  return success({});
}

/** The team figures count no wait that was set aside. `at`: null takes back what was said of the newest message. */
async function keepSetAside(
  transaction: Transaction,
  member: Member,
  { conversation_id: id, shop_id: shopId, last_position: position, set_aside_position: was }: ConversationRow,
  at: number | null,
): Promise<void> {
  const { accountId, memberId } = member.scope;
  if (at === null) {
    await transaction.query('delete from conversation_set_aside where conversation_id = $1 and position = $2', [
      id,
      was,
    ]);
  } else {
    await transaction.query(
      `insert into conversation_set_aside (conversation_id, position, account_id, shop_id, member_id, at)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [id, position, accountId, shopId, memberId, at],
    );
  }
  await transaction.query('insert into figures_due (account_id, conversation_id) values ($1, $2)', [accountId, id]);
}

async function set(
  transaction: Transaction,
  conversationId: string,
  column: 'is_marked_unread' | 'is_pinned' | 'is_muted' | 'is_favorite',
  value: boolean,
): Promise<ConversationRow | undefined> {
  const updated = await transaction.query<ConversationRow>(
    `update conversation set ${column} = $2 where conversation_id = $1 returning ${CONVERSATION_COLUMNS}`,
    [conversationId, value],
  );
  return updated.rows[0];
}

async function publish(
  transaction: Transaction,
  member: Member,
  before: ConversationRow,
  after: ConversationRow | undefined,
): Promise<void> {
  if (!after) return;
  const [was, now] = [countersOf(before), countersOf(after)];
  const delta = { unread: now.unread - was.unread, waiting: now.waiting - was.waiting };
  const changes: NewChange[] = [
    {
      change: { kind: 'conversation', conversation: toConversationView(after) },
      shopId: after.shop_id,
      memberId: null,
    },
  ];
  if (delta.unread !== 0 || delta.waiting !== 0) {
    changes.push(...counterChanges(await moveShopCounters(transaction, new Map([[after.shop_id, delta]]))));
  }
  await appendChanges(transaction, member.scope.accountId, changes);
}
