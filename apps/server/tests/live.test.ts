import { type AccountId, asConversationId, asShopId, OWN_LIMITS } from '@pasar/domain';
import type { QueryConfig, QueryResultRow } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AccountFeed, type FeedOptions } from '../src/http/live-feed.ts';
import { tellMoment } from '../src/records/moments.ts';
import { closeSession, findOpenSessions } from '../src/records/sessions.ts';
import { type Scope, wholeAccount } from '../src/storage/database.ts';
import { openTestDatabase, type TestDatabase } from './harness/database.ts';
import { aboutShop, aimedAt, FOR_ALL, LiveHarness, type LiveTenant, type Person } from './harness/live-harness.ts';
import { type LiveWindow, openTestWeb, type TestWeb } from './harness/web.ts';

let database: TestDatabase;
let web: TestWeb;
let harness: LiveHarness;
/** The number of transactions that the web side has begun. */
let transactions = 0;
let tenants = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  const counted: TestDatabase = {
    ...database,
    app: {
      ...database.app,
      within: (scope, run) => {
        transactions += 1;
        return database.app.within(scope, run);
      },
      one: (scope, statement) => {
        transactions += 1;
        return database.app.one(scope, statement);
      },
    },
  };
  web = await openTestWeb(counted);
  harness = new LiveHarness(database, web);
});
afterAll(async () => {
  await web.close();
  await database.close();
});

const newTenant = (shops = 2): Promise<LiveTenant> => {
  tenants += 1;
  return harness.tenant(`live-${tenants}@x`, shops);
};
const newPerson = ({ accountId, shopIds }: LiveTenant, name: string, ...shops: readonly number[]): Promise<Person> =>
  harness.subAccount(
    accountId,
    `live-${tenants}:${name}`,
    shops.map((number) => asShopId(shopIds[number] ?? '')),
  );
const shopOf = ({ shopIds }: LiveTenant, number: number) => asShopId(shopIds[number] ?? '');
const isAt = (upTo: number) => (window: LiveWindow) => window.frames.some((frame) => frame.upTo === upTo);
const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
const seqs = (window: LiveWindow) => window.changes.map(({ seq }) => seq);

/** Opens a window that has been told everything so far. */
async function openAtHead({ accountId, visitor }: Person): Promise<LiveWindow> {
  const head = await harness.head(accountId);
  const window = await visitor.live(Math.max(0, head - 1));
  if (head > 0) await window.until(isAt(head));
  return window;
}

/** A window's socket, and the frames that were sent on it. */
function listener() {
  const told: string[] = [];
  const send = (frame: unknown) => told.push(String(frame));
  return { told, socket: { bufferedAmount: 0, send, close() {}, terminate() {} } };
}

const feedOptions = (of: FeedOptions['database'], accountId: AccountId): FeedOptions => ({
  database: of,
  accountId,
  log: pino({ level: 'silent' }),
  emptyMeansAll: false,
  stopping: new AbortController().signal,
});

