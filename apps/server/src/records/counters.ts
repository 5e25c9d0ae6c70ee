import type { Transaction } from '../storage/database.ts';
import { withDueTimes } from './due-times.ts';
import { CONVERSATION_COLUMNS, type ConversationRow, SELECT_TOLD_SHOP, shownUnread, type ToldShopRow } from './rows.ts';

/** Counts exactly, from the rows, over the index of a conversation's order. */
export async function recount(
  transaction: Transaction,
  conversationIds: readonly string[],
): Promise<ConversationRow[]> {
  if (conversationIds.length === 0) return [];
  const updated = await transaction.query<ConversationRow & { readonly was_waiting_since: string | null }>({
    name: 'recount',
    text: `update conversation set
             unread_count = (select count(*) from message m where m.conversation_id = conversation.conversation_id
               and m.author = 'buyer' and m.status = 'available'
               and m.position > coalesce(conversation.seller_read_position, -1)),
             waiting_since = (select min(m.sent_at) from message m where m.conversation_id = conversation.conversation_id
               and m.author = 'buyer' and m.status = 'available'
               and m.position > greatest(conversation.last_reply_position, conversation.set_aside_position, -1))
           where conversation_id = any($1::uuid[])
           returning ${CONVERSATION_COLUMNS}, old.waiting_since as was_waiting_since`,
    values: [conversationIds],
  });
  const rows = updated.rows.map(({ was_waiting_since: _, ...row }): ConversationRow => row);
  const moved = rows.filter((row, index) => row.waiting_since !== updated.rows[index]?.was_waiting_since);
  if (moved.length === 0) return rows;
  const due = new Map((await withDueTimes(transaction, moved)).map((row) => [row.conversation_id, row]));
  return rows.map((row) => due.get(row.conversation_id) ?? row);
}

/** The counters of a shop's row, summed over its conversations. */
export interface ShopCounters {
  readonly unread: number;
  readonly waiting: number;
}
export const NO_COUNTERS: ShopCounters = { unread: 0, waiting: 0 };
export const countersOf = (row: ConversationRow): ShopCounters => ({
  unread: shownUnread(row),
  waiting: row.waiting_since === null ? 0 : 1,
});

/** A conversation as it was and as it is. */
export type Moved = readonly [before: ConversationRow, after: ConversationRow];

/** By shop, how its counters move with its conversations. A shop of which only a due time has moved is among them. */
export function movesOf(moved: readonly Moved[]): ReadonlyMap<string, ShopCounters> {
  const moves = new Map<string, ShopCounters>();
  for (const [before, after] of moved) {
    const [was, is] = [countersOf(before), countersOf(after)];
    const isSame = was.unread === is.unread && was.waiting === is.waiting && before.due_at === after.due_at;
    if (isSame) continue;
    const sum = moves.get(after.shop_id) ?? NO_COUNTERS;
    moves.set(after.shop_id, {
      unread: sum.unread + is.unread - was.unread,
      waiting: sum.waiting + is.waiting - was.waiting,
    });
  }
  return moves;
}

/**
 * Moves the counters, and gives the shops as they are then. They are read by a statement of their own, which sees what
 * was committed while the first one waited for the rows of the shops. Conversations must be changed before.
 */
export async function moveShopCounters(
  transaction: Transaction,
  deltas: ReadonlyMap<string, ShopCounters>,
): Promise<ToldShopRow[]> {
  if (deltas.size === 0) return [];
  const sorted = [...deltas].sort(([left], [right]) => (left < right ? -1 : 1));
  const ids = sorted.map(([id]) => id);
  const [, shops] = await Promise.all([
    transaction.query({
      name: 'move-shop-counters',
      text: `update shop s set unread_count = s.unread_count + item.unread, waiting_count = s.waiting_count + item.waiting
           from (select * from unnest($1::uuid[], $2::int[], $3::int[]) as item (id, unread, waiting) order by id) item
           where s.shop_id = item.id`,
      values: [ids, sorted.map(([, delta]) => delta.unread), sorted.map(([, delta]) => delta.waiting)],
    }),
    transaction.query<ToldShopRow>({
      name: 'moved-shops',
      text: `${SELECT_TOLD_SHOP} where s.shop_id = any($1::uuid[]) order by s.shop_id`,
      values: [ids],
    }),
  ]);
  return shops.rows;
}
