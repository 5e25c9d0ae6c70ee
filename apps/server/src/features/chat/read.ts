import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { holds } from '@pasar/domain';
import { readArrangement } from '../../records/arrangement.ts';
import { notifyWork, readSeq } from '../../records/change-feed.ts';
import { readMemberChatSetting } from '../../records/chat-settings.ts';
import { type Cursor, type ListInput, readPage } from '../../records/conversation-list.ts';
import type { Member } from '../../records/members.ts';
import { listShops, orderedList } from '../../records/ordered-list.ts';
import {
  CONVERSATION_COLUMNS,
  type ConversationRow,
  DELIVERY_COLUMNS,
  type DeliveryRow,
  MESSAGE_COLUMNS,
  type MessageRow,
  SELECT_TOLD_SHOP,
  type ToldShopRow,
  toConversationView,
  toDeliveryView,
  toMessageView,
  toShopView,
} from '../../records/rows.ts';
import { builtStatement, type Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext, ReadingContext } from '../handler.ts';

type ChatCalls = typeof CALLS.chat;
const SNAPSHOT_CONVERSATIONS = 200;
/** More pinned conversations than a list shows at its top; the others come with their pages (our choice). */
const SNAPSHOT_PINNED = 500;
/** Far more answers than can be under way or wait for a person; the bound keeps a snapshot small (our choice). */
const SNAPSHOT_DELIVERIES = 500;

/** Everything that a window needs to start. The rows are at least as new as the change number. */
export async function snapshot({
  transaction,
  member,
  now,
}: Pick<MemberContext, 'transaction' | 'member' | 'now'>): Promise<Answer<CallOutput<ChatCalls['snapshot']>>> {
  const { accountId } = member.scope;
  // All are sent together. The number is read first: a change that commits between the number and the rows is also told
  // by the stream, and applying it twice changes nothing.
  const [seq, shops, arrangement, chatSetting, chat] = await Promise.all([
    readSeq(transaction, accountId),
    transaction.query<ToldShopRow>({
      name: 'snapshot-shops',
      text: `${SELECT_TOLD_SHOP} where s.account_id = $1 order by s.marketplace, s.name`,
      values: [accountId],
    }),
    readArrangement(transaction, member),
    readMemberChatSetting(transaction, member),
    holds(member.grant, 'chat')
      ? newestConversations(transaction, member, now)
      : { conversations: [], hasMore: false, nextWaiting: null, deliveries: [] },
  ]);
  return success({ seq, member: member.view, shops: shops.rows.map(toShopView), arrangement, chatSetting, ...chat });
}

async function newestConversations(
  transaction: Transaction,
  member: Member,
  now: number,
): Promise<Pick<CallOutput<ChatCalls['snapshot']>, 'conversations' | 'hasMore' | 'nextWaiting' | 'deliveries'>> {
  const [newest, waiting, pinned, deliveries] = await Promise.all([
    readPage(transaction, member, { tab: 'all', limit: SNAPSHOT_CONVERSATIONS }, null, now),
    readPage(transaction, member, { tab: 'waiting', limit: SNAPSHOT_CONVERSATIONS }, null, now),
    readPage(transaction, member, { tab: 'pinned', limit: SNAPSHOT_PINNED }, null, now),
    transaction.query<DeliveryRow>(undeliveredStatement(member)),
  ]);
  const all = new Map([...newest.rows, ...waiting.rows, ...pinned.rows].map((row) => [row.conversation_id, row]));
  // A window shows an answer that did not arrive beside its buyer, however old the conversation is.
  const missing = new Set(deliveries.rows.map((row) => row.conversation_id).filter((id) => !all.has(id)));
  for (const row of await conversationsById(transaction, [...missing])) all.set(row.conversation_id, row);
  return {
    conversations: [...all.values()].map(toConversationView),
    hasMore: newest.next !== null,
    nextWaiting: waiting.next,
    deliveries: deliveries.rows.map(toDeliveryView),
  };
}

/** The newest deliveries of persons that are not settled. Automatic ones are told with their conversation. */
function undeliveredStatement({ scope }: Member) {
  const values: unknown[] = [];
  const text = orderedList(
    {
      shops: listShops(scope, {}),
      columns: DELIVERY_COLUMNS,
      from: 'delivery d',
      of: 'd',
      where: ["d.state not in ('confirmed', 'dismissed')", 'd.cause is null'],
      at: 'd.created_at',
      id: 'd.delivery_id',
      isDescending: true,
      most: SNAPSHOT_DELIVERIES,
    },
    scope.accountId,
    (value) => `$${values.push(value)}`,
  );
  return builtStatement(text, values);
}

