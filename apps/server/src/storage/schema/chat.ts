import type {
  ConnectionStateName,
  ConversationStatus,
  DeliveryState,
  ImageType,
  Marketplace,
  MessageMark,
  MessageStatus,
  ReasonCode,
  RoutingLine,
} from '@pasar/domain';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { account, bytea, member, ownId } from './account.ts';
import { ipSubject } from './routing.ts';

const accountId = () =>
  uuid('account_id')
    .notNull()
    .references(() => account.accountId, { onDelete: 'cascade' });
/** 64-bit positions and ids: decimal strings, never Number. */
const position = (name: string) => bigint(name, { mode: 'bigint' });
/** Milliseconds since the epoch. */
const time = (name: string) => bigint(name, { mode: 'number' });

/** An authenticated login at a marketplace that serves one or more shops. */
export const connection = pgTable(
  'connection',
  {
    connectionId: ownId('connection_id').primaryKey(),
    accountId: accountId(),
    marketplace: text('marketplace').$type<Marketplace>().notNull(),
    identifier: text('identifier').notNull(),
    country: text('country').notNull(),
    /** The marketplace's id of the sub-account that signs in; null for a login that is none. */
    subAccountId: text('sub_account_id'),
    state: text('state').$type<ConnectionStateName>().notNull().default('waiting'),
    refusalReason: text('refusal_reason').$type<ReasonCode>(),
    refusalDetail: text('refusal_detail'),
    /** The way out of its requests; a login's shops leave together. */
    ipSubjectId: uuid('ip_subject_id').references(() => ipSubject.ipSubjectId, { onDelete: 'set null' }),
    /** Which of the marketplace's lines its calls take. */
    line: text('line').$type<RoutingLine>().notNull().default('auto'),
    /** When the marketplace last asked for a one-time code; cleared by a login that went through. */
    otpNeededAt: time('otp_needed_at'),
    /** When its cookies were last taken out of use. */
    cookiesDisabledAt: time('cookies_disabled_at'),
    /** The marketplace's ids of shops that were unbound in the account: a sign-in of this login does not bring them back. */
    unboundShopIds: text('unbound_shop_ids').array().notNull().default([]),
  },
  // the same name at another site is another login.
  (table) => [unique('connection_login').on(table.accountId, table.marketplace, table.identifier, table.country)],
);

/** Which server process owns a connection. `token` grows with every change of owner: it fences what a late owner writes. */
export const connectionLease = pgTable('connection_lease', {
  connectionId: uuid('connection_id')
    .primaryKey()
    .references(() => connection.connectionId, { onDelete: 'cascade' }),
  accountId: accountId(),
  holder: uuid('holder'),
  token: bigint('token', { mode: 'number' }).notNull().default(0),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull().default(sql`'-infinity'`),
});

/** Where the other server processes reach one that holds leases. `seenAt` moves on while it lives. */
export const peer = pgTable('peer', {
  holder: uuid('holder').primaryKey(),
  /** `http://host:port` */
  origin: text('origin').notNull(),
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
});

export const shop = pgTable(
  'shop',
  {
    shopId: ownId('shop_id').primaryKey(),
    accountId: accountId(),
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => connection.connectionId, { onDelete: 'cascade' }),
    marketplace: text('marketplace').$type<Marketplace>().notNull(),
    platformShopId: text('platform_shop_id').notNull(),
    /** The marketplace's other ids of the shop, where it or a client told them. */
    shopUserId: text('shop_user_id'),
    merchantId: text('merchant_id'),
    name: text('name').notNull(),
    alias: text('alias'),
    country: text('country').notNull(),
    isCb: boolean('is_cb').notNull(),
    unreadCount: integer('unread_count').notNull().default(0),
    /** Conversations in which a buyer waits for an answer. */
    unreplyCount: integer('unreply_count').notNull().default(0),
    isOnVacation: boolean('is_on_vacation').notNull().default(false),
    /** Every conversation of the shop has been listed once. */
    isListed: boolean('is_listed').notNull().default(false),
  },
  (table) => [
    unique('shop_platform').on(table.accountId, table.marketplace, table.platformShopId),
    index('shop_connection').on(table.connectionId),
  ],
);

