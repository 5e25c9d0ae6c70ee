import { rmSync } from 'node:fs';
import { type AccountId, asAccountId, asMemberId, asShopId, type MemberId, type ShopId } from '@pasar/domain';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { appendChanges, type FeedPage, type NewChange, readFeed } from '../src/records/change-feed.ts';
import { setMemberShops } from '../src/records/grants.ts';
import { type Database, openDatabase, type Scope, wholeAccount } from '../src/storage/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/storage/embedded-postgres.ts';
import { migrateDatabase } from '../src/storage/migrate.ts';
import { clusterFolder } from './harness/database.ts';
import { aboutShop, aimedAboutShop, aimedAt, FOR_ALL } from './harness/live-harness.ts';

let folder: string;
let cluster: EmbeddedPostgres;
let app: Database;
let engine: Database;
/** As the cluster's superuser. */
let owner: pg.Client;

/**
 * A database whose owner is no superuser and inherits nothing: forced row security applies to this owner too, and to
 * cascades in its name.
 */
beforeAll(async () => {
  folder = clusterFolder();
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
  /** Sees every shop. */
  readonly mainId: MemberId;
  /** Sees the first of the three. */
  readonly subId: MemberId;
  /** Sees the second. */
  readonly otherId: MemberId;
  readonly shopIds: readonly ShopId[];
}

async function newSeller(): Promise<Seller> {
  const accountId = asAccountId(crypto.randomUUID());
  return app.within(wholeAccount(accountId), async (transaction) => {
    await transaction.query('insert into account (account_id, name) values ($1, $2)', [accountId, accountId]);
    await transaction.query('insert into account_counter (account_id) values ($1)', [accountId]);
    const members = await transaction.query<{ member_id: string }>(
      `insert into member (account_id, username, name, password_hash, is_main)
       select $1, number || ' of ' || $2, '', '', number = 1 from generate_series(1, 3) as number returning member_id`,
      [accountId, accountId],
    );
    const shops = await transaction.query<{ shop_id: string }>(
      `with c as (insert into connection (account_id, marketplace, identifier, country)
           values ($1, 'shopee', 'login', 'SG') returning *)
       insert into shop (account_id, connection_id, marketplace, platform_shop_id, name, country, is_cb)
       select account_id, connection_id, marketplace, id, id, 'SG', false from c, unnest('{1,2,3}'::text[]) as id
       returning shop_id`,
      [accountId],
    );
    const [mainId, subId, otherId] = members.rows.map((row) => asMemberId(row.member_id));
    const shopIds = shops.rows.map((row) => asShopId(row.shop_id));
    if (mainId === undefined || subId === undefined || otherId === undefined) throw new Error('nobody was made');
    await setMemberShops(transaction, accountId, subId, shopIds.slice(0, 1));
    await setMemberShops(transaction, accountId, otherId, shopIds.slice(1, 2));
    return { accountId, mainId, subId, otherId, shopIds };
  });
}

const shopOf = ({ shopIds }: Seller, number: number): ShopId => asShopId(shopIds[number] ?? '');
const append = ({ accountId }: Seller, ...changes: readonly NewChange[]) =>
  engine.within(wholeAccount(accountId), (transaction) => appendChanges(transaction, accountId, changes));
/** The feed already contains the changes of setMemberShops. */
const headOf = async ({ accountId }: Seller): Promise<number> => {
  const found = await owner.query('select seq from account_counter where account_id = $1', [accountId]);
  return z.object({ seq: z.coerce.number() }).parse(found.rows[0]).seq;
};
const readPage = ({ accountId }: Seller, since: number, limit: number, ...viewers: readonly MemberId[]) =>
  readFeed(app, accountId, since, limit, { memberIds: viewers, emptyMeansAll: false });
/** The numbers of the changes that a member is told, counted from `since`; null for a removed member. */
const toldTo = ({ told }: FeedPage, memberId: MemberId, since: number): number[] | null =>
  told.get(memberId)?.map(({ seq }) => seq - since) ?? null;
/** The whole answer of the database to a read, as one text. */
const givenOut = async (database: Database, scope: Scope, viewers: readonly MemberId[], since = 0): Promise<string> => {
  const found = await database.within(scope, (transaction) =>
    transaction.query("select * from pasar_read_feed($1, 1000000, 1000, $2, '{purge,resync}', '{null,null}', false)", [
      since,
      viewers,
    ]),
  );
  return JSON.stringify(found.rows);
};

describe('the feed of an account', () => {
  test('is read in order for each of these members, as that member sees it', async () => {
    const seller = await newSeller();
    const { mainId, subId, otherId } = seller;
    const start = await headOf(seller);
    const [first, second] = [shopOf(seller, 0), shopOf(seller, 1)];
    await append(
      seller,
      aboutShop(second),
      aimedAt(subId),
      FOR_ALL,
      aboutShop(first),
      aimedAboutShop(mainId, first),
      aimedAboutShop(subId, second),
      aboutShop(second),
    );
    const page = await readPage(seller, start, 100, mainId, subId, otherId);
    const texts = (memberId: MemberId) => page.told.get(memberId)?.map(({ text }) => JSON.parse(text));
    expect(texts(mainId)).toEqual([
      { seq: start + 1, kind: 'purge', shopId: second },
      { seq: start + 3, kind: 'resync' },
      { seq: start + 4, kind: 'purge', shopId: first },
      { seq: start + 5, kind: 'purge', shopId: first },
      { seq: start + 7, kind: 'purge', shopId: second },
    ]);
    expect(texts(subId)).toEqual([
      { seq: start + 2, kind: 'purge', shopId: subId },
      { seq: start + 3, kind: 'resync' },
      { seq: start + 4, kind: 'purge', shopId: first },
      { seq: start + 6, kind: 'purge', shopId: second },
    ]);
    expect(toldTo(page, otherId, start)).toEqual([1, 3, 7]);
    expect([page.upTo, page.head]).toEqual([start + 7, start + 7]);
  });

  test('no change of another seller or of an unassigned shop leaves the database, whatever the application does later', async () => {
    const [ours, theirs] = [await newSeller(), await newSeller()];
    const [first, second] = [shopOf(ours, 0), shopOf(ours, 1)];
    await append(ours, aboutShop(first), aboutShop(second), aimedAboutShop(ours.mainId, shopOf(ours, 2)));
    await append(theirs, aboutShop(shopOf(theirs, 0)));
    const whole = wholeAccount(ours.accountId);
    const forMain = await givenOut(app, whole, [ours.mainId]);
    for (const shopId of ours.shopIds) expect(forMain).toContain(shopId);
    const forSub = await givenOut(app, whole, [ours.subId, theirs.mainId, theirs.subId]);
    expect(forSub).toContain(first);
    for (const shopId of [second, shopOf(ours, 2), ...theirs.shopIds]) expect(forSub).not.toContain(shopId);
    await app.within(whole, (transaction) => setMemberShops(transaction, ours.accountId, ours.subId, [second]));
    await append(ours, aboutShop(shopOf(ours, 2)));
    const since = await headOf(ours);
    await append(ours, aboutShop(first), aboutShop(second));
    const afterwards = await givenOut(app, whole, [ours.subId], since);
    expect(afterwards).toContain(second);
    expect(afterwards).not.toContain(first);
    expect(toldTo(await readPage(ours, since, 100, ours.subId), ours.subId, since)).toEqual([2]);
  });

  test('only present members of the account are told anything', async () => {
    const [ours, theirs] = [await newSeller(), await newSeller()];
    const start = await headOf(ours);
    await append(ours, FOR_ALL, aimedAt(theirs.mainId), aimedAt(ours.subId), aboutShop(shopOf(ours, 0)));
    // A grant of another account for a shop of this account, which no call would make.
    await owner.query('insert into member_shop (account_id, member_id, shop_id) values ($1, $2, $3)', [
      theirs.accountId,
      theirs.subId,
      shopOf(ours, 0),
    ]);
    const strangers = await readPage(ours, start, 100, theirs.mainId, theirs.subId);
    expect(strangers).toEqual({ told: new Map(), upTo: start + 4, head: start + 4, oldest: 1 });
    await owner.query('delete from member where member_id = $1', [ours.subId]);
    const left = await readPage(ours, start, 100, ours.subId, ours.mainId, theirs.mainId);
    expect([ours.subId, ours.mainId, theirs.mainId].map((memberId) => toldTo(left, memberId, start))).toEqual([
      null,
      [1, 4],
      null,
    ]);
    await owner.query('delete from account where account_id = $1', [ours.accountId]);
    expect((await readPage(ours, start, 100, ours.mainId)).told.size).toBe(0);
  });

  test('a page counts the checked changes, so that changes that no member sees are skipped', async () => {
    const seller = await newSeller();
    const { subId } = seller;
    const start = await headOf(seller);
    const hidden = aboutShop(shopOf(seller, 1));
    await append(seller, hidden, hidden, hidden, FOR_ALL, hidden, hidden, hidden);
    const page = async (since: number, limit: number) => {
      const read = await readPage(seller, start + since, limit, subId);
      return [toldTo(read, subId, start), read.upTo - start, read.head - start];
    };
    expect(await page(0, 3)).toEqual([[], 3, 7]);
    expect(await page(3, 3)).toEqual([[4], 6, 7]);
    expect(await page(6, 3)).toEqual([[], 7, 7]);
    expect(await page(7, 3)).toEqual([[], 7, 7]);
    expect(await page(0, 7)).toEqual([[4], 7, 7]);
    // A reader ahead of the feed stays at its number, and sees by the head that it is ahead.
    expect(await page(9, 3)).toEqual([[], 9, 7]);
    // Numbers of changes that were deleted by age do not count.
    await owner.query('delete from change where account_id = $1 and seq <= $2', [seller.accountId, start + 2]);
    expect(await page(0, 3)).toEqual([[4], 5, 7]);
  });

  test('says from which change on all are there, also when the database lost them in a crash', async () => {
    const seller = await newSeller();
    const start = await headOf(seller);
    await append(seller, FOR_ALL, FOR_ALL, FOR_ALL);
    const oldest = async () => (await readPage(seller, start, 100, seller.mainId)).oldest - start;
    await owner.query('delete from change where account_id = $1 and seq <= $2', [seller.accountId, start + 2]);
    expect(await oldest()).toBe(3);
    await owner.query('delete from change where account_id = $1', [seller.accountId]);
    expect(await oldest()).toBe(4);
    await append(seller, FOR_ALL);
    expect(await oldest()).toBe(4);
    const found = await owner.query("select relpersistence from pg_class where relname = 'change'");
    expect(found.rows).toEqual([{ relpersistence: 'u' }]);
  });

  test('is shown only to the application, in a transaction of that whole account', async () => {
    const [ours, theirs] = [await newSeller(), await newSeller()];
    await append(ours, aboutShop(shopOf(ours, 0)), aimedAt(ours.subId), FOR_ALL);
    const everybody = [ours.mainId, ours.subId];
    expect(await givenOut(app, wholeAccount(ours.accountId), everybody)).toContain('resync');
    expect(await givenOut(app, { accountId: ours.accountId, shops: 'granted', memberId: ours.subId }, everybody)).toBe(
      '[]',
    );
    expect(await givenOut(app, wholeAccount(theirs.accountId), everybody)).not.toContain('resync');
    const bare = "select * from pasar_read_feed(0, 1000000, 100, $1, '{resync}', '{null}', false)";
    expect(await app.query('bare-feed', bare, [everybody])).toEqual([]);
    await expect(givenOut(engine, wholeAccount(ours.accountId), everybody)).rejects.toThrow('permission denied');
  });
});

test('functions with the rights of another role may be called only by the application', async () => {
  const found = await owner.query(
    `select proname, role from pg_proc, unnest('{public,pasar_app,pasar_engine,plain}'::text[]) as role
     where prosecdef and pronamespace = 'public'::regnamespace and has_function_privilege(role, oid, 'execute')
     order by proname, role`,
  );
  const ofApplication = [
    'pasar_find_login',
    'pasar_find_names',
    'pasar_find_orders',
    'pasar_find_passkey',
    'pasar_find_session',
    'pasar_find_session_member',
    'pasar_find_sign_on',
    'pasar_forget_changes',
    'pasar_free_handle',
    'pasar_has_account',
    'pasar_is_owner_link',
    'pasar_offer_code',
    'pasar_offer_owner_link',
    'pasar_read_feed',
    'pasar_retry_timer_task',
    'pasar_search',
    'pasar_take_code',
    'pasar_timer_tasks',
    'pasar_use_owner_link',
    'pasar_waiting_of',
  ];
  const ofEngine = [
    'pasar_accounts_sealed_otherwise',
    'pasar_answer_bulk_item',
    'pasar_begin_bulk_action',
    'pasar_begin_buyer_tag_sweep',
    'pasar_count_bulk_send',
    'pasar_forget_changes',
    'pasar_forget_codes',
    'pasar_move_bulk_send',
    'pasar_plan_auto_reply',
    'pasar_plan_bulk_send',
    'pasar_plan_order_care',
    'pasar_retry_timer_task',
    'pasar_settle_auto_reply',
    'pasar_settle_bulk_item',
    'pasar_timer_tasks',
    'pasar_waiting_of',
  ];
  expect(found.rows).toEqual(
    [
      ...ofApplication.map((proname) => ({ proname, role: 'pasar_app' })),
      ...ofEngine.map((proname) => ({ proname, role: 'pasar_engine' })),
    ].toSorted((left, right) => (left.proname === right.proname ? 0 : left.proname < right.proname ? -1 : 1)),
  );
});