/** Looked up one by one: for a few hundred ids the planner would read the whole table. */
async function conversationsById(transaction: Transaction, ids: readonly string[]): Promise<ConversationRow[]> {
  if (ids.length === 0) return [];
  const found = await transaction.query<ConversationRow>({
    name: 'conversations-by-id',
    text: `select held.* from unnest($1::uuid[]) wanted (id) cross join lateral
             (select ${CONVERSATION_COLUMNS} from conversation where conversation_id = wanted.id limit 1) held`,
    values: [ids],
  });
  return found.rows;
}

/** A page of the list, in the order of its tab. */
export async function conversations(
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  input: ListInput,
): Promise<Answer<CallOutput<ChatCalls['conversations']>>> {
  const before = parseCursor(input.before);
  if (before === 'invalid') return fail('invalid_request');
  const { rows, next } = await readPage(transaction, member, input, before, now);
  return success({ conversations: rows.map(toConversationView), next });
}

function parseCursor(text: string | undefined): Cursor | null | 'invalid' {
  if (text === undefined) return null;
  const match = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(text);
  return match?.[1] && match[2] ? { at: match[1], id: match[2] } : 'invalid';
}

/**
 * A page of messages. Where the stored messages end and the marketplace has older ones, the engine is asked to fetch
 * them.
 */
export async function messages(
  { transaction, afterwards }: Pick<ReadingContext, 'transaction' | 'afterwards'>,
  input: CallInput<ChatCalls['messages']>,
): Promise<Answer<CallOutput<ChatCalls['messages']>>> {
  const page = await readMessages(transaction, input);
  if (page === null) return fail('not_found');
  const { conversation, found, deliveries } = page;
  const hasMoreRows = found[0]?.has_older ?? false;
  const isFetching = !hasMoreRows && conversation.history !== 'complete';
  if (isFetching && conversation.history === 'more') afterwards((writing) => wantHistory(writing, conversation));
  return success({
    conversation: toConversationView(conversation),
    messages: found.map(toMessageView),
    deliveries: deliveries.map(toDeliveryView),
    older: hasMoreRows ? 'yes' : isFetching ? 'fetching' : 'no',
  });
}

/** The messages with their conversation and its unsettled deliveries; null when the member does not see it. */
export async function readMessages(transaction: Transaction, input: CallInput<ChatCalls['messages']>) {
  // Sent together; with ties, so that a page never ends between two messages of one position: the next page starts
  // below a position.
  const [conversation, found, deliveries] = await Promise.all([
    findConversation(transaction, input.conversationId),
    transaction.query<MessageRow & { has_older: boolean }>({
      name: input.before === undefined ? 'newest-messages' : 'older-messages',
      text: `with page as (
               select ${MESSAGE_COLUMNS} from message
               where conversation_id = $1 ${input.before === undefined ? '' : 'and position < $3'}
               order by position desc fetch first $2 rows with ties)
             select page.*, exists (select from message older where older.conversation_id = $1
               and older.position < (select min(position) from page)) as has_older
             from page order by position desc, platform_message_id desc`,
      values: [input.conversationId, input.limit, ...(input.before === undefined ? [] : [input.before])],
    }),
    transaction.query<DeliveryRow>({
      name: 'unsettled-deliveries',
      text: `select ${DELIVERY_COLUMNS} from delivery
             where conversation_id = $1 and state not in ('confirmed', 'dismissed') order by created_at`,
      values: [input.conversationId],
    }),
  ]);
  return conversation && { conversation, found: found.rows, deliveries: deliveries.rows };
}

async function wantHistory(transaction: Transaction, conversation: ConversationRow): Promise<void> {
  await transaction.query('update conversation set is_history_wanted = true where conversation_id = $1', [
    conversation.conversation_id,
  ]);
  await notifyWork(transaction, conversation.shop_id);
}

export async function findConversation(
  transaction: Transaction,
  conversationId: string,
  lock: '' | 'for update' = '',
): Promise<ConversationRow | null> {
  const found = await transaction.query<ConversationRow>({
    name: lock === '' ? 'find-conversation' : 'lock-conversation',
    text: `select ${CONVERSATION_COLUMNS} from conversation where conversation_id = $1 ${lock}`,
    values: [conversationId],
  });
  return found.rows[0] ?? null;
}
