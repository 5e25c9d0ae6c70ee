import {
  type ConversationView,
  contentView,
  conversationView,
  type DeliveryView,
  deliveryView,
  type MessageView,
  messageView,
  outgoingView,
  type QuoteView,
  quoteView,
  type ShopView,
  shopView,
} from '@pasar/api';
import {
  type Author,
  asConversationId,
  asMessageId,
  asShopId,
  contentKind,
  DELIVERY_MARK,
  type MessageContent,
  type MessageStatus,
  type OutgoingContent,
} from '@pasar/domain';
import type {
  ConnectionTable,
  ConversationTable,
  DeliveryTable,
  MessageTable,
  ShopTable,
} from '../storage/gen/tables.ts';

/**
 * Database rows as PostgreSQL gives them (64-bit integers as decimal strings) and the views made of them. The row types
 * are generated from the schema. JSON columns are parsed here, so that a damaged value is an error here and not on a
 * screen.
 */
export type ShopRow = Readonly<
  Pick<
    ShopTable,
    | 'shop_id'
    | 'marketplace'
    | 'platform_shop_id'
    | 'name'
    | 'alias'
    | 'country'
    | 'is_cb'
    | 'connection_id'
    | 'unread_count'
    | 'waiting_count'
    | 'is_on_vacation'
  > &
    Pick<ConnectionTable, 'state' | 'refusal_reason' | 'refusal_detail' | 'unreadable_count'> & { is_isolated: boolean }
>;
/**
 * A stored state is true only while its writer lives: without a valid lease the connection waits for a process. Only
 * `failed` stays, which waits for a person. The boost proxy does not make a shop isolated, because the operator gives
 * the same proxy to all accounts.
 */
export const SHOP_COLUMNS = `s.shop_id, s.marketplace, s.platform_shop_id, s.name, s.alias, s.country, s.is_cb,
  s.connection_id, s.unread_count, s.waiting_count, s.is_on_vacation, c.refusal_reason, c.refusal_detail,
  c.unreadable_count,
  case when lease.expires_at > clock_timestamp() or c.state = 'failed' then c.state else 'waiting' end as state,
  c.ip_subject_id is not null or exists (select from ip_subject g where g.account_id = c.account_id
    and g.scope = 'custom_global') as is_isolated`;
const FROM_SHOP =
  'from shop s join connection c using (connection_id) left join connection_lease lease using (connection_id)';
export const SELECT_SHOP = `select ${SHOP_COLUMNS} ${FROM_SHOP}`;

/** A shop as the windows are told of it. */
export type ToldShopRow = ShopRow & { readonly first_due_at: string | null };
/** When the first answer is due is read from the index of the shop's queue, and stored nowhere. */
export const SELECT_TOLD_SHOP = `select ${SHOP_COLUMNS}, (select waits.due_at from conversation waits
    where waits.shop_id = s.shop_id and waits.due_at is not null order by waits.due_at limit 1) as first_due_at
  ${FROM_SHOP}`;

export const toShopView = (row: ToldShopRow): ShopView =>
  shopView.parse({
    shopId: row.shop_id,
    marketplace: row.marketplace,
    platformShopId: row.platform_shop_id,
    name: withoutBidi(row.name),
    alias: row.alias === null ? null : withoutBidi(row.alias),
    country: row.country,
    isCb: row.is_cb,
    connectionId: row.connection_id,
    connection: {
      state: row.state,
      refusal: row.refusal_reason === null ? null : { reason: row.refusal_reason, detail: row.refusal_detail },
    },
    unreadCount: row.unread_count,
    waitingCount: row.waiting_count,
    firstDueAt: row.first_due_at === null ? null : Number(row.first_due_at),
    isOnVacation: row.is_on_vacation,
    isIsolated: row.is_isolated,
    unreadableCount: row.unreadable_count,
  });

/**
 * A name without the characters that change the direction of text (U+202A to U+202E, U+2066 to U+2069): one of them
 * would turn round what stands behind the name on the screen.
 */
const withoutBidi = (name: string): string => name.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');

const CONVERSATION = [
  'conversation_id',
  'shop_id',
  'platform_conversation_id',
  'buyer_id',
  'buyer_name',
  'buyer_avatar_url',
  'status',
  'is_pinned',
  'is_muted',
  'is_favorite',
  'is_buyer_blocked',
  'unread_count',
  'is_marked_unread',
  'waiting_since',
  'due_at',
  'buyer_wrote_at',
  'last_reply_position',
  'set_aside_position',
  'deleted_position',
  'closing',
  'assignee_id',
  'tag_ids',
  'last_message_at',
  'last_position',
  'last_message',
  'seller_read_position',
  'buyer_read_position',
  'history',
  'is_history_wanted',
] as const satisfies readonly (keyof ConversationTable)[];
export type ConversationRow = Readonly<Pick<ConversationTable, (typeof CONVERSATION)[number]>>;
export const CONVERSATION_COLUMNS = CONVERSATION.join(', ');

