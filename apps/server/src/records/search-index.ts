import { contentView } from '@pasar/api';
import { endsOf, isProductCard, type SearchKind, type SearchWriter, saidIn, wordsIn } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import type {
  BuyerNoteTable,
  ConversationNoteTable,
  ConversationTable,
  MessageTable,
  RemarkTable,
  ShopOrderTable,
} from '../storage/gen/tables.ts';
import { storableText } from '../storage/storable.ts';
import { orderRecordFact } from './order-book.ts';

const SIGNS: Readonly<Record<SearchKind, string>> = {
  message: 'm',
  buyer: 'b',
  order: 'o',
  product: 'p',
  note: 'n',
  teamNote: 't',
  remark: 'r',
};
/** What each word of a kind begins with, so that an account's words are found without those of other accounts. */
export const searchPrefix = (accountId: string, kind: SearchKind): string => `${accountId.slice(-4)}${SIGNS[kind]}`;

/** Rows of the queue that one transaction looks at, and how many things it indexes as a rule (our choice). */
const ROWS_AT_ONCE = 200;
const THINGS_AT_ONCE = 500;

export interface SearchEntry {
  readonly subjectId: string;
  readonly kind: SearchKind;
  readonly shopId: string | null;
  readonly writer: SearchWriter | null;
  readonly at: number;
  readonly words: readonly string[];
}
interface Due {
  readonly due_id: string;
  readonly kind: string;
  readonly subject_ids: readonly string[];
  readonly after_position: string | null;
  readonly after_id: string | null;
}

/**
 * Indexes what is due of an account, of what has just come or of the backlog. Returns whether there was anything. What it
 * writes follows from the rows alone, so it may run any number of times.
 */
export async function indexSome(transaction: Transaction, accountId: string, isBacklog: boolean): Promise<boolean> {
  // Of two runs at once, the one that read first might write last.
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('search/' || $1, 0))", [accountId]);
  const taken = await transaction.query<Due>({
    name: 'take-search-due',
    text: `delete from search_due where due_id in (select due_id from
             (select due_id, sum(size) over (order by due_id) - size as before from
               (select due_id, cardinality(subject_ids) as size from search_due
                where account_id = $1 and is_backlog = $2 order by due_id limit ${ROWS_AT_ONCE}) next) counted
             where before < ${THINGS_AT_ONCE})
           returning due_id, kind, subject_ids, after_position, after_id`,
    values: [accountId, isBacklog],
  });
  const rows = taken.rows.toSorted((one, other) => (one.due_id < other.due_id ? -1 : 1));
  const [history] = rows.filter(({ kind }) => kind === 'history');
  if (history !== undefined) {
    await indexHistory(transaction, accountId, history);
    // One history in each transaction, because it may be long.
    await giveBack(
      transaction,
      accountId,
      rows.filter((row) => row.kind === 'history' && row !== history),
    );
  }
  const idsOf = (kind: string) => [
    ...new Set(rows.filter((row) => row.kind === kind).flatMap((row) => row.subject_ids)),
  ];
  for (const [kind, read] of Object.entries(READERS)) {
    const ids = idsOf(kind);
    if (ids.length > 0) await store(transaction, accountId, ids, await read(transaction, ids));
  }
  return rows.length > 0;
}

async function giveBack(transaction: Transaction, accountId: string, rows: readonly Due[]): Promise<void> {
  if (rows.length === 0) return;
  await transaction.query({
    name: 'give-back-search-due',
    text: `insert into search_due (due_id, account_id, kind, subject_ids, is_backlog, after_position, after_id)
           select id, $1, 'history', array[conversation], true, position, message
           from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::text[]) as item (id, conversation, position, message)`,
    values: [
      accountId,
      rows.map((row) => row.due_id),
      rows.map((row) => row.subject_ids[0]),
      rows.map((row) => row.after_position),
      rows.map((row) => row.after_id),
    ],
  });
}