/** The shops a sub-account answers for. */
export const memberShop = pgTable(
  'member_shop',
  {
    accountId: accountId(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.memberId, { onDelete: 'cascade' }),
    shopId: uuid('shop_id')
      .notNull()
      .references(() => shop.shopId, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.shopId] }), index('member_shop_shop').on(table.shopId)],
);

/**
 * A conversation with its counters. `unreadCount` is the number of buyer messages behind `sellerReadPosition` (at least
 * one while `isMarkedUnread`); `waitingSince` the time of the first buyer message behind `lastReplyPosition`.
 */
export const conversation = pgTable(
  'conversation',
  {
    conversationId: ownId('conversation_id').primaryKey(),
    accountId: accountId(),
    shopId: uuid('shop_id')
      .notNull()
      .references(() => shop.shopId, { onDelete: 'cascade' }),
    platformConversationId: text('platform_conversation_id').notNull(),
    buyerId: text('buyer_id').notNull(),
    buyerName: text('buyer_name').notNull(),
    buyerAvatarUrl: text('buyer_avatar_url'),
    status: text('status').$type<ConversationStatus>().notNull(),
    isPinned: boolean('is_pinned').notNull(),
    isMuted: boolean('is_muted').notNull().default(false),
    isFavorite: boolean('is_favorite').notNull().default(false),
    unreadCount: integer('unread_count').notNull().default(0),
    isMarkedUnread: boolean('is_marked_unread').notNull().default(false),
    waitingSince: time('waiting_since'),
    lastReplyPosition: position('last_reply_position'),
    lastMessageAt: time('last_message_at').notNull().default(0),
    lastPosition: position('last_position'),
    lastMessage: jsonb('last_message'),
    /** Up to here our rows were compared with the marketplace's own history; nothing is missing before it. */
    syncedPosition: position('synced_position'),
    /** The newest message of the list when the history was last compared; it may be one that could not be read. */
    syncedMessageId: text('synced_message_id'),
    sellerReadPosition: position('seller_read_position'),
    buyerReadPosition: position('buyer_read_position'),
    address: jsonb('address').notNull(),
    /** `unknown` until the first page came; `more` with the cursor of the next older page; `complete`. */
    history: text('history').$type<'unknown' | 'more' | 'complete'>().notNull().default('unknown'),
    historyCursor: text('history_cursor'),
    /** A window waits for an older page. */
    isHistoryWanted: boolean('is_history_wanted').notNull().default(false),
  },
  (table) => [
    unique('conversation_platform').on(table.shopId, table.platformConversationId),
    index('conversation_newest').on(table.accountId, table.lastMessageAt.desc(), table.conversationId),
    index('conversation_shop_newest').on(table.shopId, table.lastMessageAt.desc(), table.conversationId),
    index('conversation_unread')
      .on(table.accountId, table.lastMessageAt.desc(), table.conversationId)
      .where(sql`${table.unreadCount} > 0`),
    index('conversation_pinned').on(table.accountId, table.conversationId).where(sql`${table.isPinned}`),
    index('conversation_history_wanted').on(table.shopId).where(sql`${table.isHistoryWanted}`),
  ],
);

export const message = pgTable(
  'message',
  {
    messageId: ownId('message_id').primaryKey(),
    /** Its conversation's, as is the shop: one reference holds a message, and each is checked for every row written. */
    accountId: uuid('account_id').notNull(),
    shopId: uuid('shop_id').notNull(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversation.conversationId, { onDelete: 'cascade' }),
    platformMessageId: text('platform_message_id').notNull(),
    position: position('position').notNull(),
    sentAt: time('sent_at').notNull(),
    author: text('author').notNull(),
    content: jsonb('content').notNull(),
    status: text('status').$type<MessageStatus>().notNull().default('available'),
    /** The message that it answers. */
    quote: jsonb('quote'),
    marks: text('marks').array().$type<MessageMark[]>().notNull().default([]),
    /** The delivery of ours that this message settles. */
    clientId: uuid('client_id'),
  },
  (table) => [
    unique('message_platform').on(table.shopId, table.platformMessageId),
    index('message_order').on(table.conversationId, table.position.desc(), table.platformMessageId),
  ],
);

