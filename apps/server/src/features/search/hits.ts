import { contentView, type SearchHit } from '@pasar/api';
import {
  asConversationId,
  asShopId,
  excerptOf,
  type Position,
  type Question,
  type SearchKind,
  saidIn,
} from '@pasar/domain';
import { conversationsOfBuyers } from '../../records/conversations-of-buyers.ts';
import { orderRecordFact } from '../../records/order-book.ts';
import type { Transaction } from '../../storage/database.ts';
import type {
  BuyerNoteTable,
  ConversationNoteTable,
  ConversationTable,
  MessageTable,
  RemarkTable,
  ShopOrderTable,
} from '../../storage/gen/tables.ts';

/** An entry of the index that the member may see. */
export interface Found {
  readonly kind: SearchKind;
  readonly id: string;
  /** Its place in the order of time. */
  readonly at: string;
}
type Conversation = Readonly<Pick<ConversationTable, 'conversation_id' | 'shop_id' | 'buyer_name'>>;

/**
 * The hits as a person reads them, in the order in which they were found. They are read under row security, and one that
 * has gone meanwhile is left out.
 */
export async function readHits(
  transaction: Transaction,
  accountId: string,
  found: readonly Found[],
  question: Question,
): Promise<SearchHit[]> {
  const idsOf = (...kinds: Found['kind'][]) => found.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
  const read = [
    messages(transaction, idsOf('message', 'product'), question),
    buyers(transaction, idsOf('buyer'), question),
    orders(transaction, idsOf('order'), question),
    notes(transaction, accountId, idsOf('note'), question),
    teamNotes(transaction, idsOf('teamNote'), question),
    remarks(transaction, accountId, idsOf('remark'), question),
  ];
  const hits = new Map((await Promise.all(read)).flat().map((hit) => [hit.id, hit]));
  return found.flatMap(({ id }) => hits.get(id) ?? []);
}

function excerpt(text: string, question: Question): SearchHit['excerpt'] {
  const { text: piece, marks } = excerptOf(text, question);
  return { text: piece, marks: marks.map(([from, to]) => ({ from, to })) };
}

async function messages(transaction: Transaction, ids: readonly string[], question: Question): Promise<SearchHit[]> {
  if (ids.length === 0) return [];
  const rows = await transaction.query<
    Conversation &
      Readonly<
        Pick<MessageTable, 'message_id' | 'client_id' | 'position' | 'sent_at' | 'author' | 'content' | 'original'>
      > & { readonly name: string | null }
  >({
    name: 'messages-found',
    text: `select m.message_id, m.client_id, m.position, m.sent_at, m.author, m.content, m.original, v.conversation_id,
             v.shop_id, v.buyer_name, (select w.name from member w where w.member_id = m.member_id) as name
           from message m cross join lateral (select c.conversation_id, c.shop_id, c.buyer_name from conversation c
             where c.conversation_id = m.conversation_id limit 1) v
           where m.message_id = any($1::uuid[]) and m.status = 'available'`,
    values: [ids],
  });
  return rows.rows.flatMap((row): SearchHit[] => {
    const content = contentView.safeParse(row.content);
    if (!content.success) return [];
    const texts = [saidIn(content.data), ...(row.original === null ? [] : [row.original])];
    // A translated answer may be found by what its member wrote.
    const best = texts
      .map((text) => excerpt(text, question))
      .toSorted((one, other) => other.marks.length - one.marks.length);
    return [
      {
        kind: content.data.type === 'products' ? 'product' : 'message',
        id: row.message_id,
        shopId: asShopId(row.shop_id),
        buyerName: row.buyer_name,
        at: Number(row.sent_at),
        excerpt: best[0] ?? { text: '', marks: [] },
        conversationId: asConversationId(row.conversation_id),
        key: row.client_id ?? row.message_id,
        position: row.position as Position,
        writer: row.author === 'buyer' ? 'buyer' : row.author === 'seller' ? 'team' : null,
        author: row.name,
      },
    ];
  });
}

async function buyers(transaction: Transaction, ids: readonly string[], question: Question): Promise<SearchHit[]> {
  if (ids.length === 0) return [];
  const rows = await transaction.query<Conversation & Readonly<Pick<ConversationTable, 'last_message_at'>>>({
    name: 'buyers-found',
    text: `select conversation_id, shop_id, buyer_name, last_message_at from conversation
           where conversation_id = any($1::uuid[])`,
    values: [ids],
  });
  return rows.rows.map((row) => ({
    kind: 'buyer',
    id: row.conversation_id,
    shopId: asShopId(row.shop_id),
    buyerName: row.buyer_name,
    at: Number(row.last_message_at),
    excerpt: excerpt(row.buyer_name, question),
    conversationId: asConversationId(row.conversation_id),
  }));
}