describe('the live stream', () => {
  test('tells changes that come close together in few frames, in order and without a gap, to all windows alike', async () => {
    const { accountId, main } = await newTenant();
    const windows = [await main.visitor.live(0), await main.visitor.live(0)];
    const startedAt = performance.now();
    for (let number = 0; number < 60; number += 1) await harness.append(accountId, [FOR_ALL]);
    for (const window of windows) await window.until(({ changes }) => changes.length === 60);
    const tookMs = performance.now() - startedAt;
    for (const window of windows) {
      expect(seqs(window)).toEqual(numbers(1, 60));
      // One frame at once, then one in each tenth of a second, and one that was on its way when the time was taken.
      expect(window.frames.length).toBeLessThanOrEqual(2 + Math.ceil(tookMs / 100));
      window.close();
    }
  });

  test('reads once for all members of an account', async () => {
    const tenant = await newTenant();
    const { accountId, main } = tenant;
    const people = [main];
    for (let number = 0; number < 20; number += 1) people.push(await newPerson(tenant, `n${number}`, number % 2));
    const windows = await Promise.all(people.map(openAtHead));
    const before = transactions;
    const head = await harness.head(accountId);
    for (let number = 1; number <= 5; number += 1) {
      await harness.append(accountId, [aboutShop(shopOf(tenant, 0)), aboutShop(shopOf(tenant, 1))]);
      for (const window of windows) await window.until(isAt(head + 2 * number));
    }
    // A read that was under way when the first change was appended may be added.
    expect(transactions - before).toBeLessThanOrEqual(6);
    for (const [number, window] of windows.entries()) {
      const shops = new Set(window.changes.filter(({ seq }) => seq > head).map(({ shopId }) => shopId));
      expect(shops.size).toBe(number === 0 ? 2 : 1);
      window.close();
    }
  });

  test("a lost shop's changes are not told from the commit on; its purge is", async () => {
    const tenant = await newTenant();
    const { accountId, main } = tenant;
    const sub = await newPerson(tenant, 'loses', 0, 1);
    const windows = { main: await openAtHead(main), sub: await openAtHead(sub) };
    const head = await harness.head(accountId);
    await harness.append(accountId, [aboutShop(shopOf(tenant, 1))]);
    await windows.sub.until(isAt(head + 1));
    expect(seqs(windows.sub)).toContain(head + 1);
    await harness.grant(accountId, sub.memberId, [shopOf(tenant, 0)]);
    await harness.append(accountId, [aboutShop(shopOf(tenant, 1)), aboutShop(shopOf(tenant, 0))]);
    for (const window of [windows.main, windows.sub]) await window.until(isAt(head + 4));
    expect(windows.sub.changes.filter(({ seq }) => seq > head + 1)).toEqual([
      { seq: head + 2, kind: 'purge', shopId: shopOf(tenant, 1) },
      { seq: head + 4, kind: 'purge', shopId: shopOf(tenant, 0) },
    ]);
    // The main account sees every shop, but not changes addressed to another member.
    expect(seqs(windows.main).filter((seq) => seq > head)).toEqual([head + 1, head + 3, head + 4]);
    for (const window of [windows.main, windows.sub]) window.close();
  });

  test('a change addressed to one member comes in its order, to all windows of that member and no other', async () => {
    const tenant = await newTenant();
    const { accountId, main } = tenant;
    const [one, other] = [await newPerson(tenant, 'one', 0), await newPerson(tenant, 'other', 0)];
    const mine = [await openAtHead(one), await openAtHead(one)];
    const theirs = [await openAtHead(other), await openAtHead(main)];
    const head = await harness.head(accountId);
    await harness.append(accountId, [aboutShop(shopOf(tenant, 0)), aimedAt(one.memberId), FOR_ALL]);
    for (const window of [...mine, ...theirs]) await window.until(isAt(head + 3));
    for (const window of mine) expect(seqs(window).filter((seq) => seq > head)).toEqual(numbers(head + 1, head + 3));
    for (const window of theirs) expect(seqs(window).filter((seq) => seq > head)).toEqual([head + 1, head + 3]);
    for (const window of [...mine, ...theirs]) window.close();
  });

  test("two sellers never see each other's changes", async () => {
    const [ours, theirs] = [await newTenant(), await newTenant()];
    const windows = { ours: await ours.main.visitor.live(0), theirs: await theirs.main.visitor.live(0) };
    for (let number = 0; number < 3; number += 1) {
      await harness.append(ours.accountId, [aboutShop(shopOf(ours, 0)), FOR_ALL]);
      await harness.append(theirs.accountId, [aboutShop(shopOf(theirs, 0))]);
    }
    await windows.ours.until(isAt(6));
    await windows.theirs.until(isAt(3));
    expect(seqs(windows.ours)).toEqual(numbers(1, 6));
    expect(seqs(windows.theirs)).toEqual(numbers(1, 3));
    expect(JSON.stringify(windows.ours.frames)).not.toContain(shopOf(theirs, 0));
    expect(JSON.stringify(windows.theirs.frames)).not.toContain(shopOf(ours, 0));
    for (const window of Object.values(windows)) window.close();
  });

  test('windows that open at different numbers are each told exactly the changes they lack', async () => {
    const tenant = await newTenant();
    const { accountId, main } = tenant;
    const sub = await newPerson(tenant, 'far', 0);
    const page = OWN_LIMITS.livePageSize;
    const start = await harness.head(accountId);
    const changes = numbers(1, page).map((number) => aboutShop(shopOf(tenant, number % 2)));
    for (let number = 0; number < 4; number += 1) await harness.append(accountId, changes);
    const head = start + 4 * page;
    const people = [main, sub];
    const sinces = [0, start, start + 7, start + page, start + page + 1, head - 1, head, head - 3];
    const windows = await Promise.all(
      sinces.map(async (since, at) => {
        const person = people[at % 2] ?? main;
        return { since, person, window: await person.visitor.live(since) };
      }),
    );
    await harness.append(accountId, [aboutShop(shopOf(tenant, 0))]);
    for (const { since, person, window } of windows) {
      await window.until(isAt(head + 1));
      expect(window.changes).toEqual(await harness.seenBy(accountId, person.memberId, since));
      expect(window.frames.every(({ changes: told }) => (told ?? []).length <= page)).toBe(true);
      window.close();
    }
  });

  test('a window that catches up while changes are appended is told those, too', async () => {
    const { accountId, main } = await newTenant();
    const page = OWN_LIMITS.livePageSize;
    await harness.append(
      accountId,
      numbers(1, 3 * page).map(() => FOR_ALL),
    );
    const now = performance.now.bind(performance);
    let laterMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs);
    let reads = 0;
    const slow: typeof database.app = {
      ...database.app,
      one: async <Row extends QueryResultRow>(scope: Scope, statement: QueryConfig) => {
        const value = await database.app.one<Row>(scope, statement);
        reads += 1;
        // Between its second page and its third, when the next read for all windows is due.
        if (reads === 2) {
          await harness.append(accountId, [FOR_ALL]);
          feed.wake();
          laterMs += 1_000;
        }
        return value;
      },
    };
    const feed = new AccountFeed(feedOptions(slow, accountId));
    const { socket, told } = listener();
    feed.windows.add({ socket, memberId: main.memberId, token: '', since: 0 });
    feed.wake();
    await feed.idle();
    clock.mockRestore();
    expect(told.map((frame) => /"upTo":(\d+)/.exec(frame)?.[1])).toEqual(
      [page, 2 * page, 3 * page, 3 * page + 1].map(String),
    );
  });

  test('the database answers only changes for the windows of the read', async () => {
    const tenant = await newTenant();
    const { accountId, main } = tenant;
    const sub = await newPerson(tenant, 'behind', 0);
    const page = OWN_LIMITS.livePageSize;
    const changes = numbers(1, page).map((number) => aboutShop(shopOf(tenant, number % 2)));
    for (let number = 0; number < 2; number += 1) await harness.append(accountId, changes);
    const head = await harness.head(accountId);
    const given: string[] = [];
    const recorded: typeof database.app = {
      ...database.app,
      one: async <Row extends QueryResultRow>(scope: Scope, statement: QueryConfig) => {
        const answer = await database.app.one<Row>(scope, statement);
        given.push(JSON.stringify(answer.rows));
        return answer;
      },
    };
    const feed = new AccountFeed(feedOptions(recorded, accountId));
    const windows = [
      { ...listener(), memberId: main.memberId, token: '', since: head },
      { ...listener(), memberId: sub.memberId, token: '', since: head - 2 * page },
    ];
    for (const window of windows) feed.windows.add(window);
    feed.wake();
    await feed.idle();
    // The first page for both windows, the second for the one that is behind.
    expect(given.map((text) => text.includes(shopOf(tenant, 0)))).toEqual([true, true]);
    expect(given.map((text) => text.includes(shopOf(tenant, 1)))).toEqual([true, false]);
    expect(windows.map(({ since }) => since)).toEqual([head, head]);
    expect(windows.map(({ told }) => told.join().includes(shopOf(tenant, 1)))).toEqual([false, false]);
  });

  test('a window too far behind, or ahead of the feed, reloads and is told the changes after that', async () => {
    const tenant = await newTenant();
    const { accountId, main } = tenant;
    const present = await main.visitor.live(0);
    const changes = numbers(1, OWN_LIMITS.liveReplayLimit + 1).map(() => FOR_ALL);
    await harness.append(accountId, changes);
    const head = await harness.head(accountId);
    const windows = [present, await main.visitor.live(0), await main.visitor.live(head + 1_000)];
    for (const window of windows) await window.until(({ frames }) => frames.length > 0);
    await harness.append(accountId, [FOR_ALL]);
    for (const window of windows) {
      await window.until(isAt(head + 1));
      expect(window.frames.map(({ type }) => type)).toEqual(['reload', 'changes']);
      expect(seqs(window)).toEqual([head + 1]);
      window.close();
    }
  });

  test('a window whose changes were lost reloads and is told the changes after that; a window that has them goes on', async () => {
    const tenant = await newTenant();
    const { accountId, main } = tenant;
    await harness.append(accountId, [FOR_ALL, FOR_ALL, FOR_ALL]);
    const head = await harness.head(accountId);
    await database.owner.query('delete from change where account_id = $1', [accountId]);
    const behind = await main.visitor.live(head - 1);
    await behind.until(({ frames }) => frames.length > 0);
    const present = await main.visitor.live(head);
    await harness.append(accountId, [FOR_ALL]);
    for (const window of [behind, present]) await window.until(isAt(head + 1));
    expect(behind.frames.map(({ type }) => type)).toEqual(['reload', 'changes']);
    expect(present.frames.map(({ type }) => type)).toEqual(['changes']);
    expect([seqs(behind), seqs(present)]).toEqual([[head + 1], [head + 1]]);
    behind.close();
    present.close();
  });

  test('a removed member is told nothing more', async () => {
    const tenant = await newTenant();
    const { accountId, main } = tenant;
    const sub = await newPerson(tenant, 'removed', 0);
    const windows = { main: await openAtHead(main), sub: await openAtHead(sub) };
    await database.owner.query('delete from member where member_id = $1', [sub.memberId]);
    const head = await harness.head(accountId);
    await harness.append(accountId, [FOR_ALL, aimedAt(sub.memberId)]);
    await windows.sub.until(({ frames }) => frames.at(-1)?.type === 'expired');
    await windows.main.until(isAt(head + 2));
    expect(seqs(windows.sub).filter((seq) => seq > head)).toEqual([]);
    for (const window of Object.values(windows)) window.close();
  });

  test('a moment is told to the members who see its shop now', async () => {
    const tenant = await newTenant();
    const { accountId, main } = tenant;
    const [sees, seesNot] = [await newPerson(tenant, 'sees', 0), await newPerson(tenant, 'not', 1)];
    const windows = { main: await openAtHead(main), sees: await openAtHead(sees), not: await openAtHead(seesNot) };
    const all = Object.values(windows);
    const tell = (number: number) =>
      database.engine.within(wholeAccount(accountId), (transaction) =>
        tellMoment(transaction, {
          accountId,
          about: { shopId: shopOf(tenant, number) },
          memberId: null,
          moment: { kind: 'typing', conversationId: asConversationId(crypto.randomUUID()), isTyping: true },
        }),
      );
    await tell(0);
    await windows.main.until(({ moments }) => moments.length === 1);
    await windows.sees.until(({ moments }) => moments.length === 1);
    await harness.grant(accountId, sees.memberId, []);
    await tell(0);
    await tell(1);
    await windows.main.until(({ moments }) => moments.length === 3);
    // A window gets its moments in order: after this one, no other is on its way.
    const head = await harness.head(accountId);
    await harness.append(accountId, [FOR_ALL]);
    for (const window of all) await window.until(isAt(head + 1));
    expect(all.map(({ moments }) => moments.length)).toEqual([3, 1, 1]);
    for (const window of all) window.close();
  });
});

describe('windows whose session has ended', () => {
  test('finds the open ones among many sessions', async () => {
    const tenant = await newTenant();
    const people = [tenant.main, await newPerson(tenant, 'closed', 0), await newPerson(tenant, 'expired', 0)];
    const [open = '', closed = '', expired = ''] = people.map(({ visitor }) => visitor.cookie.split('=')[1] ?? '');
    expect(await findOpenSessions(database.app, [open, closed, expired])).toEqual(new Set([open, closed, expired]));
    await closeSession(database.app, tenant.accountId, closed);
    await database.owner.query('update session set expires_at = now() where member_id = $1', [people[2]?.memberId]);
    expect(await findOpenSessions(database.app, ['unknown', open, closed, expired])).toEqual(new Set([open]));
    expect(await findOpenSessions(database.app, [])).toEqual(new Set());
  });
});
