import { type ConversationFacts, type Position, parsePosition, type ShopId } from '@pasar/domain';
import { SHARE_TAGS } from '../../records/buyer-tags.ts';
import { type Moved, moveShopCounters, movesOf, recount } from '../../records/counters.ts';
import { dueTimes } from '../../records/due-times.ts';
import { CONVERSATION_COLUMNS, type ConversationRow, type ToldShopRow } from '../../records/rows.ts';
import type { Send, Transaction } from '../../storage/database.ts';
import type { ConversationTable } from '../../storage/gen/tables.ts';
import { jsonList, jsonListAs, storableJson, storableText } from '../../storage/storable.ts';
import type { ConversationProjection } from './projection.ts';

/** A conversation under the transaction's lock: its stored state, and its state after this batch. */
export interface LoadedConversation {
  readonly row: ConversationRow;
  readonly before: ConversationProjection;
  state: ConversationProjection;
  /** Messages sent before this time are not stored. */
  readonly keptFrom: number;
  /** Slots of the members' wishes that have not reached the marketplace yet. */
  readonly wished: ReadonlySet<string>;
  /** A window waits for this conversation, so it is told even when nothing changed. */
  isAwaited: boolean;
}

/** Most comparisons with the marketplace change nothing; then nothing is written and no window is told. */
function isChanged({ before, state }: LoadedConversation): boolean {
  const keys = Object.keys(before) as (keyof ConversationProjection)[];
  return before !== state && keys.some((key) => before[key] !== state[key]);
}

export const conversationKey = (shopId: string, platformConversationId: string): string =>
  `${shopId}/${platformConversationId}`;

export interface Listing {
  readonly shopId: ShopId;
  readonly facts: ConversationFacts;
}

/**
 * Makes the listed conversations exist. An existing conversation keeps its counters; only its address is renewed. The
 * conversation of an erased buyer comes back only when something was written in it since.
 */
export function ensureListed(send: Send, accountId: string, listings: readonly Listing[]): void {
  if (listings.length === 0) return;
  const newest = [...new Map(listings.map((item) => [keyOf(item), item])).values()].sort((left, right) =>
    keyOf(left) < keyOf(right) ? -1 : 1,
  );
  void send({
    name: 'ensure-listed',
    // Who tags buyers is waited for only where a conversation is new, and before the first row is locked.
    text: `with held as materialized (select ${SHARE_TAGS} where exists (
             select from unnest($2::uuid[], $3::text[]) as item (shop_id, id) where not exists (
               select from conversation c where c.shop_id = item.shop_id and c.platform_conversation_id = item.id)))
           insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name,
             buyer_avatar_url, status, is_pinned, is_muted, is_favorite, address, kept_from, session_tags)
           select $1, item.shop_id, item.id, item.buyer_id, item.buyer_name, item.avatar, item.status, item.is_pinned,
             item.is_muted, item.is_favorite, item.address, coalesce(gone.erased_at, 0),
             case when item.tags is not null then array(select jsonb_array_elements_text(item.tags)) end
           from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
             $8::boolean[], $9::boolean[], $10::boolean[], $11::jsonb[], $12::bigint[], ${jsonListAs('$13', 'jsonb')}) with ordinality
             as item (shop_id, id, buyer_id, buyer_name, avatar, status, is_pinned, is_muted, is_favorite, address,
               last_message_at, tags, number)
             left join shop s on s.shop_id = item.shop_id
             left join erased_buyer gone on gone.account_id = $1
               and gone.buyer_hash = pasar_buyer_hash($1, s.marketplace, item.buyer_id)
           where (select count(*) from held) >= 0 and (gone.erased_at is null or item.last_message_at > gone.erased_at)
           order by item.number
           on conflict (shop_id, platform_conversation_id) do update set address = excluded.address,
             session_tags = coalesce(excluded.session_tags, conversation.session_tags)
           where conversation.address is distinct from excluded.address
             or excluded.session_tags <> coalesce(conversation.session_tags, '{}')`,
    values: [
      accountId,
      newest.map((item) => item.shopId),
      newest.map((item) => item.facts.platformConversationId),
      newest.map((item) => item.facts.buyer.buyerId),
      newest.map((item) => storableText(item.facts.buyer.name)),
      newest.map((item) => item.facts.buyer.avatarUrl),
      newest.map((item) => item.facts.status),
      newest.map((item) => item.facts.isPinned ?? false),
      newest.map((item) => item.facts.isMuted ?? false),
      newest.map((item) => item.facts.isFavorite ?? false),
      newest.map((item) => JSON.stringify(item.facts.address)),
      newest.map((item) => item.facts.lastMessageAt),
      jsonList(newest.map(({ facts: { tags } }) => (tags === undefined ? null : storableJson(tags)))),
    ],
  });
}
const keyOf = (item: Listing) => conversationKey(item.shopId, item.facts.platformConversationId);

