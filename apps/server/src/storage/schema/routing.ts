import type { Country, DomainSwitchResult, ProxyKind, ProxyScope, ProxyType } from '@pasar/domain';
import { bigint, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { account, member, ownId } from './account.ts';

const accountId = () =>
  uuid('account_id')
    .notNull()
    .references(() => account.accountId, { onDelete: 'cascade' });
/** Milliseconds since the epoch. */
const time = (name: string) => bigint(name, { mode: 'number' });

/** A way out for requests. The password lies in `secret`. */
export const ipSubject = pgTable(
  'ip_subject',
  {
    ipSubjectId: ownId('ip_subject_id').primaryKey(),
    accountId: accountId(),
    scope: text('scope').$type<ProxyScope>().notNull(),
    name: text('name').notNull(),
    type: text('type').$type<ProxyType>().notNull(),
    proxyType: text('proxy_type').$type<ProxyKind>().notNull().default('static'),
    host: text('host').notNull(),
    /** All hosts of one that rotates, `host` among them: a failure goes on to the next. */
    hosts: text('hosts').array().notNull().default([]),
    port: integer('port').notNull(),
    username: text('username'),
    /** When it last carried a request of ours to its end. */
    testedAt: time('tested_at'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [unique('ip_subject_name').on(table.accountId, table.scope, table.name)],
);

/** A proxy that carried a request of ours, until somebody saves it, once. Its values lie in `secret`, owned by the test. */
export const proxyTest = pgTable('proxy_test', {
  testId: ownId('test_id').primaryKey(),
  accountId: accountId(),
  memberId: uuid('member_id')
    .notNull()
    .references(() => member.memberId, { onDelete: 'cascade' }),
  testedAt: time('tested_at').notNull(),
});

/** Which of a marketplace's two lines a country's calls take: asked for, and found out after a 403. */
export const domainSwitch = pgTable(
  'domain_switch',
  {
    accountId: accountId(),
    country: text('country').$type<Country>().notNull(),
    result: text('result').$type<DomainSwitchResult>().notNull(),
    learnedAt: time('learned_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.country] })],
);