/** A part of a conversation's messages; what is left stands in the queue again. */
async function indexHistory(transaction: Transaction, accountId: string, due: Due): Promise<void> {
  const found = await transaction.query<MessageFound & { platform_message_id: string; position: string }>({
    name: 'history-to-index',
    text: `select ${MESSAGE_FOUND}, platform_message_id, position from message
           where conversation_id = $1 and ($2::bigint is null or (position, platform_message_id) > ($2, $3))
           order by position, platform_message_id limit ${THINGS_AT_ONCE} for key share`,
    values: [due.subject_ids[0], due.after_position, due.after_id],
  });
  const ids = found.rows.map((row) => row.message_id);
  await store(transaction, accountId, ids, found.rows.flatMap(entryOfMessage));
  const last = found.rows.at(-1);
  if (last === undefined || found.rows.length < THINGS_AT_ONCE) return;
  await giveBack(transaction, accountId, [
    { ...due, after_position: last.position, after_id: last.platform_message_id },
  ]);
}

/** Writes the entries, and takes away those of subjects that are gone or say nothing. */
async function store(
  transaction: Transaction,
  accountId: string,
  asked: readonly string[],
  entries: readonly SearchEntry[],
): Promise<void> {
  const kept = new Set(entries.map(({ subjectId }) => subjectId));
  const gone = asked.filter((id) => !kept.has(id));
  if (gone.length > 0) {
    await transaction.query({
      name: 'drop-search-entries',
      text: 'delete from search_entry where subject_id = any($1::uuid[])',
      values: [gone],
    });
  }
  if (entries.length === 0) return;
  await transaction.query({
    name: 'store-search-entries',
    text: `insert into search_entry as e (subject_id, account_id, kind, shop_id, writer, at, words)
           select id, $1, kind, shop_id, writer, at, array_to_tsvector(string_to_array(words, ' '))
           from unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::bigint[], $7::text[])
             as item (id, kind, shop_id, writer, at, words)
           on conflict (subject_id) do update set kind = excluded.kind, shop_id = excluded.shop_id,
             writer = excluded.writer, at = excluded.at, words = excluded.words
           where (e.kind, e.shop_id, e.writer, e.at, e.words)
             is distinct from (excluded.kind, excluded.shop_id, excluded.writer, excluded.at, excluded.words)`,
    values: [
      accountId,
      entries.map((entry) => entry.subjectId),
      entries.map((entry) => entry.kind),
      entries.map((entry) => entry.shopId),
      entries.map((entry) => entry.writer),
      entries.map((entry) => entry.at),
      entries.map(({ kind, words }) => words.map((word) => searchPrefix(accountId, kind) + word).join(' ')),
    ],
  });
}

const said = (...texts: readonly (string | null)[]): string[] =>
  wordsIn(texts.map((text) => storableText(text ?? '')).join('\n'));
const entry = (parts: SearchEntry): SearchEntry[] => (parts.words.length === 0 ? [] : [parts]);

type MessageFound = Readonly<
  Pick<MessageTable, 'message_id' | 'shop_id' | 'author' | 'content' | 'original' | 'sent_at' | 'status'>
>;
const MESSAGE_FOUND = 'message_id, shop_id, author, content, original, sent_at, status';
function entryOfMessage(row: MessageFound): SearchEntry[] {
  const content = contentView.safeParse(row.content);
  if (row.status !== 'available' || !content.success) return [];
  return entry({
    subjectId: row.message_id,
    kind: isProductCard(content.data) ? 'product' : 'message',
    shopId: row.shop_id,
    writer: row.author === 'buyer' ? 'buyer' : row.author === 'seller' ? 'team' : null,
    at: Number(row.sent_at),
    words: said(saidIn(content.data), row.original),
  });
}

/**
 * What is read to be indexed, by its kind in the queue. The rows are held until the entries are stored, so that a deletion
 * that comes meanwhile finds the entry and takes it along.
 */
const READERS: Readonly<
  Record<Exclude<SearchKind, 'product'>, (transaction: Transaction, ids: readonly string[]) => Promise<SearchEntry[]>>
