import type { AutomaticCause, MessageFacts, MessageMark, MessageStatus, ShopId } from '@pasar/domain';
import type { Consulted } from '../../records/consulted-products.ts';
import { type ConversationRow, MESSAGE_COLUMNS, type MessageRow } from '../../records/rows.ts';
import type { Transaction } from '../../storage/database.ts';
import { jsonList, jsonListAs, storableJson } from '../../storage/storable.ts';

const OWN_COLUMNS = MESSAGE_COLUMNS.split(',')
  .map((name) => `message.${name.trim()}`)
  .join(', ');

export interface MessageToStore {
  readonly shopId: ShopId;
  readonly conversationId: string;
  readonly facts: MessageFacts;
  /** The delivery that the message settles, where it is known already. */
  readonly clientId: string | null;
  /** What the member wrote, where the message is its translation. */
  readonly original: string | null;
  /** The member who sent it from here. */
  readonly memberId: string | null;
  /** Why it was sent without a person. */
  readonly cause: AutomaticCause | null;
}

/** A message that was not stored before, with its new row. */
export interface InsertedMessage {
  readonly row: MessageRow;
  readonly facts: MessageFacts;
}

/**
 * Inserts new messages and returns only those: shop and platform id decide whether a message is new, however often it
 * arrives. The rows are built from the sent values; the database answers only which messages are new.
 */
export async function insertMessages(
  transaction: Transaction,
  accountId: string,
  messages: readonly MessageToStore[],
): Promise<InsertedMessage[]> {
  if (messages.length === 0) return [];
  const contents = messages.map((item) => storableJson(item.facts.content));
  const quotes = messages.map((item) => (item.facts.quote === null ? null : storableJson(item.facts.quote)));
  const inserted = await transaction.query<{ message_id: string; shop_id: string; platform_message_id: string }>({
    name: 'insert-messages',
    text: `insert into message (account_id, shop_id, conversation_id, platform_message_id, position, sent_at, author,
             content, client_id, status, quote, original, member_id, cause)
           select $1, * from unnest($2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::bigint[], $7::text[],
             ${jsonListAs('$8', 'jsonb')}, $9::uuid[], $10::text[], ${jsonListAs('$11', 'jsonb')},
             $12::text[], $13::uuid[], $14::text[])
           on conflict (shop_id, platform_message_id) do nothing
           returning message_id, shop_id, platform_message_id`,
    values: [
      accountId,
      messages.map((item) => item.shopId),
      messages.map((item) => item.conversationId),
      messages.map((item) => item.facts.platformMessageId),
      messages.map((item) => item.facts.position),
      messages.map((item) => item.facts.sentAt),
      messages.map((item) => item.facts.author),
      jsonList(contents),
      messages.map((item) => item.clientId),
      messages.map((item) => item.facts.status),
      jsonList(quotes),
      messages.map((item) => item.original),
      messages.map((item) => item.memberId),
      messages.map((item) => item.cause),
    ],
  });
  const ids = new Map(inserted.rows.map((row) => [`${row.shop_id}/${row.platform_message_id}`, row.message_id]));
  return messages.flatMap(
    ({ shopId, conversationId, facts, clientId, original, memberId, cause }, index): InsertedMessage[] => {
      const key = `${shopId}/${facts.platformMessageId}`;
      const messageId = ids.get(key);
      if (messageId === undefined) return [];
      // Of a message that stands twice in one batch, the first was stored.
      ids.delete(key);
      const row: MessageRow = {
        message_id: messageId,
        conversation_id: conversationId,
        platform_message_id: facts.platformMessageId,
        position: facts.position,
        sent_at: String(facts.sentAt),
        author: facts.author,
        content: JSON.parse(contents[index] ?? 'null'),
        status: facts.status,
        quote: JSON.parse(quotes[index] ?? 'null'),
        marks: [],
        client_id: clientId,
        original,
        member_id: memberId,
        cause,
      };
      return [{ row, facts }];
    },
  );
}

/**
 * A message, and the delivery that it settles: its client id, what the member wrote before the translation, the member, and
 * why it was sent without a person.
 */
export interface MessageLink {
  readonly messageId: string;
  readonly clientId: string;
  readonly original: string | null;
  readonly memberId: string | null;
  readonly cause: AutomaticCause | null;
}

/**
 * Links messages to the deliveries they settle; returns those that were not linked before. A message that turns out to be
 * automatic is a robot's from then on.
 */
export async function linkMessages(transaction: Transaction, links: readonly MessageLink[]): Promise<MessageRow[]> {
  if (links.length === 0) return [];
  const linked = await transaction.query<MessageRow>({
    name: 'link-messages',
    text: `update message set client_id = item.client_id, original = item.original, member_id = item.member_id,
             cause = item.cause, author = case when item.cause is null then message.author else 'robot' end
           from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[])
             as item (id, client_id, original, member_id, cause)
           where message.message_id = item.id and message.client_id is null
           returning ${OWN_COLUMNS}`,
    values: [
      links.map((link) => link.messageId),
      links.map((link) => link.clientId),
      links.map((link) => link.original),
      links.map((link) => link.memberId),
      links.map((link) => link.cause),
    ],
  });
  return linked.rows;
}

