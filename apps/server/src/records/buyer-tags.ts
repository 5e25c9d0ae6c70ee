import type { ConversationTab } from '@pasar/api';
import type { AccountId } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { appendChanges, type NewChange } from './change-feed.ts';
import type { Give, OrderedList } from './ordered-list.ts';
import { CONVERSATION_COLUMNS, type ConversationRow, NOT_DELETED, toConversationView, UNREPLIED } from './rows.ts';

/** The part of a list of conversations that says which, and in what order. */
type Walk = Pick<OrderedList, 'from' | 'of' | 'where' | 'at' | 'id'>;

const TAB_WHERE: Readonly<Record<ConversationTab, readonly string[]>> = {
  waiting: ['t.due_at is not null'],
  due: ['t.due_at is not null'],
  unread: ['t.is_unread', NOT_DELETED],
  unreplied: ['t.is_unreplied', NOT_DELETED],
  pinned: ['t.is_pinned', NOT_DELETED],
  all: [NOT_DELETED],
  deleted: ['t.is_deleted'],
};
/** What orders a list: the oldest wait or due time first, else the newest message. */
export type ListOrder = 'waiting_since' | 'due_at' | 'last_message_at';

/**
 * The conversations with the buyers of a tag, under the alias `c`. The list walks the relations, which repeat what
 * orders the conversations, and reads the conversation of each row that it shows. `tab`: null for all, also the deleted
 * ones.
 */
export const taggedWalk = (
  tagId: string,
  tab: ConversationTab | null,
  by: ListOrder,
  columns: string,
  give: Give,
): Walk => ({
  from: `buyer_tag_relation t cross join lateral
    (select ${columns}, is_deleted, session_tags from conversation v where v.conversation_id = t.conversation_id limit 1) c`,
  of: 't',
  where: [
    `t.tag_id = ${give(tagId)}::uuid`,
    ...(tab === null ? [] : TAB_WHERE[tab]),
    ...(by === 'waiting_since' ? ['t.waiting_since is not null'] : []),
    // As in the list of all: the index of unreplied conversations is in the order of messages.
    ...(by === 'last_message_at' && (tab === 'waiting' || tab === 'due') ? ['t.is_unreplied'] : []),
  ],
  at: `t.${by}`,
  id: 't.conversation_id',
});

/**
 * Held until the end of the transaction by whatever changes an account's tags or who has them: two changes cannot make
 * one tag too many together, or wait for each other's rows.
 */
export async function lockTags(transaction: Transaction, accountId: AccountId): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('buyer-tags/' || $1, 0))", [accountId]);
}

/**
 * As an expression of SQL about the account `$1`: held by what adds conversations, so that nobody gives or takes tags until
 * these are stored. Otherwise a new conversation would lack a tag that its buyer gets at the same moment.
 */
export const SHARE_TAGS = "pg_advisory_xact_lock_shared(hashtextextended('buyer-tags/' || $1::uuid, 0))";

/** Whether the account has all of these tags. Then none is deleted before the end of the transaction. */
export async function holdTags(
  transaction: Transaction,
  accountId: AccountId,
  tagIds: readonly string[],
): Promise<boolean> {
  if (tagIds.length === 0) return true;
  await lockTags(transaction, accountId);
  const named = [...new Set(tagIds)];
  const found = await transaction.query('select from buyer_tag where tag_id = any($1::uuid[])', [named]);
  return found.rowCount === named.length;
}

/**
 * Tells that tags have changed, or who has them, and the conversations whose tags are others now. What tells of the tags
 * names no buyer, because a member may not see every shop.
 */
export async function tellTags(
  transaction: Transaction,
  accountId: AccountId,
  tagged: readonly ConversationRow[] = [],
): Promise<void> {
  await appendChanges(transaction, accountId, [
    ...tagged.map(
      (row): NewChange => ({
        change: { kind: 'conversation', conversation: toConversationView(row) },
        shopId: row.shop_id,
        memberId: null,
        nature: 'tags',
      }),
    ),
    { change: { kind: 'buyerTags' }, shopId: null, memberId: null },
  ]);
}

/** A tag for the buyer of a conversation. */
export interface TagGift {
  readonly tagId: string;
  readonly conversationId: string;
  /** The name of the member, or of the rule. */
  readonly addedBy: string;
  /** Null: a member gives it. */
  readonly ruleId: string | null;
}

/** What came of giving or taking tags. */
export interface Tagged {
  /** The conversations of which it was asked, whose buyers got or lost a tag: one for each tag. */
  readonly conversationIds: readonly string[];
  /** All conversations of these buyers in their shops, as they are now. */
  readonly rows: readonly ConversationRow[];
}