export const toConversationView = (row: ConversationRow): ConversationView => ({
  conversationId: asConversationId(row.conversation_id),
  shopId: asShopId(row.shop_id),
  buyer: { buyerId: row.buyer_id, name: withoutBidi(row.buyer_name), avatarUrl: row.buyer_avatar_url },
  status: row.status,
  isPinned: row.is_pinned,
  isMuted: row.is_muted,
  isFavorite: row.is_favorite,
  isBuyerBlocked: row.is_buyer_blocked,
  unreadCount: shownUnread(row),
  isUnreply: isUnreplied(row),
  waitingSince: row.waiting_since === null ? null : Number(row.waiting_since),
  dueAt: row.due_at === null ? null : Number(row.due_at),
  isSetAside: isSetAside(row),
  isDeleted: isDeleted(row),
  closing: row.status === 'closed' ? closingShape.parse(row.closing) : null,
  assigneeId: row.assignee_id,
  tagIds: row.tag_ids,
  buyerWroteAt: row.buyer_wrote_at === null ? null : Number(row.buyer_wrote_at),
  lastMessageAt: Number(row.last_message_at),
  lastMessage: lastMessageShape.parse(row.last_message),
  sellerReadPosition: row.seller_read_position,
  buyerReadPosition: row.buyer_read_position,
});
/** The newest message is one that needs no answer. */
const isSetAside = ({ set_aside_position: aside, last_position: last }: ConversationRow): boolean =>
  aside !== null && last !== null && BigInt(aside) >= BigInt(last);
/** A member deleted it, and nobody has written since; the same as the column `is_deleted`, which has an index. */
export const isDeleted = ({ deleted_position: deleted, last_position: last }: ConversationRow): boolean =>
  deleted !== null && BigInt(deleted) >= BigInt(last ?? 0);
export const NOT_DELETED = 'not c.is_deleted';
/** The buyer wrote last, a robot's answer apart; the same as `UNREPLIED`, which has an index. */
const isUnreplied = (row: ConversationRow): boolean =>
  row.waiting_since !== null || BigInt(row.set_aside_position ?? -1) > BigInt(row.last_reply_position ?? -1);
export const UNREPLIED = 'c.waiting_since is not null or c.set_aside_position > coalesce(c.last_reply_position, -1)';
const closingShape = conversationView.shape.closing;
const lastMessageShape = conversationView.shape.lastMessage;

/** The unread number that a person sees: a conversation marked unread counts one even when every message was read. */
export const shownUnread = (row: { readonly unread_count: number; readonly is_marked_unread: boolean }): number =>
  Math.max(row.unread_count, row.is_marked_unread ? 1 : 0);

const MESSAGE = [
  'message_id',
  'conversation_id',
  'platform_message_id',
  'position',
  'sent_at',
  'author',
  'content',
  'status',
  'quote',
  'marks',
  'client_id',
  'original',
  'member_id',
  'cause',
] as const satisfies readonly (keyof MessageTable)[];
export type MessageRow = Readonly<Pick<MessageTable, (typeof MESSAGE)[number]>>;
export const MESSAGE_COLUMNS = MESSAGE.join(', ');

export const toMessageView = (row: MessageRow): MessageView => ({
  messageId: asMessageId(row.message_id),
  conversationId: asConversationId(row.conversation_id),
  platformMessageId: row.platform_message_id,
  position: row.position,
  sentAt: Number(row.sent_at),
  author: row.author,
  content: contentView.parse(row.content),
  status: row.status,
  quote: quoteOf(row.quote),
  marks: marksShape.parse(row.marks),
  clientId: row.client_id,
  ...(row.original === null ? {} : { original: row.original }),
  ...(row.member_id === null ? {} : { memberId: row.member_id }),
  ...(row.cause === null ? {} : { cause: row.cause }),
});

const marksShape = messageView.shape.marks;

/** A stored quote; null for none. */
export const quoteOf = (stored: unknown): QuoteView | null => (stored === null ? null : quoteView.parse(stored));

const DELIVERY = [
  'delivery_id',
  'client_id',
  'conversation_id',
  'shop_id',
  'member_id',
  'content',
  'quote',
  'original',
  'state',
  'attempt',
  'reopened_at',
  'not_before',
  'intent_at',
  'look_until',
  'platform_message_id',
  'refusal_reason',
  'refusal_detail',
  'anchor_position',
  'created_at',
  'cause',
] as const satisfies readonly (keyof DeliveryTable)[];
export type DeliveryRow = Readonly<Pick<DeliveryTable, (typeof DELIVERY)[number]>>;
export const DELIVERY_COLUMNS = DELIVERY.join(', ');

export const toDeliveryView = (row: DeliveryRow): DeliveryView =>
  deliveryView.parse({
    deliveryId: row.delivery_id,
    clientId: row.client_id,
    conversationId: row.conversation_id,
    shopId: row.shop_id,
    memberId: row.member_id,
    content: row.content,
    quote: quoteOf(row.quote),
    ...(row.original === null ? {} : { original: row.original }),
    mark: DELIVERY_MARK[row.state],
    isInDoubt: row.state === 'doubted',
    refusal: row.refusal_reason === null ? null : { reason: row.refusal_reason, detail: row.refusal_detail },
    createdAt: Number(row.created_at),
    anchorPosition: row.anchor_position,
    cause: row.cause,
  });

/** What a delivery sends. */
export const contentOf = (row: Pick<DeliveryRow, 'content'>): OutgoingContent => outgoingView.parse(row.content);

/** The last message as the conversation list shows it: one line, so the text is cut. */
export function toLastMessage(
  author: Author,
  content: MessageContent,
  status: MessageStatus,
): ConversationView['lastMessage'] {
  if (status !== 'available') return { author, text: null, placeholder: null, status };
  return 'text' in content
    ? { author, text: content.text.slice(0, PREVIEW_LENGTH), placeholder: null, status }
    : { author, text: null, placeholder: contentKind(content), status };
}
const PREVIEW_LENGTH = 200;
