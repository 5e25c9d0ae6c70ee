import type { Author, DomainEvent, MessageStatus, Position } from '@pasar/domain';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { forgetMessages } from '../src/engine/tasks/forget-messages.ts';
import { accountHousekeeping } from '../src/engine/tasks/housekeeping.ts';
import type { AccountSurroundings, AccountTask, TaskName } from '../src/engine/tasks/task.ts';
import { createTurns } from '../src/engine/turns.ts';
import { wholeAccount } from '../src/storage/database.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';

const DAY = 86_400_000;
/** Midnight UTC; the messages of a test are sent on the days before it. */
const TODAY = Date.UTC(2026, 10, 23);

let database: TestDatabase;
let tenant: TestTenant;
let owner: OwnedConnection;
beforeAll(async () => {
  database = await openTestDatabase();
  tenant = await makeTenant(database, 'retention@x', [['11']]);
  [owner] = tenant.connections as [OwnedConnection];
});
afterAll(() => database.close());

const take = (...events: DomainEvent[]) =>
  ingest(
    database.engine,
    tenant.accountId,
    events.map((event) => ({ kind: 'event', owner, event })),
  );
const sentOn = (conversation: string, number: number, daysAgo: number, author: Author, status: MessageStatus) =>
  ({
    kind: 'message.received',
    via: 'history',
    message: messageAt('11', conversation, number, author, { sentAt: TODAY - daysAgo * DAY, status }),
  }) satisfies DomainEvent;

async function run(task: AccountTask<TaskName>, now = TODAY): Promise<void> {
  const prepared = task.prepare({});
  if (!prepared.ok) throw prepared.error;
  const within: AccountSurroundings['within'] = (work) => database.engine.within(wholeAccount(tenant.accountId), work);
  await prepared.run({
    accountId: tenant.accountId,
    askShop: async () => null,
    now: () => now,
    signal: new AbortController().signal,
    log: pino({ level: 'silent' }),
    within,
    turns: createTurns(),
  });
}
const choose = (days: { message?: number | null; picture?: number | null; audit?: number | null }) =>
  database.owner.query(
    `insert into retention (account_id, message_days, picture_days, audit_days) values ($1, $2, $3, $4)
     on conflict (account_id) do update set message_days = excluded.message_days, picture_days = excluded.picture_days,
       audit_days = excluded.audit_days, messages_done_until = 0`,
    [tenant.accountId, days.message ?? null, days.picture ?? null, days.audit === undefined ? 400 : days.audit],
  );

async function stateOf(conversation: string) {
  const found = await database.owner.query(
    `select unread_count, waiting_since::float8, last_message, kept_from::float8, history,
       array(select position::text from message m where m.conversation_id = c.conversation_id order by position) as left
     from conversation c where platform_conversation_id = $1`,
    [conversation],
  );
  return found.rows[0];
}

interface Sent {
  readonly number: number;
  readonly daysAgo: number;
  readonly author: Author;
  readonly status: MessageStatus;
}
const positionOf = ({ number }: Sent): bigint => BigInt(messageAt('11', 'c', number, 'buyer').position);
const max = (positions: readonly bigint[]): bigint => positions.reduce((top, next) => (next > top ? next : top), -1n);

/** What a conversation must show when only `kept` is left of `all`, said without looking at the projection. */
function expected(all: readonly Sent[], kept: readonly Sent[], read: bigint) {
  const replied = max(
    all.filter(({ author, status }) => author === 'seller' && status === 'available').map(positionOf),
  );
  const open = kept.filter(({ author, status }) => author === 'buyer' && status === 'available');
  const waiting = open.filter((item) => positionOf(item) > replied).map(({ daysAgo }) => TODAY - daysAgo * DAY);
  const last = kept.toSorted((left, right) => left.number - right.number).at(-1);
  return {
    unread_count: open.filter((item) => positionOf(item) > read).length,
    waiting_since: waiting.length === 0 ? null : Math.min(...waiting),
    last_message: last === undefined ? null : expect.objectContaining({ author: last.author, status: last.status }),
    left: kept.toSorted((left, right) => left.number - right.number).map((item) => String(positionOf(item))),
  };
}

let conversations = 0;
test('whatever is forgotten, counters, last messages and read marks are those of what is left, and it stays gone', async () => {
  const sent = fc.uniqueArray(
    fc.record({
      daysAgo: fc.integer({ min: 0, max: 200 }),
      author: fc.constantFrom<Author>('buyer', 'buyer', 'seller', 'robot' as Author),
      status: fc.constantFrom<MessageStatus>('available', 'available', 'available', 'recalled'),
    }),
    { minLength: 1, maxLength: 12, selector: ({ daysAgo }) => daysAgo },
  );
  await fc.assert(
    fc.asyncProperty(sent, fc.constantFrom(30, 90, 180), fc.nat(12), async (drawn, days, readUpTo) => {
      conversations += 1;
      const name = `any${conversations}`;
      // Positions follow the time of sending.
      const all = drawn
        .toSorted((left, right) => right.daysAgo - left.daysAgo)
        .map((item, place): Sent => ({ ...item, number: conversations * 100 + place }));
      const events = all.map(({ number, daysAgo, author, status }) => sentOn(name, number, daysAgo, author, status));
      const readAt = all[Math.min(readUpTo, all.length - 1)];
      const position = String(readAt === undefined ? 0n : positionOf(readAt)) as Position;
      await take({ kind: 'conversation.listed', conversation: listing('11', name) }, ...events.toReversed(), {
        kind: 'conversation.readBySeller',
        platformShopId: listing('11', name).platformShopId,
        platformConversationId: listing('11', name).platformConversationId,
        position,
      });
      await choose({ message: days });
      await run(forgetMessages);
      const kept = all.filter(({ daysAgo }) => daysAgo <= days);
      const right = expected(all, kept, BigInt(position));
      expect(await stateOf(name)).toMatchObject(right);
      // A history that comes again, in any order, brings nothing back.
      await take(...events);
      expect(await stateOf(name)).toMatchObject(right);
      const [shop] = (
        await database.owner.query(
          `select unread_count, waiting_count, (select sum(unread_count + case when is_marked_unread and unread_count = 0
               then 1 else 0 end)::int from conversation) as unread,
             (select count(*)::int from conversation where waiting_since is not null) as waiting from shop`,
        )
      ).rows;
      expect([shop.unread_count, shop.waiting_count]).toEqual([shop.unread, shop.waiting]);
      await database.owner.query('delete from conversation');
      await database.owner.query('update shop set unread_count = 0, waiting_count = 0');
    }),
    { numRuns: 40 },
  );
});

