/** A session that a process remembers opens nothing that a fresh look-up of it would not open. */
import { CALLS, type Call } from '@pasar/api';
import { type MemberId, PERMISSION_KEYS } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { findSession, readFor } from '../src/records/sessions.ts';
import type { Database } from '../src/storage/database.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

let database: TestDatabase;
let tenant: TestTenant;
let sub: MemberId;
/** The process that remembers, and another one that always looks a session up before it reads anything. */
let web: TestWeb;
let forgetful: TestWeb;
let visitor: Visitor;
let conversationId: string;
/** How often the first process answered in one round trip. */
let together = 0;

const SHOPS = ['11', '12', '13'];

beforeAll(async () => {
  database = await openTestDatabase();
  const person = { username: 'sub@x', password: 'right', name: 'sub', permissionCodeList: [], shops: [] };
  tenant = await makeTenant(database, 'owner@x', [SHOPS], [person]);
  const [owner] = tenant.connections;
  if (!owner) throw new Error('no connection');
  await ingest(
    database.engine,
    tenant.accountId,
    SHOPS.flatMap((shop) => [
      { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing(shop, `c${shop}`) } },
      {
        kind: 'event',
        owner,
        event: { kind: 'message.received', message: messageAt(shop, `c${shop}`, Number(shop), 'buyer'), via: 'live' },
      },
    ]),
  );
  const { app } = database;
  const counted: Database = {
    ...app,
    async readIf(scoping, accepts, run) {
      const done = await app.readIf(scoping, accepts, run);
      if (done !== null) together += 1;
      return done;
    },
  };
  web = await openTestWeb({ ...database, app: counted });
  forgetful = await openTestWeb({ ...database, app: { ...app, readIf: async () => null } });
});
afterAll(async () => {
  await web.close();
  await forgetful.close();
  await database.close();
});

const owner = (text: string, values: unknown[] = []) => database.owner.query(text, values);
const setShops = async (shops: readonly string[]): Promise<void> => {
  await owner('delete from member_shop where member_id = $1', [sub]);
  await owner(
    `insert into member_shop (account_id, member_id, shop_id)
     select account_id, $1, shop_id from shop where platform_shop_id = any($2)`,
    [sub, shops],
  );
};
const setKeys = (keys: readonly string[]) =>
  owner('update member set permission_code_list = $2 where member_id = $1', [sub, keys]);

beforeEach(async () => {
  await owner("delete from member where username = 'sub@x'");
  const made = await owner(
    `insert into member (account_id, username, name, password_hash, is_main)
     select account_id, 'sub@x', 'sub', password_hash, false from member where member_id = $1 returning member_id`,
    [tenant.mainId],
  );
  sub = made.rows[0]?.member_id;
  await setKeys(['chat']);
  await setShops(['11']);
  const found = await owner(
    `update conversation set history = 'more', history_cursor = 'x', is_history_wanted = false
     where platform_conversation_id = 'c11' returning conversation_id`,
  );
  conversationId = found.rows[0]?.conversation_id;
  visitor = new Visitor(web.origin);
  await visitor.logIn(CALLS.account.login, 'sub@x', 'right');
  // The process remembers from its first call on.
  expect(await visitor.call(CALLS.chat.conversations)).toMatchObject({ result: 'success' });
  together = 0;
});

const messages = () => visitor.call(CALLS.chat.messages, { conversationId });

test('a remembered session is answered in one round trip', async () => {
  expect(await messages()).toMatchObject({ result: 'success', data: { messages: [{}] } });
  expect(together).toBe(1);
});

test.each([
  ['a session that another process has ended', () => owner('delete from session'), { code: 50001 }],
  [
    'a session that has expired',
    () => owner("update session set expires_at = now() - interval '1 minute'"),
    { code: 50001 },
  ],
  ['a member who was removed', () => owner('delete from member where member_id = $1', [sub]), { code: 50001 }],
  ['a key that was taken away', () => setKeys([]), { code: 'no_permission' }],
  ['a shop that was taken away', () => setShops(['12']), { code: 'not_found' }],
] as const)('%s answers nothing, and nothing is changed', async (_, change, expected) => {
  await change();
  expect(await messages()).toMatchObject({ result: 'fail', ...expected });
  const wanted = await owner('select from conversation where is_history_wanted');
  expect(wanted.rowCount).toBe(0);
});