async function orders(transaction: Transaction, ids: readonly string[], question: Question): Promise<SearchHit[]> {
  if (ids.length === 0) return [];
  const rows = await transaction.query<
    Readonly<Pick<ShopOrderTable, 'entry_id' | 'shop_id' | 'record' | 'created_at' | 'order_id'>>
  >({
    name: 'orders-found',
    text: `select entry_id, shop_id, order_id, record, created_at from shop_order where entry_id = any($1::uuid[])`,
    values: [ids],
  });
  return rows.rows.flatMap((row): SearchHit[] => {
    const record = orderRecordFact.safeParse(row.record);
    if (!record.success) return [];
    const { orderNumber, trackingNumber, buyerName, items } = record.data;
    const goods = items.flatMap(({ sellerSku, title }) => [title, sellerSku]);
    // What the row shows anyway need not be told again, unless nothing else holds the words.
    const others = [trackingNumber, ...goods].filter((text): text is string => text !== null && text !== '');
    const shown = [others.join(' · '), [orderNumber, ...others].join(' · ')].map((text) => excerpt(text, question));
    return [
      {
        kind: 'order',
        id: row.entry_id,
        shopId: asShopId(row.shop_id),
        buyerName,
        at: Number(row.created_at),
        excerpt: shown.find(({ marks }) => marks.length > 0) ?? shown[0] ?? { text: '', marks: [] },
        orderId: row.order_id,
        orderNumber,
      },
    ];
  });
}

/** Most conversations of one buyer that are looked at for the newest (our choice). */
const MOST_CONVERSATIONS = 50;

async function notes(
  transaction: Transaction,
  accountId: string,
  ids: readonly string[],
  question: Question,
): Promise<SearchHit[]> {
  if (ids.length === 0) return [];
  const rows = await transaction.query<
    Conversation & Readonly<Pick<BuyerNoteTable, 'note_id' | 'author' | 'text' | 'written_at'>>
  >({
    name: 'notes-found',
    text: `select n.note_id, n.author, n.text, n.written_at, v.conversation_id, v.shop_id, v.buyer_name
           from buyer_note n cross join lateral (
             select * from (
               select c.conversation_id, c.shop_id, c.buyer_name, c.last_message_at from conversation_buyer b
                 join conversation c on c.conversation_id = b.conversation_id
                 join shop s on s.shop_id = c.shop_id and s.marketplace = n.marketplace
               where b.account_id = $1 and b.buyer_id = n.buyer_id limit ${MOST_CONVERSATIONS}) of_buyer
             order by last_message_at desc, conversation_id limit 1) v
           where n.note_id = any($2::uuid[])`,
    values: [accountId, ids],
  });
  return rows.rows.map((row) => ({
    kind: 'note',
    id: row.note_id,
    shopId: asShopId(row.shop_id),
    buyerName: row.buyer_name,
    at: Number(row.written_at),
    excerpt: excerpt(row.text, question),
    conversationId: asConversationId(row.conversation_id),
    author: row.author,
  }));
}

async function teamNotes(transaction: Transaction, ids: readonly string[], question: Question): Promise<SearchHit[]> {
  if (ids.length === 0) return [];
  const rows = await transaction.query<
    Conversation &
      Readonly<Pick<ConversationNoteTable, 'note_id' | 'author_name' | 'text' | 'written_at' | 'anchor_position'>>
  >({
    name: 'team-notes-found',
    text: `select n.note_id, n.author_name, n.text, n.written_at, n.anchor_position, v.conversation_id, v.shop_id, v.buyer_name
           from conversation_note n cross join lateral (select c.conversation_id, c.shop_id, c.buyer_name
             from conversation c where c.conversation_id = n.conversation_id limit 1) v
           where n.note_id = any($1::uuid[])`,
    values: [ids],
  });
  return rows.rows.map((row) => ({
    kind: 'teamNote',
    id: row.note_id,
    shopId: asShopId(row.shop_id),
    buyerName: row.buyer_name,
    at: Number(row.written_at),
    excerpt: excerpt(row.text, question),
    conversationId: asConversationId(row.conversation_id),
    author: row.author_name,
    anchorPosition: row.anchor_position as Position | null,
  }));
}

async function remarks(
  transaction: Transaction,
  accountId: string,
  ids: readonly string[],
  question: Question,
): Promise<SearchHit[]> {
  if (ids.length === 0) return [];
  const { rows } = await transaction.query<
    Readonly<
      Pick<
        RemarkTable,
        'remark_id' | 'shop_id' | 'buyer_id' | 'buyer_name' | 'content' | 'order_number' | 'author' | 'created_at'
      >
    >
  >({
    name: 'remarks-found',
    text: `select remark_id, shop_id, buyer_id, buyer_name, content, order_number, author, created_at from remark
           where remark_id = any($1::uuid[])`,
    values: [ids],
  });
  const conversationOf = await conversationsOfBuyers(transaction, accountId, rows);
  return rows.map((row) => ({
    kind: 'remark',
    id: row.remark_id,
    shopId: asShopId(row.shop_id),
    buyerName: row.buyer_name,
    at: Number(row.created_at),
    excerpt: excerpt([row.content, row.order_number ?? ''].join(' ').trim(), question),
    conversationId: conversationOf(row),
    author: row.author,
  }));
}
