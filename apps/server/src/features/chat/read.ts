import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { holds } from '@pasar/domain';
import { readArrangement } from '../../records/arrangement.ts';
import { notifyWork } from '../../records/change-feed.ts';
import type { Member } from '../../records/members.ts';
import {
  CONVERSATION_COLUMNS,
  type ConversationRow,
  DELIVERY_COLUMNS,
  type DeliveryRow,
  MESSAGE_COLUMNS,
  type MessageRow,
  SELECT_SHOP,
  type ShopRow,
  toConversationView,
  toDeliveryView,
  toMessageView,
  toShopView,
} from '../../records/rows.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type ChatCalls = typeof CALLS.chat;
type ListInput = CallInput<ChatCalls['conversations']>;
const SNAPSHOT_CONVERSATIONS = 200;
/** Far more answers than can be under way or wait for a person; the bound keeps a snapshot small (our choice). */
const SNAPSHOT_DELIVERIES = 500;

/** Everything that a window needs to start. The rows are at least as new as the change number. */
export async function snapshot({
  transaction,
  member,
}: Pick<MemberContext, 'transaction' | 'member'>): Promise<Answer<CallOutput<ChatCalls['snapshot']>>> {
  // The number is read first. A change that commits between the number and the rows is also told by the stream, and
  // applying it twice changes nothing.
  const counter = await transaction.query<{ seq: string }>('select seq from account_counter where account_id = $1', [
    member.scope.accountId,
  ]);
  const shops = await transaction.query<ShopRow>(
    `${SELECT_SHOP} where s.account_id = $1 order by s.marketplace, s.name`,
    [member.scope.accountId],
  );
  const mayRead = holds(member.grant, 'chat');
  return success({
    seq: Number(counter.rows[0]?.seq ?? 0),
    member: member.view,
    shops: shops.rows.map(toShopView),
    arrangement: await readArrangement(transaction, member),
    ...(mayRead
      ? await newestConversations(transaction, member)
      : { conversations: [], hasMore: false, nextUnreplied: null, deliveries: [] }),
  });
}

async function newestConversations(
  transaction: Transaction,
  member: Member,
): Promise<Pick<CallOutput<ChatCalls['snapshot']>, 'conversations' | 'hasMore' | 'nextUnreplied' | 'deliveries'>> {
  const { accountId } = member.scope;
  const newest = await readPage(transaction, accountId, { tab: 'all', limit: SNAPSHOT_CONVERSATIONS }, null);
  const waiting = await readPage(transaction, accountId, { tab: 'unreplied', limit: SNAPSHOT_CONVERSATIONS }, null);
  const pinned = await transaction.query<ConversationRow>(
    `select ${CONVERSATION_COLUMNS} from conversation where account_id = $1 and is_pinned`,
    [accountId],
  );
  const deliveries = await transaction.query<DeliveryRow>(
    `select ${DELIVERY_COLUMNS} from delivery where account_id = $1 and state not in ('confirmed', 'dismissed')
     order by created_at desc limit $2`,
    [accountId, SNAPSHOT_DELIVERIES],
  );
  const all = new Map([...newest.rows, ...waiting.rows, ...pinned.rows].map((row) => [row.conversation_id, row]));
  // A window shows an answer that did not arrive beside its buyer, however old the conversation is.
  const missing = new Set(deliveries.rows.map((row) => row.conversation_id).filter((id) => !all.has(id)));
  for (const row of await conversationsById(transaction, [...missing])) all.set(row.conversation_id, row);
  return {
    conversations: [...all.values()].map(toConversationView),
    hasMore: newest.next !== null,
    nextUnreplied: waiting.next,
    deliveries: deliveries.rows.map(toDeliveryView),
  };
}

/** Looked up one by one: for a few hundred ids the planner would read the whole table. */
async function conversationsById(transaction: Transaction, ids: readonly string[]): Promise<ConversationRow[]> {
  if (ids.length === 0) return [];
  const found = await transaction.query<ConversationRow>(
    `select held.* from unnest($1::uuid[]) wanted (id) cross join lateral
       (select ${CONVERSATION_COLUMNS} from conversation where conversation_id = wanted.id limit 1) held`,
    [ids],
  );
  return found.rows;
}

/** A page of the list, in the order of its tab. */
export async function conversations(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  input: ListInput,
): Promise<Answer<CallOutput<ChatCalls['conversations']>>> {
  const before = parseCursor(input.before);
  if (before === 'invalid') return fail('invalid_request');
  const { rows, next } = await readPage(transaction, member.scope.accountId, input, before);
  return success({ conversations: rows.map(toConversationView), next });
}

