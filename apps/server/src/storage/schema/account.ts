import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
export const ownId = (name: string) => uuid(name).default(sql`uuidv7()`);
const createdAt = timestamp('created_at', { withTimezone: true }).notNull().defaultNow();

/** A tenant: one seller with everything that is the seller's. */
export const account = pgTable('account', {
  accountId: ownId('account_id').primaryKey(),
  name: text('name').notNull(),
  /** It does without the boost proxy that whoever runs the product gives to all. */
  isBoostDeclined: boolean('is_boost_declined').notNull().default(false),
  createdAt,
});

/** Somebody who signs in: the main account or a sub-account. Usernames are unique across tenants: login names no tenant. */
export const member = pgTable(
  'member',
  {
    memberId: ownId('member_id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.accountId, { onDelete: 'cascade' }),
    username: text('username').notNull(),
    name: text('name').notNull(),
    passwordHash: text('password_hash').notNull(),
    isMain: boolean('is_main').notNull(),
    permissionCodeList: text('permission_code_list').array().notNull().default([]),
    createdAt,
  },
  (table) => [
    uniqueIndex('member_username').on(sql`lower(${table.username})`),
    index('member_account').on(table.accountId),
  ],
);

/** A sign-in. Only the hash of the cookie's token is kept. */
export const session = pgTable(
  'session',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.accountId, { onDelete: 'cascade' }),
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.memberId, { onDelete: 'cascade' }),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    createdAt,
  },
  (table) => [index('session_member').on(table.memberId)],
);

/** The newest change number of an account. Locked last in every transaction, so that numbers are gapless in commit order. */
export const accountCounter = pgTable('account_counter', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => account.accountId, { onDelete: 'cascade' }),
  seq: bigint('seq', { mode: 'number' }).notNull().default(0),
});

/** AES-256-GCM envelopes, bound to account, owner row and field. */
export const secret = pgTable(
  'secret',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.accountId, { onDelete: 'cascade' }),
    ownerId: uuid('owner_id').notNull(),
    field: text('field').notNull(),
    envelope: bytea('envelope').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.field] })],
);