test('a member who became the main account sees all shops at the next call', async () => {
  await owner('update member set is_main = true where member_id = $1', [sub]);
  const seen = await visitor.call(CALLS.chat.snapshot);
  expect(seen).toMatchObject({ data: { member: { isMain: true }, shops: [{}, {}, {}] } });
});

test('a session that has become due is prolonged', async () => {
  await owner("update session set expires_at = expires_at - interval '25 hours'");
  const before = visitor.cookie;
  expect(await messages()).toMatchObject({ result: 'success' });
  const left = await owner("select from session where expires_at > now() + interval '29 days 23 hours'");
  expect([together, left.rowCount, visitor.cookie]).toEqual([0, 1, before]);
});

test('the statements that leave with the look-up see what the session sees now', async () => {
  const token = visitor.cookie.split('=')[1] ?? '';
  const session = await findSession(database.app, token, false);
  if (!session) throw new Error('no session');
  const read = async () => {
    let seen: unknown[] = [];
    const done = await readFor(database.app, token, session, async (transaction) => {
      seen = (await transaction.query('select platform_shop_id from shop order by 1')).rows;
      return 'read';
    });
    return [done, seen.length];
  };
  expect(await read()).toEqual([{ value: 'read' }, 1]);
  // The look-up finds the same member: the database alone knows the shops.
  await setShops(['12', '13']);
  expect(await read()).toEqual([{ value: 'read' }, 2]);
  await owner('update member set is_main = true where member_id = $1', [sub]);
  expect(await read()).toEqual([null, 3]);
  await owner('delete from session');
  expect(await read()).toEqual([null, 0]);
});

test('a fault of a statement counts only when the session is the same', async () => {
  const token = visitor.cookie.split('=')[1] ?? '';
  const session = await findSession(database.app, token, false);
  if (!session) throw new Error('no session');
  const fail = () => readFor(database.app, token, session, (transaction) => transaction.query('select 1 / 0'));
  await expect(fail()).rejects.toThrow('division by zero');
  await owner('delete from session');
  expect(await fail()).toBeNull();
});

/** Numbers from 0 to `below` that are the same in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

test.each([1, 2, 3, 4])('in any order of changes and calls, both processes answer the same (seed %i)', async (seed) => {
  const random = seeded(seed);
  const some = (values: readonly string[]) => values.filter(() => random(2) === 0);
  const other = new Visitor(forgetful.origin);
  const changes: (() => Promise<unknown>)[] = [
    () => setShops(some(SHOPS)),
    () => setKeys(some(PERMISSION_KEYS)),
    () => owner('update member set is_main = not is_main where member_id = $1', [sub]),
    () => owner('update member set name = $2 where member_id = $1', [sub, `name ${random(9)}`]),
    () => owner('update account set name = $1', [`account ${random(9)}`]),
    () => owner("update session set expires_at = now() + $1 * interval '10 hours'", [random(80) - 2]),
    () => owner('delete from session'),
    () => visitor.logIn(CALLS.account.login, 'sub@x', 'right'),
    () => visitor.logIn(CALLS.account.login, 'owner@x', 'right'),
  ];
  const calls: [Call, unknown][] = [
    [CALLS.chat.snapshot, {}],
    [CALLS.chat.messages, { conversationId }],
    [CALLS.chat.conversations, { tab: 'waiting' }],
    [CALLS.chat.nextConversation, {}],
    [CALLS.chat.getImToken, { userId: '12', platform: 'shopee' }],
    [CALLS.shops.getCountryAndUserListMap, {}],
    [CALLS.signIn.signIns, {}],
  ];
  for (let step = 0; step < 80; step += 1) {
    if (random(3) === 0) await changes[random(changes.length)]?.();
    const [call, input] = calls[random(calls.length)] ?? [CALLS.chat.snapshot, {}];
    // First, because the other process prolongs a session that is due.
    const answered = await visitor.call(call, input);
    other.cookie = visitor.cookie;
    expect(answered, `step ${step}, ${call.path}`).toEqual(await other.call(call, input));
  }
  expect(together).toBeGreaterThan(5);
});