/** Behind which message of a person each conversation was last answered. */
export async function lastReplies(
  transaction: Transaction,
  conversationIds: readonly string[],
): Promise<ReadonlyMap<string, bigint | null>> {
  if (conversationIds.length === 0) return new Map();
  const found = await transaction.query<{ conversation_id: string; position: string | null }>({
    name: 'last-replies',
    text: `select id as conversation_id, (select m.position from message m where m.conversation_id = id
             and m.author = 'seller' and m.status = 'available' and m.content->>'type' <> 'rating' order by m.position desc limit 1) as position
           from unnest($1::uuid[]) id`,
    values: [conversationIds],
  });
  return new Map(found.rows.map((row) => [row.conversation_id, row.position === null ? null : BigInt(row.position)]));
}

export interface Withdrawal {
  readonly shopId: string;
  readonly platformMessageId: string;
  readonly status: Exclude<MessageStatus, 'available'>;
}

/** Marks messages as recalled or deleted; returns those that were not so before. */
export async function withdrawMessages(
  transaction: Transaction,
  withdrawals: readonly Withdrawal[],
): Promise<MessageRow[]> {
  if (withdrawals.length === 0) return [];
  const withdrawn = await transaction.query<MessageRow>({
    name: 'withdraw-messages',
    text: `update message set status = item.status
           from (select distinct on (shop_id, id) * from unnest($1::uuid[], $2::text[], $3::text[])
             as item (shop_id, id, status)) item
           where message.shop_id = item.shop_id and message.platform_message_id = item.id
             and message.status = 'available'
           returning ${OWN_COLUMNS}`,
    values: [
      withdrawals.map((item) => item.shopId),
      withdrawals.map((item) => item.platformMessageId),
      withdrawals.map((item) => item.status),
    ],
  });
  return withdrawn.rows;
}

export interface Marking {
  readonly shopId: string;
  readonly platformMessageId: string;
  readonly mark: MessageMark;
  readonly isMarked: boolean;
}

/** In the order of the items, so that the last word on a mark stands. Returns the messages that changed. */
export async function markMessages(transaction: Transaction, markings: readonly Marking[]): Promise<MessageRow[]> {
  const changed: MessageRow[] = [];
  for (const { shopId, platformMessageId, mark, isMarked } of markings) {
    const marked = await transaction.query<MessageRow>({
      name: 'mark-message',
      text: `update message set marks = case when $4 then array_append(marks, $3) else array_remove(marks, $3) end
             where shop_id = $1 and platform_message_id = $2 and ($3 = any(marks)) <> $4
             returning ${MESSAGE_COLUMNS}`,
      values: [shopId, platformMessageId, mark, isMarked],
    });
    changed.push(...marked.rows);
  }
  return changed;
}

export interface Rating {
  readonly shopId: string;
  readonly platformMessageId: string;
  readonly stars: number;
}

/** Writes the buyer's stars into the cards that asked for them. Returns the messages that changed. */
export async function rateMessages(transaction: Transaction, ratings: readonly Rating[]): Promise<MessageRow[]> {
  if (ratings.length === 0) return [];
  const rated = await transaction.query<MessageRow>({
    name: 'rate-messages',
    text: `update message set content = jsonb_set(content, '{rating,stars}', to_jsonb(item.stars))
           from (select distinct on (shop_id, id) * from unnest($1::uuid[], $2::text[], $3::int[]) with ordinality
             as item (shop_id, id, stars, number) order by shop_id, id, number desc) item
           where message.shop_id = item.shop_id and message.platform_message_id = item.id
             and content->>'type' = 'rating' and content->'rating'->'stars' is distinct from to_jsonb(item.stars)
           returning ${OWN_COLUMNS}`,
    values: [
      ratings.map((item) => item.shopId),
      ratings.map((item) => item.platformMessageId),
      ratings.map((item) => item.stars),
    ],
  });
  return rated.rows;
}

const ABOUT_ORDERS: ReadonlySet<string> = new Set(['order', 'myOrder', 'confirmOrder', 'refund', 'logistics']);

/** The shops of messages about orders, each with the time of the last of them. */
export function shopsOfOrders(
  inserted: readonly InsertedMessage[],
  conversations: ReadonlyMap<string, { readonly row: Pick<ConversationRow, 'shop_id'> }>,
): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (const { row, facts } of inserted) {
    const shopId = conversations.get(row.conversation_id)?.row.shop_id;
    if (shopId === undefined || !ABOUT_ORDERS.has(facts.content.type)) continue;
    last.set(shopId, Math.max(facts.sentAt, last.get(shopId) ?? 0));
  }
  return last;
}

/** The products that buyers ask about in new messages. */
export const consultedIn = (
  inserted: readonly InsertedMessage[],
  conversations: ReadonlyMap<string, { readonly row: Pick<ConversationRow, 'shop_id' | 'buyer_id'> }>,
): readonly Consulted[] =>
  inserted.flatMap(({ row, facts: { author, content, sentAt } }) => {
    const conversation = conversations.get(row.conversation_id)?.row;
    if (conversation === undefined || author !== 'buyer' || content.type !== 'products') return [];
    const { shop_id: shopId, buyer_id: buyerId } = conversation;
    return content.products.map(({ itemId }) => ({ shopId, buyerId, productId: itemId, askedAt: sentAt }));
  });
