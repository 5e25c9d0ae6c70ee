/**
 * How often a live connection compares itself with the marketplace, on a clock that only moves when a test moves it.
 */
import { createFakeClock, type FakeClock } from '@pasar/testing';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { shopDetails } from '../src/features/shops/shop-details.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { listing, makeTenant, messageAt, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openRunner } from './harness/runner.ts';
import { ScriptedConnector } from './harness/scripted-connector.ts';

const PATIENT = { timeout: 15_000, interval: 5 };
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The longest of the first pauses, with its jitter. */
const SOON = 24 * SECOND;

let database: TestDatabase;
let tenants = 0;
const ended: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});
afterAll(() => database.close());

/** A marketplace with twelve conversations on six pages. The oldest is unread, so all pages behind the first matter. */
function market(): ScriptedConnector {
  const connector = new ScriptedConnector();
  connector.listPageSize = 2;
  for (let number = 1; number <= 12; number += 1) write(connector, `c${number}`, number, number === 1 ? 1 : 0);
  return connector;
}

/** A buyer's message at the top of the list, told by no event. */
function write(connector: ScriptedConnector, id: string, number: number, unreadCount: number): void {
  const message = messageAt('11', id, number, 'buyer');
  connector.histories.set(id, [message, ...(connector.histories.get(id) ?? [])]);
  const { platformMessageId: lastMessageId, sentAt: lastMessageAt } = message;
  const others = connector.listed.filter((item) => item.platformConversationId !== id);
  connector.listed = [listing('11', id, { lastMessageId, lastMessageAt, unreadCount }), ...others];
}

/** Serves the connection until it is quiet: the last comparison found nothing, and the pauses have grown. */
async function serve(connector: ScriptedConnector) {
  tenants += 1;
  const tenant = await makeTenant(database, `compare-${tenants}@x`, [['11']]);
  const [owner] = tenant.connections as [OwnedConnection];
  const clock = createFakeClock();
  const { stop } = openRunner(database, owner, connector, undefined, clock);
  ended.push(stop);
  const conversation = async (id: string) => {
    const found = await database.owner.query(
      'select conversation_id, shop_id, unread_count from conversation where account_id = $1 and platform_conversation_id = $2',
      [owner.accountId, id],
    );
    return found.rows[0];
  };
  await vi.waitFor(async () => expect(await conversation('c1')).toMatchObject({ unread_count: 1 }), PATIENT);
  await pass(clock, 20 * MINUTE);
  return { owner, clock, conversation };
}

/**
 * Lets time pass. Between two steps nothing is under way: only the next comparison, the shop's facts and the look for
 * parcels are waited for.
 */
async function pass(clock: FakeClock, durationMs: number): Promise<void> {
  for (let passed = 0; passed < durationMs; passed += SECOND) {
    await vi.waitFor(() => expect(clock.pending).toBe(3), PATIENT);
    clock.advance(SECOND);
  }
  await vi.waitFor(() => expect(clock.pending).toBe(3), PATIENT);
}

test('a quiet shop is asked at most twenty times an hour, one old page after the other', async () => {
  const connector = market();
  const { clock } = await serve(connector);
  const before = { lists: connector.asked.lists.length, histories: connector.asked.histories.length };
  await pass(clock, HOUR);
  const lists = connector.asked.lists.slice(before.lists);
  expect(lists.length).toBeLessThanOrEqual(20);
  expect(lists.filter((cursor) => cursor === null).length).toBeGreaterThanOrEqual(9);
  const older = lists.filter((cursor) => cursor !== null);
  expect(older.length).toBeLessThanOrEqual(6);
  expect(new Set(older)).toEqual(new Set(['2', '4', '6', '8', '10']));
  expect(connector.asked.histories.slice(before.histories)).toEqual([]);
});

test('what a seller read in the marketplace’s own app on an old page is read here within the hour', async () => {
  const connector = market();
  const { clock, conversation } = await serve(connector);
  connector.listed = connector.listed.map((item) =>
    item.platformConversationId === 'c1' ? { ...item, unreadCount: 0 } : item,
  );
  await pass(clock, HOUR);
  expect(await conversation('c1')).toMatchObject({ unread_count: 0 });
});

