import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asPlatformMessageId, type BulkSetting, type Position } from '@pasar/domain';
import { setConversations, tellConversations } from '../../records/conversation-settings.ts';
import { recount } from '../../records/counters.ts';
import { toConversationView } from '../../records/rows.ts';
import { putWishes } from '../../records/wishes.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { findConversation } from './read.ts';

type ChatCalls = typeof CALLS.chat;

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
  const platformMessageId = asPlatformMessageId(upTo.platform_message_id);
  const setting = { setting: 'read' as const, platformMessageId, position: upTo.position as Position };
  await putWishes(transaction, member.scope, [{ row: before, setting }]);
  await tellConversations(transaction, member.scope.accountId, [before], after === undefined ? [] : [after]);
  return success({});
}

type Changing = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

export const markUnread = (context: Changing, { conversationId }: CallInput<ChatCalls['markUnread']>) =>
  set(context, conversationId, { kind: 'unread' });

export const pin = (context: Changing, { conversationId, pinned }: CallInput<ChatCalls['pinnedConversation']>) =>
  set(context, conversationId, { kind: 'pin', isOn: pinned });

export const mute = (context: Changing, { conversationId, isMuted }: CallInput<ChatCalls['muteConversation']>) =>
  set(context, conversationId, { kind: 'mute', isOn: isMuted });

export const favorite = (
  context: Changing,
  { conversationId, isFavorite }: CallInput<ChatCalls['favoriteConversation']>,
) => set(context, conversationId, { kind: 'favorite', isOn: isFavorite });

export const deleteConversation = (
  context: Changing,
  { conversationId, isDeleted }: CallInput<ChatCalls['deleteConversation']>,
) => set(context, conversationId, { kind: 'delete', isOn: isDeleted });

/** No answer is needed to what the buyer has written so far; or it is needed after all. */
export async function setAside(
  context: Changing,
  { conversationId, isSetAside, upTo }: CallInput<ChatCalls['setAside']>,
): Promise<Answer<CallOutput<ChatCalls['setAside']>>> {
  const done = await set(context, conversationId, { kind: 'setAside', isOn: isSetAside }, upTo);
  if (!done.ok) return done;
  const row = await findConversation(context.transaction, conversationId);
  return row ? success({ isSetAside: toConversationView(row).isSetAside }) : fail('not_found');
}

async function set(
  { transaction, member, now }: Changing,
  conversationId: string,
  setting: BulkSetting,
  upTo?: Position,
): Promise<Answer<Record<string, never>>> {
  const { accountId, memberId } = member.scope;
  const by = { accountId, memberId, memberName: member.view.name, now };
  const limit = upTo === undefined ? {} : { upTo: new Map([[conversationId, upTo]]) };
  const outcome = (await setConversations(transaction, { ...by, ...limit }, [conversationId], setting)).get(
    conversationId,
  );
  return outcome === 'changed' || outcome === 'same' ? success({}) : fail(outcome ?? 'not_found');
}