/**
 * All conversations in the same shop with the buyers of the conversations `$1`. Each step is a look-up by an index; `offset 0` forbids
 * the planner to join in another order. Where its statistics said that the tables are empty, it compared every conversation with every
 * pair of buyers.
 */
const OF_BUYERS = `any(array(select every.conversation_id from unnest($1::uuid[]) given (id)
  cross join lateral (select account_id, buyer_id, shop_id from conversation_buyer
    where conversation_id = given.id offset 0) named
  cross join lateral (select conversation_id from conversation_buyer k where k.account_id = named.account_id
    and k.buyer_id = named.buyer_id and k.shop_id = named.shop_id offset 0) every))`;

/**
 * Locks all conversations of the buyers of conversations in the order in which the engine locks them. To be called before
 * anything locks some of them: two transactions that lock them in different orders would wait for each other.
 */
export async function lockBuyers(transaction: Transaction, conversationIds: readonly string[]): Promise<void> {
  await transaction.query(
    `select from conversation where conversation_id = ${OF_BUYERS} order by conversation_id for update`,
    [conversationIds],
  );
}

/** Gives the tag to the buyers of conversations that have it not yet. */
export function giveTag(
  transaction: Transaction,
  { addedBy, now }: { readonly addedBy: string; readonly now: number },
  tagId: string,
  conversationIds: readonly string[],
): Promise<Tagged> {
  const gifts = conversationIds.map((conversationId) => ({ tagId, conversationId, addedBy, ruleId: null }));
  return giveTags(transaction, gifts, now);
}

/**
 * Gives tags to buyers who have them not yet. Their conversations are locked, so that what a relation repeats of its
 * conversation is true.
 */
export async function giveTags(transaction: Transaction, gifts: readonly TagGift[], now: number): Promise<Tagged> {
  const conversationIds = gifts.map((gift) => gift.conversationId);
  await lockBuyers(transaction, conversationIds);
  await transaction.query(
    `update conversation set was_tagged = true where conversation_id = ${OF_BUYERS} and not was_tagged`,
    [conversationIds],
  );
  const added = await transaction.query<{ conversation_id: string }>(
    `insert into buyer_tag_relation (account_id, tag_id, shop_id, buyer_id, conversation_id, added_by, rule_id, added_at,
       last_message_at, waiting_since, due_at, is_unreplied, is_unread, is_pinned, is_deleted)
     select c.account_id, gift.tag_id, c.shop_id, c.buyer_id, c.conversation_id, gift.added_by, gift.rule_id, $5,
       c.last_message_at, c.waiting_since, c.due_at, coalesce(${UNREPLIED}, false),
       c.unread_count > 0 or c.is_marked_unread, c.is_pinned, c.is_deleted
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[]) gift (conversation_id, tag_id, added_by, rule_id)
       join conversation c using (conversation_id)
     on conflict (shop_id, buyer_id, tag_id) do nothing returning conversation_id`,
    [
      conversationIds,
      gifts.map((gift) => gift.tagId),
      gifts.map((gift) => gift.addedBy),
      gifts.map((gift) => gift.ruleId),
      now,
    ],
  );
  return keepTags(transaction, added.rows);
}

/** Takes the tag from the buyers of conversations. */
export async function takeTag(
  transaction: Transaction,
  tagId: string,
  conversationIds: readonly string[],
): Promise<Tagged> {
  await lockBuyers(transaction, conversationIds);
  const taken = await transaction.query<{ conversation_id: string }>(
    `with gone as (delete from buyer_tag_relation r using conversation c
       where c.conversation_id = any($1::uuid[]) and r.shop_id = c.shop_id and r.buyer_id = c.buyer_id and r.tag_id = $2
       returning r.shop_id, r.buyer_id)
     select c.conversation_id from conversation c join gone on gone.shop_id = c.shop_id and gone.buyer_id = c.buyer_id
     where c.conversation_id = any($1::uuid[])`,
    [conversationIds, tagId],
  );
  return keepTags(transaction, taken.rows);
}

/** Repeats the tags of buyers in all their conversations of the shop, which the transaction has locked. */
async function keepTags(
  transaction: Transaction,
  moved: readonly { readonly conversation_id: string }[],
): Promise<Tagged> {
  const conversationIds = moved.map((row) => row.conversation_id);
  if (conversationIds.length === 0) return { conversationIds, rows: [] };
  const kept = await transaction.query<ConversationRow>(
    `update conversation c set tag_ids = array(select r.tag_id from buyer_tag_relation r
       where r.shop_id = c.shop_id and r.buyer_id = c.buyer_id order by r.tag_id)
     where conversation_id = ${OF_BUYERS} returning ${CONVERSATION_COLUMNS}`,
    [conversationIds],
  );
  return { conversationIds, rows: kept.rows };
}