test('what came while the history was read back stays, older pages are asked for no more, and windows are told', async () => {
  await take(
    { kind: 'conversation.listed', conversation: listing('11', 'long') },
    ...Array.from({ length: 1_100 }, (_, place) => sentOn('long', 50_000 + place, 400, 'buyer', 'available')),
    sentOn('long', 60_000, 1, 'buyer', 'available'),
  );
  await choose({ message: 365 });
  await run(forgetMessages);
  const state = await stateOf('long');
  expect(state).toMatchObject({ unread_count: 1, history: 'complete', kept_from: TODAY - 365 * DAY });
  const told = await database.owner.query(
    `select payload -> 'conversation' ->> 'unreadCount' as unread from change where kind = 'conversation'
       order by seq desc limit 1`,
  );
  expect(told.rows).toEqual([{ unread: '1' }]);
  // The same day it is not looked for again.
  await take(sentOn('long', 40_000, 364, 'buyer', 'available'));
  await run(forgetMessages, TODAY + DAY - 1);
  expect((await stateOf('long')).left).toHaveLength(2);
  await run(forgetMessages, TODAY + DAY);
  expect((await stateOf('long')).left).toHaveLength(2);
  await run(forgetMessages, TODAY + 2 * DAY);
  expect((await stateOf('long')).left).toHaveLength(1);
});

test('failed pictures are put away in time with their bytes; what waits to be sent is never deleted', async () => {
  await take({ kind: 'conversation.listed', conversation: listing('11', 'pictures') });
  const image = JSON.stringify({
    type: 'image',
    image: { fileName: 'a.png', type: 'image/png', width: 1, height: 1, byteLength: 1, digest: 'x' },
  });
  const text = JSON.stringify({ type: 'text', text: 'hello' });
  const made = [
    ['refused', image, 40],
    ['unconfirmed', image, 40],
    ['pending', image, 40],
    ['doubted', image, 40],
    ['refused', image, 20],
    ['refused', text, 40],
  ] as const;
  for (const [state, content, daysAgo] of made) {
    await database.owner.query(
      `with d as (insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, state, intent_at,
           look_until, refusal_reason, created_at, content)
         select account_id, shop_id, conversation_id, $1, gen_random_uuid(), $2, 1, 1, 'message_refused', $3, $4
         from conversation where platform_conversation_id = 'pictures' returning *)
       insert into delivery_image (delivery_id, account_id, shop_id, name, type, bytes)
         select delivery_id, account_id, shop_id, 'a.png', 'image/png', 'x' from d where content ->> 'type' = 'image'`,
      [tenant.mainId, state, TODAY - daysAgo * DAY, content],
    );
  }
  await choose({ message: 30, picture: 30 });
  await run(accountHousekeeping);
  const left = await database.owner.query<{ state: string; has_bytes: boolean; days: number; type: string }>(
    `select state, content ->> 'type' as type, (($1 - created_at) / 86400000)::int as days,
       exists (select from delivery_image i where i.delivery_id = d.delivery_id) as has_bytes
     from delivery d order by state, days, type`,
    [TODAY],
  );
  // Two were put away, and then deleted with the settled ones of more than a week.
  await run(accountHousekeeping);
  expect(left.rows.filter(({ state }) => state === 'dismissed')).toEqual([
    expect.objectContaining({ has_bytes: false, days: 40 }),
    expect.objectContaining({ has_bytes: false, days: 40 }),
  ]);
  expect(left.rows.filter(({ state }) => state !== 'dismissed')).toEqual([
    { state: 'doubted', days: 40, type: 'image', has_bytes: true },
    { state: 'pending', days: 40, type: 'image', has_bytes: true },
    { state: 'refused', days: 20, type: 'image', has_bytes: true },
    { state: 'refused', days: 40, type: 'text', has_bytes: false },
  ]);
});

test('the audit trail goes as chosen, and after thirteen months where nothing was chosen', async () => {
  const { owner: sql } = database;
  const write = (daysAgo: number) =>
    sql.query(
      `insert into audit_entry (account_id, at, member_id, member_name, username, address, action)
       values ($1, to_timestamp($2), $3, 'a', 'a', 'a', $4)`,
      [tenant.accountId, (TODAY - daysAgo * DAY) / 1000, tenant.mainId, `${daysAgo}`],
    );
  for (const daysAgo of [1, 100, 399, 401, 2_000]) await write(daysAgo);
  const left = async () =>
    (await sql.query<{ action: string }>('select action from audit_entry order by at desc')).rows.map(
      (row) => row.action,
    );
  await choose({ audit: null });
  await run(accountHousekeeping);
  expect(await left()).toHaveLength(5);
  await sql.query('delete from retention');
  await run(accountHousekeeping);
  expect(await left()).toEqual(['1', '100', '399']);
  await choose({ audit: 90 });
  await run(accountHousekeeping);
  expect(await left()).toEqual(['1']);
});