> = {
  async message(transaction, ids) {
    const found = await transaction.query<MessageFound>({
      name: 'messages-to-index',
      text: `select ${MESSAGE_FOUND} from message where message_id = any($1::uuid[]) order by message_id for key share`,
      values: [ids],
    });
    return found.rows.flatMap(entryOfMessage);
  },
  // Taking messages locks the rows of conversations, but not those of their buyers, which are deleted with them.
  async buyer(transaction, ids) {
    const found = await transaction.query<
      Readonly<Pick<ConversationTable, 'conversation_id' | 'shop_id' | 'buyer_name' | 'last_message_at'>>
    >({
      name: 'buyers-to-index',
      text: `select c.conversation_id, c.shop_id, c.buyer_name, c.last_message_at
             from conversation_buyer b join conversation c using (conversation_id)
             where b.conversation_id = any($1::uuid[]) order by b.conversation_id for key share of b`,
      values: [ids],
    });
    return found.rows.flatMap((row) =>
      entry({
        subjectId: row.conversation_id,
        kind: 'buyer',
        shopId: row.shop_id,
        writer: null,
        at: Number(row.last_message_at),
        words: said(row.buyer_name),
      }),
    );
  },
  async order(transaction, ids) {
    const found = await transaction.query<
      Readonly<Pick<ShopOrderTable, 'entry_id' | 'shop_id' | 'record' | 'created_at'>>
    >({
      name: 'orders-to-index',
      text: `select entry_id, shop_id, record, created_at from shop_order where entry_id = any($1::uuid[])
             order by entry_id for key share`,
      values: [ids],
    });
    return found.rows.flatMap((row) => {
      const record = orderRecordFact.safeParse(row.record);
      if (!record.success) return [];
      const { orderNumber, trackingNumber, buyerName, items } = record.data;
      const ends = [orderNumber, trackingNumber].flatMap((number) => (number == null ? [] : endsOf(number)));
      const goods = items.flatMap(({ sellerSku, title }) => [sellerSku, title]);
      return entry({
        subjectId: row.entry_id,
        kind: 'order',
        shopId: row.shop_id,
        writer: null,
        at: Number(row.created_at),
        words: [...new Set([...said(orderNumber, trackingNumber, buyerName, ...goods), ...ends])],
      });
    });
  },
  async note(transaction, ids) {
    const found = await transaction.query<Readonly<Pick<BuyerNoteTable, 'note_id' | 'text' | 'written_at'>>>({
      name: 'notes-to-index',
      text: `select note_id, text, written_at from buyer_note where note_id = any($1::uuid[])
             order by note_id for key share`,
      values: [ids],
    });
    return found.rows.flatMap((row) =>
      entry({
        subjectId: row.note_id,
        kind: 'note',
        shopId: null,
        writer: 'team',
        at: Number(row.written_at),
        words: said(row.text),
      }),
    );
  },
  async teamNote(transaction, ids) {
    const found = await transaction.query<
      Readonly<Pick<ConversationNoteTable, 'note_id' | 'shop_id' | 'text' | 'written_at'>>
    >({
      name: 'team-notes-to-index',
      text: `select note_id, shop_id, text, written_at from conversation_note where note_id = any($1::uuid[])
             order by note_id for key share`,
      values: [ids],
    });
    return found.rows.flatMap((row) =>
      entry({
        subjectId: row.note_id,
        kind: 'teamNote',
        shopId: row.shop_id,
        writer: 'team',
        at: Number(row.written_at),
        words: said(row.text),
      }),
    );
  },
  async remark(transaction, ids) {
    const found = await transaction.query<
      Readonly<Pick<RemarkTable, 'remark_id' | 'shop_id' | 'content' | 'order_number' | 'buyer_name' | 'created_at'>>
    >({
      name: 'remarks-to-index',
      text: `select remark_id, shop_id, content, order_number, buyer_name, created_at from remark
             where remark_id = any($1::uuid[]) order by remark_id for key share`,
      values: [ids],
    });
    return found.rows.flatMap((row) =>
      entry({
        subjectId: row.remark_id,
        kind: 'remark',
        shopId: row.shop_id,
        writer: 'team',
        at: Number(row.created_at),
        words: [
          ...new Set([...said(row.content, row.order_number, row.buyer_name), ...endsOf(row.order_number ?? '')]),
        ],
      }),
    );
  },
};

/** The accounts with something to index: one step of the index for each, however much there is. */
export const ACCOUNTS_WITH_SEARCH_DUE = `with recursive due as (
   (select account_id from search_due where is_backlog = $1 order by account_id limit 1)
   union all
   select (select s.account_id from search_due s where s.account_id > due.account_id and s.is_backlog = $1
     order by s.account_id limit 1)
   from due where due.account_id is not null)
 select account_id from due where account_id is not null`;
