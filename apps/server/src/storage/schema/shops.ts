import type { Country, Marketplace, ReasonCode, SignInState } from '@pasar/domain';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { account, member, ownId } from './account.ts';
import { connection, shop } from './chat.ts';
import { ipSubject } from './routing.ts';

const accountId = () =>
  uuid('account_id')
    .notNull()
    .references(() => account.accountId, { onDelete: 'cascade' });
/** Milliseconds since the epoch. */
const time = (name: string) => bigint(name, { mode: 'number' });

/** A file of shops to sign in; its rows are sign-ins. */
export const shopImport = pgTable(
  'shop_import',
  {
    importId: ownId('import_id').primaryKey(),
    accountId: accountId(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.memberId, { onDelete: 'cascade' }),
    fileName: text('file_name').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('shop_import_newest').on(table.accountId, table.createdAt.desc())],
);

/** See the states of a sign-in in the domain. Password, cookies and answers lie in `secret`, owned by the sign-in. */
export const signIn = pgTable(
  'sign_in',
  {
    signInId: ownId('sign_in_id').primaryKey(),
    accountId: accountId(),
    /** Who sits before it. */
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.memberId, { onDelete: 'cascade' }),
    marketplace: text('marketplace').$type<Marketplace>().notNull(),
    country: text('country').$type<Country>().notNull(),
    identifier: text('identifier').notNull(),
    /** The login that is signed in anew; null for one that is not known yet. */
    connectionId: uuid('connection_id').references(() => connection.connectionId, { onDelete: 'set null' }),
    /** The way out that was chosen for a login that is not known yet. */
    ipSubjectId: uuid('ip_subject_id').references(() => ipSubject.ipSubjectId, { onDelete: 'set null' }),
    importId: uuid('import_id').references(() => shopImport.importId, { onDelete: 'cascade' }),
    /** The row of the file, counted as a spreadsheet does. */
    rowNumber: integer('row_number'),
    state: text('state').$type<SignInState>().notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    notBefore: time('not_before').notNull().default(0),
    /** What is asked of the person, as the window shows it; kept while another code is asked for. */
    challenge: jsonb('challenge'),
    /** When it was last asked; never null again, so that whoever answered by hand is told how it goes on. */
    challengedAt: time('challenged_at'),
    refusalReason: text('refusal_reason').$type<ReasonCode>(),
    refusalDetail: text('refusal_detail'),
    /** What it brought. */
    shopIds: uuid('shop_ids').array().notNull().default([]),
    /** One claim by one process: what a late one brings is not written. */
    claimHolder: uuid('claim_holder'),
    claimUntil: timestamp('claim_until', { withTimezone: true }).notNull().default(sql`'-infinity'`),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('sign_in_open')
      .on(table.accountId, table.createdAt)
      .where(sql`${table.state} in ('waiting', 'logging_in', 'challenged')`),
    index('sign_in_member').on(table.memberId, table.createdAt.desc()).where(sql`${table.importId} is null`),
    unique('sign_in_row').on(table.importId, table.rowNumber),
  ],
);

/** How one member has arranged the shop list. */
export const shopPreference = pgTable(
  'shop_preference',
  {
    accountId: accountId(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.memberId, { onDelete: 'cascade' }),
    shopId: uuid('shop_id')
      .notNull()
      .references(() => shop.shopId, { onDelete: 'cascade' }),
    place: integer('place'),
    isHidden: boolean('is_hidden').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.shopId] }), index('shop_preference_shop').on(table.shopId)],
);

/** What clients and connectors report for whoever looks after the product: no secrets, no texts of buyers. */
export const clientReport = pgTable(
  'client_report',
  {
    reportId: ownId('report_id').notNull(),
    accountId: accountId(),
    kind: text('kind').$type<'cnsc_login' | 'unknown_message_type' | 'unknown_value' | 'proxy_stat'>().notNull(),
    payload: jsonb('payload').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.reportId] }),
    index('client_report_newest').on(table.accountId, table.kind, table.createdAt.desc()),
  ],
);
