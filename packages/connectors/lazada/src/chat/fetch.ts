/** The two lists, a page at a time. */
import type { ConversationRef, Outcome, Page, Unreadable } from '@pasar/connector-kit';
import { type ConversationFacts, LIMITS, type MessageFacts, refusal } from '@pasar/domain';
import { z } from 'zod';
import type { Calling } from '../auth/line.ts';
import type { Seller } from '../calls/account.ts';
import { fromWireMessage, type Read } from '../calls/reading/message.ts';
import { messagesBySession, sessionList } from '../calls/sessions.ts';
import { wireId, wireMilliseconds } from '../wire/fields.ts';
import { type Cursor, nextCursor, parseCursor, type Row, withoutRepeats } from './page.ts';
import { fromWireSession } from './session-view.ts';

const badCursor: Outcome<never> = { ok: false, refusal: refusal('invalid_request', 'unknown cursor'), canRetry: false };

/** The fields of a row that paging needs, also when the rest of the row is unreadable. */
const sessionKeySchema = z
  .object({ sessionId: wireId, sessionData: z.object({ lastMessageTime: wireMilliseconds }) })
  .transform((row) => ({ id: row.sessionId, time: row.sessionData.lastMessageTime }));
const messageKeySchema = z
  .object({ typeData: z.object({ mid: wireId, sendTime: wireMilliseconds }) })
  .transform(({ typeData }) => ({ id: typeData.mid, time: typeData.sendTime }));

interface RawPage<Item> {
  readonly cursor: Cursor;
  readonly rows: readonly unknown[];
  readonly hasMore: boolean;
  readonly keys: z.ZodType<Row>;
  readonly read: (row: unknown) => Read<Item>;
  readonly seller: Seller;
}

function toPage<Item>({ cursor, rows, hasMore, keys, read, seller }: RawPage<Item>): Page<Item> {
  const items: Item[] = [];
  const unreadable: Unreadable[] = [];
  const keyed: Row[] = [];
  for (const row of rows) {
    const key = keys.safeParse(row);
    if (key.success) keyed.push(key.data);
    if (key.success && withoutRepeats(cursor, [key.data]).length === 0) continue;
    const item = read(row);
    if (item.ok) items.push(item.value);
    else {
      const bytes = Buffer.from(JSON.stringify(row) ?? '');
      unreadable.push({ platformShopId: seller.platformShopId, reason: item.reason, bytes });
    }
  }
  return { items, unreadable, next: nextCursor(cursor, keyed, hasMore) };
}

export async function fetchConversations(
  line: Calling,
  seller: Seller,
  cursorText: string | null,
): Promise<Outcome<Page<ConversationFacts>>> {
  const cursor = parseCursor(cursorText);
  if (cursor === null) return badCursor;
  const list = await line.call(sessionList, { startTime: cursor.startTime, fetchCount: LIMITS.sessionPageSize });
  if (!list.ok) return list;
  const { rows, hasMore } = list.value;
  const read = (row: unknown) => fromWireSession(row, seller.platformShopId);
  return { ok: true, value: toPage({ cursor, rows, hasMore, keys: sessionKeySchema, read, seller }) };
}

const newestFirst = (left: MessageFacts, right: MessageFacts): number => right.sentAt - left.sentAt;

export async function fetchHistory(
  line: Calling,
  seller: Seller,
  conversation: ConversationRef,
  cursorText: string | null,
): Promise<Outcome<Page<MessageFacts>>> {
  const cursor = parseCursor(cursorText);
  if (cursor === null) return badCursor;
  const { platformConversationId: sessionId } = conversation;
  const list = await line.call(messagesBySession, { sessionId, startTime: cursor.startTime });
  if (!list.ok) return list;
  const rows = list.value;
  // The answer does not say whether there is another page; a short page is the last.
  const hasMore = rows.length >= LIMITS.messagePageSize;
  const read = (row: unknown) => fromWireMessage(row, seller.platformShopId);
  const page = toPage({ cursor, rows, hasMore, keys: messageKeySchema, read, seller });
  return { ok: true, value: { ...page, items: page.items.toSorted(newestFirst) } };
}