type LockedRow = ConversationRow & Pick<ConversationTable, 'kept_from'> & { readonly wished: readonly string[] };

/** Loads and locks conversations, always in the same order, so that transactions never deadlock. */
export async function lockConversations(
  transaction: Transaction,
  byPlatform: readonly { readonly shopId: string; readonly platformConversationId: string }[],
  byId: readonly string[],
): Promise<LoadedConversation[]> {
  const found = await transaction.query<LockedRow>({
    name: 'lock-conversations',
    text: `select ${CONVERSATION_COLUMNS}, kept_from, array(select slot from setting_outbox wish
             where wish.conversation_id = conversation.conversation_id) as wished
           from conversation
           where (shop_id, platform_conversation_id) in (select * from unnest($1::uuid[], $2::text[]))
              or conversation_id = any($3::uuid[])
           order by conversation_id for update`,
    values: [byPlatform.map((item) => item.shopId), byPlatform.map((item) => item.platformConversationId), byId],
  });
  return found.rows.map(({ kept_from: keptFrom, wished, ...row }) => {
    const state = toProjection(row);
    return { row, before: state, state, keptFrom: Number(keptFrom), wished: new Set(wished), isAwaited: false };
  });
}

const toProjection = (row: ConversationRow): ConversationProjection => ({
  status: row.status,
  isPinned: row.is_pinned,
  isMuted: row.is_muted,
  isFavorite: row.is_favorite,
  buyerName: row.buyer_name,
  buyerAvatarUrl: row.buyer_avatar_url,
  unreadCount: row.unread_count,
  isMarkedUnread: row.is_marked_unread,
  waitingSince: row.waiting_since === null ? null : Number(row.waiting_since),
  buyerWroteAt: row.buyer_wrote_at === null ? null : Number(row.buyer_wrote_at),
  lastReplyPosition: row.last_reply_position === null ? null : BigInt(row.last_reply_position),
  setAsidePosition: row.set_aside_position === null ? null : BigInt(row.set_aside_position),
  deletedPosition: row.deleted_position === null ? null : BigInt(row.deleted_position),
  lastMessageAt: Number(row.last_message_at),
  lastPosition: row.last_position === null ? null : BigInt(row.last_position),
  lastMessage: row.last_message,
  sellerReadPosition: row.seller_read_position === null ? null : BigInt(row.seller_read_position),
  buyerReadPosition: row.buyer_read_position === null ? null : BigInt(row.buyer_read_position),
  isRecountNeeded: false,
});

/** Writes the changed conversations, counts again where a late fact requires it, and moves the shops' counters. */
export async function storeConversations(
  transaction: Transaction,
  send: Send,
  loaded: readonly LoadedConversation[],
): Promise<{ readonly rows: readonly ConversationRow[]; readonly shops: readonly ToldShopRow[] }> {
  const changed = loaded.filter((item) => item.isAwaited || isChanged(item));
  if (changed.length === 0) return { rows: [], shops: [] };
  const waits = changed.filter(
    ({ before, state }) => state.waitingSince !== null && before.waitingSince !== state.waitingSince,
  );
  const due = await dueTimes(transaction, waits.map(waitOf));
  const rows = updateConversations(send, changed, due);
  const recounts = changed.filter((item) => item.state.isRecountNeeded).map((item) => item.row.conversation_id);
  const recounted = new Map((await recount(transaction, recounts)).map((row) => [row.conversation_id, row]));
  const final = rows.map((row) => recounted.get(row.conversation_id) ?? row);
  const before = new Map(changed.map(({ row }) => [row.conversation_id, row]));
  const moved = final.map((row): Moved => [before.get(row.conversation_id) ?? row, row]);
  return { rows: final, shops: await moveShopCounters(transaction, movesOf(moved)) };
}