interface Cursor {
  /** Milliseconds since the epoch. */
  readonly at: string;
  readonly id: string;
}
interface Page {
  readonly rows: readonly ConversationRow[];
  readonly next: string | null;
}

async function readPage(
  transaction: Transaction,
  accountId: string,
  input: ListInput,
  before: Cursor | null,
): Promise<Page> {
  const { text, values, key } = conversationList(accountId, input, before);
  const found = await transaction.query<ConversationRow>(text, values);
  const rows = found.rows.slice(0, input.limit);
  const last = rows.at(-1);
  return { rows, next: found.rows.length > input.limit && last ? `${last[key]}.${last.conversation_id}` : null };
}

/**
 * Has only the conditions of the given filters, so that the list walks an index in its order: that of a shop, of waiting
 * buyers, of unread or pinned conversations, or of the account. The shops of a marketplace are looked up once and passed
 * as an array, which serves as a filter; the planner would add a sort to a join.
 */
function conversationList(accountId: string, input: ListInput, before: Cursor | null) {
  const isQueue = input.tab === 'unreplied';
  const key = isQueue ? 'waiting_since' : 'last_message_at';
  const order = isQueue ? 'asc' : 'desc';
  const values: unknown[] = [];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [`c.account_id = ${given(accountId)}`, ...scopeConditions(input, given)];
  if (isQueue) conditions.push('c.waiting_since is not null');
  if (input.tab === 'unread') conditions.push('(c.unread_count > 0 or c.is_marked_unread)');
  if (input.tab === 'pinned') conditions.push('c.is_pinned');
  if (input.search) conditions.push(`position(lower(${given(input.search)}) in lower(c.buyer_name)) > 0`);
  if (before !== null) {
    const beyond = isQueue ? '>' : '<';
    conditions.push(`(c.${key}, c.conversation_id) ${beyond} (${given(before.at)}::bigint, ${given(before.id)}::uuid)`);
  }
  const text = `select ${CONVERSATION_COLUMNS} from conversation c where ${conditions.join(' and ')}
    order by c.${key} ${order}, c.conversation_id ${order} limit ${given(input.limit + 1)}`;
  return { text, values, key } as const;
}

/** The conditions of a list of one marketplace or one shop. The account is the first value of the statement. */
export function scopeConditions(
  { marketplace, shopId }: Pick<ListInput, 'marketplace' | 'shopId'>,
  given: (value: unknown) => string,
): string[] {
  const conditions: string[] = [];
  if (shopId !== undefined) conditions.push(`c.shop_id = ${given(shopId)}`);
  if (marketplace !== undefined) {
    const shops = `array(select s.shop_id from shop s where s.account_id = $1 and s.marketplace = ${given(marketplace)})`;
    conditions.push(`array_position(${shops}, c.shop_id) is not null`);
  }
  return conditions;
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
  { transaction }: Pick<MemberContext, 'transaction'>,
  input: CallInput<ChatCalls['messages']>,
): Promise<Answer<CallOutput<ChatCalls['messages']>>> {
  const conversation = await findConversation(transaction, input.conversationId);
  if (!conversation) return fail('not_found');
  // With ties, so that a page never ends between two messages of one position: the next page starts below a position.
  const found = await transaction.query<MessageRow & { has_older: boolean }>({
    name: input.before === undefined ? 'newest-messages' : 'older-messages',
    text: `with page as (
             select ${MESSAGE_COLUMNS} from message
             where conversation_id = $1 ${input.before === undefined ? '' : 'and position < $3'}
             order by position desc fetch first $2 rows with ties)
           select page.*, exists (select from message older where older.conversation_id = $1
             and older.position < (select min(position) from page)) as has_older
           from page order by position desc, platform_message_id desc`,
    values: [input.conversationId, input.limit, ...(input.before === undefined ? [] : [input.before])],
  });
  const deliveries = await transaction.query<DeliveryRow>(
    `select ${DELIVERY_COLUMNS} from delivery where conversation_id = $1 and state not in ('confirmed', 'dismissed') order by created_at`,
    [input.conversationId],
  );
  const hasMoreRows = found.rows[0]?.has_older ?? false;
  const isFetching = !hasMoreRows && conversation.history !== 'complete';
  if (isFetching && conversation.history === 'more') await wantHistory(transaction, conversation);
  return success({
    conversation: toConversationView(conversation),
    messages: found.rows.map(toMessageView),
    deliveries: deliveries.rows.map(toDeliveryView),
    older: hasMoreRows ? 'yes' : isFetching ? 'fetching' : 'no',
  });
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
  const found = await transaction.query<ConversationRow>(
    `select ${CONVERSATION_COLUMNS} from conversation where conversation_id = $1 ${lock}`,
    [conversationId],
  );
  return found.rows[0] ?? null;
}