test('a message that no event told is found at the next comparison, and the next one follows soon', async () => {
  const connector = market();
  const { clock, conversation } = await serve(connector);
  const { lists } = connector.asked;
  const before = lists.length;
  write(connector, 'c5', 100, 1);
  while (lists.length === before) await pass(clock, SECOND);
  expect(await conversation('c5')).toMatchObject({ unread_count: 1 });
  const asked = lists.length;
  await pass(clock, SOON);
  expect(lists.length).toBeGreaterThan(asked);
});

test('a socket that was lost is followed by a comparison at once, and another soon', async () => {
  const connector = market();
  const { clock } = await serve(connector);
  const { lists } = connector.asked;
  const asked = lists.length;
  connector.dropSocket();
  await vi.waitFor(() => {
    clock.advance(SECOND);
    expect(connector.asked.listens).toBe(2);
  }, PATIENT);
  await vi.waitFor(() => expect(lists.length).toBeGreaterThan(asked), PATIENT);
  await pass(clock, 0);
  const again = lists.length;
  await pass(clock, SOON);
  expect(lists.length).toBeGreaterThan(again);
});

test('while a send is in doubt the shop is compared every twenty seconds', async () => {
  const connector = market();
  const { owner, clock, conversation } = await serve(connector);
  const { conversation_id, shop_id } = await conversation('c12');
  const { lists } = connector.asked;
  const asked = lists.length;
  await database.owner.query(
    `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, content, state, attempt, intent_at,
       look_until, created_at)
     values ($1, $2, $3, gen_random_uuid(), gen_random_uuid(), '{"type":"text","text":"in doubt"}', 'doubted', 1, $4, $5, $4)`,
    [owner.accountId, shop_id, conversation_id, clock.now(), clock.now() + HOUR],
  );
  await vi.waitFor(() => expect(lists.length).toBeGreaterThan(asked), PATIENT);
  await pass(clock, 0);
  const during = lists.length;
  await pass(clock, 4 * SOON);
  expect(lists.length - during).toBeGreaterThanOrEqual(4);
});

test('frames that cannot be read are followed by a comparison at once, but not by one for each', async () => {
  const connector = market();
  const { clock } = await serve(connector);
  const { lists } = connector.asked;
  const firstPages = () => lists.filter((cursor) => cursor === null).length;
  const before = firstPages();
  for (let frame = 0; frame < 50; frame += 1) connector.garble();
  await vi.waitFor(() => expect(firstPages()).toBe(before + 1), PATIENT);
  await pass(clock, 15 * SECOND);
  connector.garble();
  await pass(clock, SECOND);
  expect(firstPages()).toBe(before + 1);
});

test('a quiet shop is looked at by the cheaper list where the marketplace has one, and by the whole list after a gap', async () => {
  const connector = market();
  let looks = 0;
  const session = connector.session.bind(connector);
  connector.session = () => ({
    ...session(),
    fetchNewest: async (shop) => {
      looks += 1;
      const page = await session().fetchConversations(shop, null);
      connector.asked.lists.pop();
      return page;
    },
  });
  const { clock } = await serve(connector);
  const { lists } = connector.asked;
  const firstPages = () => lists.filter((cursor) => cursor === null).length;
  const before = { looks, pages: firstPages() };
  await pass(clock, 12 * MINUTE);
  expect([looks > before.looks, firstPages() - before.pages]).toEqual([true, 0]);
  connector.garble();
  await vi.waitFor(() => expect(firstPages()).toBe(before.pages + 1), PATIENT);
});

test('shop management knows the account of a shop, and when the shop was last compared', async () => {
  const connector = market();
  const { clock, owner } = await serve(connector);
  await pass(clock, HOUR);
  const answer = await database.app.within(wholeAccount(owner.accountId), (transaction) =>
    shopDetails({ transaction }),
  );
  const [details] = answer.ok ? answer.data.shops : [];
  expect(details?.account).toBe(`compare-${tenants}@x-0`);
  expect(clock.now() - (details?.comparedAt ?? 0)).toBeLessThanOrEqual(6 * MINUTE);
});