/** The rows are built from the written values instead of read back; the transaction's lock keeps them true. */
function updateConversations(
  send: Send,
  changed: readonly LoadedConversation[],
  due: ReadonlyMap<string, string>,
): ConversationRow[] {
  const rows = changed.map((item) => rowOf(item, due));
  const column = <Value>(read: (row: ConversationRow) => Value) => rows.map(read);
  void send({
    name: 'store-conversations',
    text: `update conversation set status = item.status, is_pinned = item.is_pinned, buyer_name = item.buyer_name,
             buyer_avatar_url = item.buyer_avatar_url, unread_count = item.unread_count,
             is_marked_unread = item.is_marked_unread, waiting_since = item.waiting_since,
             last_reply_position = item.last_reply_position, last_message_at = item.last_message_at,
             last_position = item.last_position, last_message = item.last_message,
             seller_read_position = item.seller_read_position, buyer_read_position = item.buyer_read_position,
             is_muted = item.is_muted, is_favorite = item.is_favorite, buyer_wrote_at = item.buyer_wrote_at,
             due_at = item.due_at, deleted_position = item.deleted_position,
             closing = case when item.status = 'closed' then conversation.closing end
           from unnest($1::uuid[], $2::text[], $3::boolean[], $4::text[], $5::text[], $6::int[], $7::boolean[],
             $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], ${jsonListAs('$12', 'jsonb')}, $13::bigint[], $14::bigint[], $15::boolean[], $16::boolean[],
             $17::bigint[], $18::bigint[], $19::bigint[])
             as item (id, status, is_pinned, buyer_name, buyer_avatar_url, unread_count, is_marked_unread,
               waiting_since, last_reply_position, last_message_at, last_position, last_message,
               seller_read_position, buyer_read_position, is_muted, is_favorite, buyer_wrote_at,
               due_at, deleted_position)
           where conversation.conversation_id = item.id`,
    values: [
      column((row) => row.conversation_id),
      column((row) => row.status),
      column((row) => row.is_pinned),
      column((row) => row.buyer_name),
      column((row) => row.buyer_avatar_url),
      column((row) => row.unread_count),
      column((row) => row.is_marked_unread),
      column((row) => row.waiting_since),
      column((row) => row.last_reply_position),
      column((row) => row.last_message_at),
      column((row) => row.last_position),
      jsonList(column((row) => (row.last_message === null ? null : JSON.stringify(row.last_message)))),
      column((row) => row.seller_read_position),
      column((row) => row.buyer_read_position),
      column((row) => row.is_muted),
      column((row) => row.is_favorite),
      column((row) => row.buyer_wrote_at),
      column((row) => row.due_at),
      column((row) => row.deleted_position),
    ],
  });
  return rows;
}

const waitOf = ({ row, state }: LoadedConversation) => ({ ...row, waiting_since: String(state.waitingSince) });

/** `due`: of the conversations whose wait has changed and goes on. */
const rowOf = ({ row, before, state }: LoadedConversation, due: ReadonlyMap<string, string>): ConversationRow => ({
  ...row,
  status: state.status,
  is_pinned: state.isPinned,
  is_muted: state.isMuted,
  is_favorite: state.isFavorite,
  buyer_name: storableText(state.buyerName),
  buyer_avatar_url: state.buyerAvatarUrl,
  unread_count: state.unreadCount,
  is_marked_unread: state.isMarkedUnread,
  waiting_since: state.waitingSince === null ? null : String(state.waitingSince),
  due_at: state.waitingSince === null ? null : (due.get(row.conversation_id) ?? row.due_at),
  deleted_position: decimal(state.deletedPosition),
  closing: state.status === 'closed' ? row.closing : null,
  buyer_wrote_at: state.buyerWroteAt === null ? null : String(state.buyerWroteAt),
  last_reply_position: decimal(state.lastReplyPosition),
  last_message_at: String(state.lastMessageAt),
  last_position: decimal(state.lastPosition),
  last_message:
    state.lastMessage === before.lastMessage ? row.last_message : JSON.parse(storableJson(state.lastMessage)),
  seller_read_position: decimal(state.sellerReadPosition),
  buyer_read_position: decimal(state.buyerReadPosition),
});
const decimal = (value: bigint | null): Position | null => (value === null ? null : parsePosition(value.toString()));