/** The ledger of outgoing messages: see the delivery states of the domain. */
export const delivery = pgTable(
  'delivery',
  {
    deliveryId: ownId('delivery_id').primaryKey(),
    accountId: accountId(),
    shopId: uuid('shop_id')
      .notNull()
      .references(() => shop.shopId, { onDelete: 'cascade' }),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversation.conversationId, { onDelete: 'cascade' }),
    memberId: uuid('member_id').notNull(),
    /** The client's id of the message and its idempotency key on the wire. */
    clientId: uuid('client_id').notNull(),
    /** Empty where a picture is sent. */
    text: text('text').notNull(),
    /** What is sent instead of a text: a picture's name, type, size and digest. */
    image: jsonb('image'),
    quote: jsonb('quote'),
    state: text('state').$type<DeliveryState>().notNull(),
    attempt: integer('attempt').notNull().default(0),
    notBefore: time('not_before').notNull().default(0),
    intentAt: time('intent_at'),
    lookUntil: time('look_until'),
    /** When its closed conversation was opened again for it: done once a message. */
    reopenedAt: time('reopened_at'),
    platformMessageId: text('platform_message_id'),
    refusalReason: text('refusal_reason').$type<ReasonCode>(),
    refusalDetail: text('refusal_detail'),
    anchorPosition: position('anchor_position'),
    createdAt: time('created_at').notNull(),
    /** The lease token of the process that claimed it. */
    claimToken: bigint('claim_token', { mode: 'number' }),
  },
  (table) => [
    unique('delivery_client').on(table.accountId, table.clientId),
    index('delivery_open')
      .on(table.shopId, table.state, table.createdAt)
      .where(sql`${table.state} not in ('confirmed', 'refused', 'unconfirmed', 'dismissed')`),
    index('delivery_conversation').on(table.conversationId).where(sql`${table.state} <> 'confirmed'`),
  ],
);

/** The bytes of a picture on its way, until its delivery is confirmed or dismissed: nothing is hosted again. */
export const deliveryImage = pgTable('delivery_image', {
  deliveryId: uuid('delivery_id')
    .primaryKey()
    .references(() => delivery.deliveryId, { onDelete: 'cascade' }),
  accountId: accountId(),
  shopId: uuid('shop_id')
    .notNull()
    .references(() => shop.shopId, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  type: text('type').$type<ImageType>().notNull(),
  bytes: bytea('bytes').notNull(),
  /** What the marketplace answered to the upload. */
  uploaded: jsonb('uploaded'),
});

/** Settings on their way to a marketplace: only the newest wish of each kind for a conversation. */
export const settingOutbox = pgTable(
  'setting_outbox',
  {
    accountId: accountId(),
    shopId: uuid('shop_id')
      .notNull()
      .references(() => shop.shopId, { onDelete: 'cascade' }),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversation.conversationId, { onDelete: 'cascade' }),
    /** See `settingSlot` of the domain. */
    slot: text('slot').notNull(),
    /** Who wished it, and is told when it is refused. */
    memberId: uuid('member_id'),
    setting: jsonb('setting').notNull(),
    version: integer('version').notNull().default(1),
    attempts: integer('attempts').notNull().default(0),
    notBefore: time('not_before').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.slot] }),
    index('setting_outbox_shop').on(table.shopId, table.notBefore),
  ],
);

/** The change feed: what a client may show, in commit order. `memberId` aims a change at one member. */
export const change = pgTable(
  'change',
  {
    /** Of an account that is there: a change is appended by its counter's row. */
    accountId: uuid('account_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    kind: text('kind').notNull(),
    shopId: uuid('shop_id'),
    memberId: uuid('member_id'),
    /** Written once and told as it is: text that is never looked into. */
    payload: json('payload').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.seq] })],
);

/** What could not be read or stored, with its bytes and the reason. */
export const quarantine = pgTable(
  'quarantine',
  {
    quarantineId: ownId('quarantine_id').primaryKey(),
    accountId: accountId(),
    connectionId: uuid('connection_id').notNull(),
    shopId: uuid('shop_id'),
    reason: text('reason').notNull(),
    bytes: bytea('bytes').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('quarantine_account').on(table.accountId, table.createdAt),
    /** What cannot be read comes again with every comparison; it is kept once. */
    uniqueIndex('quarantine_once').on(table.connectionId, sql`md5(${table.bytes})`),
  ],
);
