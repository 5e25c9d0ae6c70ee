import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AccountId, asAccountId, asMemberId, asShopId, type MemberId, type ShopId } from '@pasar/domain';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { appendChanges, type NewChange, readFeed } from '../src/storage/change-feed.ts';
import { type Database, openDatabase, type Scope, wholeAccount } from '../src/storage/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/storage/embedded-postgres.ts';
import { migrateDatabase } from '../src/storage/migrate.ts';
import { aboutShop, aimedAt, FOR_ALL } from './harness/live-stage.ts';

let folder: string;
let cluster: EmbeddedPostgres;
let app: Database;
let engine: Database;
/** As the cluster's superuser. */
let owner: pg.Client;

/**
 * A database whose owner is no superuser and inherits nothing: forced row security binds this owner too, and what cascades
 * in its name.
 */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pasar-feed-'));
  cluster = await startEmbeddedPostgres(folder, () => undefined);
  const superuser = new pg.Client(cluster.connection);
  await superuser.connect();
  await superuser.query("create role plain login createrole noinherit password 'plain'");
  await superuser.query('create database plain owner plain');
  await superuser.end();
  const plain = { ...cluster.connection, user: 'plain', password: 'plain', database: 'plain' };
  await migrateDatabase(plain);
  app = openDatabase(plain, 'pasar_app', 5);
  engine = openDatabase(plain, 'pasar_engine', 5);
  owner = new pg.Client({ ...cluster.connection, database: 'plain' });
  await owner.connect();
});
afterAll(async () => {
  await Promise.all([app.close(), engine.close(), owner.end()]);
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

interface Seller {
  readonly accountId: AccountId;
  readonly subId: MemberId;
  readonly shopIds: readonly ShopId[];
}

/** Three shops, and a sub-account that sees none. */
async function newSeller(): Promise<Seller> {
  const accountId = asAccountId(crypto.randomUUID());
  return app.within(wholeAccount(accountId), async (transaction) => {
    await transaction.query('insert into account (account_id, name) values ($1, $2)', [accountId, accountId]);
    await transaction.query('insert into account_counter (account_id) values ($1)', [accountId]);
    const made = await transaction.query<{ member_id: string; shop_id: string }>(
      `with m as (insert into member (account_id, username, name, password_hash, is_main)
           values ($1, $2, '', '', false) returning member_id),
         c as (insert into connection (account_id, marketplace, identifier, country)
           values ($1, 'shopee', 'login', 'SG') returning *),
         s as (insert into shop (account_id, connection_id, marketplace, platform_shop_id, name, country, is_cb)
           select account_id, connection_id, marketplace, id, id, 'SG', false from c, unnest('{1,2,3}'::text[]) as id
           returning shop_id)
       select member_id, shop_id from m, s`,
      [accountId, accountId],
    );
    const subId = asMemberId(made.rows[0]?.member_id ?? '');
    return { accountId, subId, shopIds: made.rows.map((row) => asShopId(row.shop_id)) };
  });
}

const append = ({ accountId }: Seller, ...changes: readonly NewChange[]) =>
  engine.within(wholeAccount(accountId), (transaction) => appendChanges(transaction, accountId, changes));
const shopOf = ({ shopIds }: Seller, number: number): ShopId => asShopId(shopIds[number] ?? '');

describe('the feed of an account', () => {
  test('is read in order, page by page, with whom each change is for', async () => {
    const seller = await newSeller();
    const { accountId, subId } = seller;
    await append(seller, aboutShop(shopOf(seller, 0)), aimedAt(subId), FOR_ALL, aboutShop(shopOf(seller, 0)));
    const read = (since: number) =>
      app.within(wholeAccount(accountId), (transaction) => readFeed(transaction, accountId, since, 3));
    const [first, second, third] = [await read(0), await read(3), await read(4)];
    expect(first.changes.map(({ text }) => JSON.parse(text))).toEqual([
      { seq: 1, kind: 'purge', shopId: shopOf(seller, 0) },
      { seq: 2, kind: 'purge', shopId: subId },
      { seq: 3, kind: 'resync' },
    ]);
    expect(first.changes.map(({ audience }) => first.audiences[audience])).toEqual([
      { shopId: shopOf(seller, 0), memberId: null },
      { shopId: null, memberId: subId },
      { shopId: null, memberId: null },
    ]);
    expect([first, second, third].map(({ upTo, head }) => [upTo, head])).toEqual([
      [3, 4],
      [4, 4],
      [4, 4],
    ]);
    expect([second, third].map(({ changes }) => changes.map(({ seq }) => seq))).toEqual([[4], []]);
  });

  test('is shown to the application alone, in a transaction of that whole account', async () => {
    const [ours, theirs] = [await newSeller(), await newSeller()];
    await append(ours, aboutShop(shopOf(ours, 0)), aimedAt(ours.subId), FOR_ALL);
    await append(theirs, aboutShop(shopOf(theirs, 0)));
    const statement = 'select * from pasar_read_feed(0, 1000000, 100)';
    const rows = (database: Database, scope: Scope) =>
      database.within(scope, async (transaction) => (await transaction.query(statement)).rows);
    const seen = await rows(app, wholeAccount(ours.accountId));
    expect(seen.map(({ seq }) => seq)).toEqual(['1', '2', '3']);
    expect(JSON.stringify(seen)).not.toContain(shopOf(theirs, 0));
    expect(await rows(app, { accountId: ours.accountId, shops: 'granted', memberId: ours.subId })).toEqual([]);
    expect(await app.query('bare-feed', statement, [])).toEqual([]);
    await expect(rows(engine, wholeAccount(ours.accountId))).rejects.toThrow('permission denied');
  });
});

describe('the version of the grants', () => {
  const versionOf = async ({ accountId }: Seller): Promise<number> => {
    const found = await owner.query('select grants_version from account_counter where account_id = $1', [accountId]);
    return z.object({ grants_version: z.coerce.number() }).parse(found.rows[0]).grants_version;
  };
  const within = (seller: Seller, ...statements: readonly (readonly [text: string, ...values: unknown[]])[]) =>
    app.within(wholeAccount(seller.accountId), async (transaction) => {
      for (const [text, ...values] of statements) await transaction.query(text, values);
    });
  const GRANT = 'insert into member_shop (account_id, member_id, shop_id) select $1, $2, unnest($3::uuid[])';
  const granted = async () => {
    const seller = await newSeller();
    await within(seller, [GRANT, seller.accountId, seller.subId, seller.shopIds]);
    return seller;
  };
  /** How much further the version is after `change`, which leaves that of another seller alone. */
  const afterwards = async (change: (seller: Seller) => Promise<unknown>): Promise<number> => {
    const [seller, bystander] = [await granted(), await granted()];
    const before = [await versionOf(seller), await versionOf(bystander)] as const;
    await change(seller);
    expect(await versionOf(bystander)).toBe(before[1]);
    return (await versionOf(seller)) - before[0];
  };

  const changes: [what: string, change: (seller: Seller) => Promise<unknown>][] = [
    [
      'one that is taken away',
      (seller) => within(seller, ['delete from member_shop where shop_id = $1', shopOf(seller, 1)]),
    ],
    ['all that are taken away', (seller) => within(seller, ['delete from member_shop'])],
    [
      'one that becomes another',
      (seller) =>
        within(
          seller,
          ['delete from member_shop where shop_id = $1', shopOf(seller, 1)],
          ['update member_shop set shop_id = $1 where shop_id = $2', shopOf(seller, 1), shopOf(seller, 2)],
        ),
    ],
    ['a shop that goes', (seller) => within(seller, ['delete from shop where shop_id = $1', shopOf(seller, 1)])],
    ['a login that goes', (seller) => within(seller, ['delete from connection'])],
    ['a member who becomes main', (seller) => within(seller, ['update member set is_main = true'])],
    ['a member who goes', (seller) => within(seller, ['delete from member'])],
    [
      'a hand that names no account',
      ({ subId }) => owner.query('delete from member_shop where member_id = $1', [subId]),
    ],
    [
      'what is done again after it was undone in part',
      (seller) =>
        within(
          seller,
          ['savepoint part'],
          ['delete from member_shop'],
          ['set constraints all immediate'],
          ['rollback to savepoint part'],
          ['delete from member_shop'],
        ),
    ],
  ];
  test.each(changes)('is another after %s', async (_what, change) => {
    expect(await afterwards(change)).toBeGreaterThan(0);
  });

  test('counts once for all that one transaction grants', async () => {
    const seller = await newSeller();
    const before = await versionOf(seller);
    await within(seller, [GRANT, seller.accountId, seller.subId, seller.shopIds]);
    expect(await versionOf(seller)).toBe(before + 1);
  });

  test('stays when nothing is granted or taken', async () => {
    const undone = async (seller: Seller) => {
      const failing = within(seller, ['delete from member_shop'], ['select 1 / 0']);
      await expect(failing).rejects.toThrow('division by zero');
    };
    expect(await afterwards(undone)).toBe(0);
    expect(await afterwards((seller) => append(seller, FOR_ALL))).toBe(0);
    const unknown = crypto.randomUUID();
    const missing: Parameters<typeof within>[1] = ['delete from member_shop where shop_id = $1', unknown];
    expect(await afterwards((seller) => within(seller, missing))).toBe(0);
  });

  test('comes last: whoever changes grants keeps nobody waiting who writes first', async () => {
    const seller = await granted();
    const { accountId } = seller;
    await app.within(wholeAccount(accountId), async (changing) => {
      await changing.query('delete from member_shop where shop_id = $1', [shopOf(seller, 1)]);
      // with the counter's row locked from the deletion on, this would wait for the transaction around it.
      await append(seller, FOR_ALL);
    });
    expect(await versionOf(seller)).toBe(2);
  });
});
