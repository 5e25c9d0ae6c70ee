/** The two lists, a page at a time. */
import type { ConversationRef, Outcome, Page, Unreadable } from '@pasar/connector-kit';
import { type ConversationFacts, LIMITS, type MessageFacts, refusal } from '@pasar/domain';
import { z } from 'zod';
import { APIS, SELLER_TYPE } from '../apis.ts';
import type { Reading } from '../auth/line.ts';
import type { Seller } from '../auth/seller.ts';
import { wireId, wireMilliseconds } from '../wire/fields.ts';
import { fromWireMessageList, fromWireSessionList, type SessionList } from './lists.ts';
import { fromWireMessage, type Read } from './message.ts';
import { type Cursor, nextCursor, parseCursor, type Row, withoutRepeats } from './page.ts';
import { fromWireSession } from './session-view.ts';

const NODE_ID = 1;

const unexpected = (detail: string): Outcome<never> => ({
  ok: false,
  refusal: refusal('unexpected_answer', detail),
  canRetry: false,
});
const badCursor: Outcome<never> = { ok: false, refusal: refusal('invalid_request', 'unknown cursor'), canRetry: false };

/** One request of the session list; also tells how far the pushes are. */
export async function fetchSessionList(
  line: Reading,
  startTime: number,
  fetchCount: number,
): Promise<Outcome<SessionList>> {
  const answer = await line.read({
    api: APIS.sessions,
    data: { accountType: SELLER_TYPE, nodeId: NODE_ID, startTime, fetchCount },
  });
  if (!answer.ok) return answer;
  const list = fromWireSessionList(answer.value);
  return list.ok ? list : unexpected(list.reason);
}

/** What paging needs of a row, which even one that cannot be read otherwise has. */
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
  line: Reading,
  seller: Seller,
  cursorText: string | null,
): Promise<Outcome<Page<ConversationFacts>>> {
  const cursor = parseCursor(cursorText);
  if (cursor === null) return badCursor;
  const list = await fetchSessionList(line, cursor.startTime, LIMITS.sessionPageSize);
  if (!list.ok) return list;
  const { rows, hasMore } = list.value;
  const read = (row: unknown) => fromWireSession(row, seller.platformShopId);
  return { ok: true, value: toPage({ cursor, rows, hasMore, keys: sessionKeySchema, read, seller }) };
}

const newestFirst = (left: MessageFacts, right: MessageFacts): number => right.sentAt - left.sentAt;

export async function fetchHistory(
  line: Reading,
  seller: Seller,
  conversation: ConversationRef,
  cursorText: string | null,
): Promise<Outcome<Page<MessageFacts>>> {
  const cursor = parseCursor(cursorText);
  if (cursor === null) return badCursor;
  const answer = await line.read({
    api: APIS.messages,
    data: {
      accountType: SELLER_TYPE,
      sessionViewId: conversation.platformConversationId,
      nodeId: NODE_ID,
      startTime: cursor.startTime,
      fetchCount: LIMITS.messagePageSize,
    },
  });
  if (!answer.ok) return answer;
  const list = fromWireMessageList(answer.value);
  if (!list.ok) return unexpected(list.reason);
  const rows = list.value;
  // The answer does not say whether there is more; a short page is the last.
  const hasMore = rows.length >= LIMITS.messagePageSize;
  const read = (row: unknown) => fromWireMessage(row, seller.platformShopId);
  const page = toPage({ cursor, rows, hasMore, keys: messageKeySchema, read, seller });
  return { ok: true, value: { ...page, items: page.items.toSorted(newestFirst) } };
}
