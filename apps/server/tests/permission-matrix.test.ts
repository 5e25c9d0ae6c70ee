/**
 * Every route by every kind of caller. The rows are the contract's: a call without one does not compile, and a route
 * that is neither a call nor in `OTHER_ROUTES` fails here.
 */
import { createHash } from 'node:crypto';
import {
  type Access,
  AUTHORIZATION_EXPIRED_CODE,
  accountExportPath,
  CALLS,
  type Call,
  MEDIA,
  ORDER_EXPORT_PATH,
} from '@pasar/api';
import { type AccountId, asMemberId, PERMISSION_KEYS } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { hashPassword } from '../src/features/passwords.ts';
import { SESSION_COOKIE } from '../src/http/cookies.ts';
import { findMember } from '../src/records/members.ts';
import { openSession } from '../src/records/sessions.ts';
import { listing, makeTenant, messageAt, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { randomOf } from './harness/junk.ts';
import { type KnownIds, sampler } from './harness/sample-input.ts';
import { type AnyAnswer, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const ALL: readonly (readonly [string, Call])[] = Object.values(CALLS).flatMap((feature) =>
  (Object.values(feature) as Call[]).map((call) => [call.path, call] as const),
);
const MEDIA_ROUTES = Object.values(MEDIA);
/** As the HTTP application names the parts of a path: `{id}` is `:id` there, with or without a pattern behind it. */
const inFastify = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
/** The routes that are no calls, and who may ask them. The live stream is no route of the HTTP application. */
const OTHER_ROUTES: Readonly<Record<string, Access['kind']>> = {
  '/api/health': 'public',
  '/api/openapi.json': 'public',
  [accountExportPath(':ticket')]: CALLS.data.beginExport.access.kind,
  [ORDER_EXPORT_PATH]: CALLS.orderBook.searchOrderList.access.kind,
  ...Object.fromEntries(MEDIA_ROUTES.map(({ path, access }) => [inFastify(path), access.kind])),
};
/** A word in every text of the shop that outsiders ask for. */
const CANARY = 'canary7d1f';

let database: TestDatabase;
let web: TestWeb;
let accountId: AccountId;
let ids: KnownIds;
/** All sub-accounts have the same password, because hashing takes its time. */
let passwordHash: string;

beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database);
  const tenant = await makeTenant(database, 'ours@x', [['11', '12']], [], 'tiktok');
  accountId = tenant.accountId;
  await makeTenant(database, 'theirs@x', [['99']]);
  const { owner } = database;
  passwordHash = await hashPassword('right');
  for (const key of PERMISSION_KEYS) {
    await addSubAccount(`only ${key}`, [key], '11');
    await addSubAccount(
      `all but ${key}`,
      PERMISSION_KEYS.filter((other) => other !== key),
      '11',
    );
  }
  for (const [name, keys] of SEVERAL) {
    await addSubAccount(
      `all but ${name}`,
      PERMISSION_KEYS.filter((key) => !keys.includes(key)),
      '11',
    );
  }
  await addSubAccount('elsewhere', PERMISSION_KEYS, '12');
  const message = messageAt('11', CANARY, 1, 'buyer', { content: { type: 'text', text: CANARY } });
  const [connection] = tenant.connections;
  if (connection === undefined) throw new Error('no connection');
  await ingest(database.engine, accountId, [
    {
      kind: 'event',
      owner: connection,
      event: { kind: 'conversation.listed', conversation: listing('11', CANARY) },
    },
    {
      kind: 'event',
      owner: connection,
      event: { kind: 'message.received', message, via: 'live' },
    },
  ]);
  await owner.query(
    `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, content, state, created_at, refusal_reason)
       select account_id, shop_id, conversation_id, $2, gen_random_uuid(), $3, 'refused', 1, 'message_refused'
       from conversation where account_id = $1`,
    [accountId, tenant.mainId, { type: 'text', text: CANARY }],
  );
  await owner.query("update shop set name = $2, alias = $2 where account_id = $1 and platform_shop_id = '11'", [
    accountId,
    CANARY,
  ]);
  ids = await knownIds();
});
afterAll(async () => {
  await web.close();
  await database.close();
});

async function addSubAccount(name: string, keys: readonly string[], shop: string): Promise<void> {
  await database.owner.query(
    `with added as (insert into member (account_id, username, name, password_hash, is_main, permission_code_list, shop_rule)
       values ($1, 'ours:' || $2, $2, $5, false, $3, 'shops') returning member_id, account_id)
     insert into member_shop (account_id, member_id, shop_id)
       select account_id, member_id, shop_id from added join shop using (account_id) where platform_shop_id = $4`,
    [accountId, name, keys, shop, passwordHash],
  );
}

/** The ids of shop 11 and of what it holds. */
async function knownIds(): Promise<KnownIds> {
  const found = await database.owner.query<Record<string, string>>(
    `select s.shop_id as "shopId", s.connection_id as "connectionId", c.conversation_id as "conversationId",
       d.delivery_id as "deliveryId", m.message_id as "messageId", d.member_id as "memberId"
     from shop s join conversation c using (shop_id) join message m using (conversation_id)
       join delivery d on d.conversation_id = c.conversation_id
     where s.account_id = $1`,
    [accountId],
  );
  const named = found.rows[0];
  if (named === undefined) throw new Error('shop 11 holds no conversation');
  return { uuids: Object.values(named), shops: ['11'], named: { ...named, search: CANARY, words: CANARY } };
}

type Caller = 'anonymous' | 'expired' | 'main' | 'other tenant' | 'elsewhere' | `only ${string}` | `all but ${string}`;

/** The caller's visitor, with an open session wherever the caller has one: some calls end sessions. */
async function visitorFor(caller: Caller, call: Call | null): Promise<Visitor> {
  const isEnding = call !== null && ENDING_SESSIONS.has(call);
  if (isEnding) visitors.clear();
  const known = visitors.get(caller);
  if (known !== undefined) return known;
  const visitor = new Visitor(web.origin);
  if (!isEnding) visitors.set(caller, visitor);
  if (caller === 'anonymous') return visitor;
  const usernames: Partial<Record<Caller, string>> = { main: 'ours@x', expired: 'ours@x', 'other tenant': 'theirs@x' };
  const found = await database.owner.query<{ account_id: AccountId; member_id: string }>(
    'select account_id, member_id from member where username = $1',
    [usernames[caller] ?? `ours:${caller}`],
  );
  const [row] = found.rows;
  const member = row && (await findMember(database.app, row.account_id, asMemberId(row.member_id), false));
  if (!member) throw new Error(`no member for ${caller}`);
  const token = await openSession(database.app, member, { userAgent: null, address: '127.0.0.1' });
  if (caller === 'expired') {
    await database.owner.query("update session set expires_at = now() - interval '1 second' where token_hash = $1", [
      createHash('sha256').update(token).digest(),
    ]);
  }
  visitor.cookie = `${SESSION_COOKIE}=${token}`;
  return visitor;
}

const visitors = new Map<Caller, Visitor>();
const ENDING_SESSIONS: ReadonlySet<Call> = new Set<Call>(
  [CALLS.account, CALLS.security].flatMap((feature) => Object.values(feature)),
);

type Outcome = 'let in' | 'no session' | 'no permission';
function outcomeOf(answer: AnyAnswer): Outcome {
  if (answer.result === 'success') return 'let in';
  if (answer.code === AUTHORIZATION_EXPIRED_CODE) return 'no session';
  return answer.code === 'no_permission' ? 'no permission' : 'let in';
}

/** Rows that several keys open, by the names of their keys. */
const SEVERAL = new Map(
  [...ALL.map(([, { access }]) => access), ...MEDIA_ROUTES.map(({ access }) => access)].flatMap((access) =>
    access.kind === 'anyOf' ? [[access.keys.join(' or '), access.keys] as const] : [],
  ),
);

/** What each caller meets at a route with this row. `key` is the row's own, or any key where the row names none. */
function expected(access: Access): ReadonlyMap<Caller, Outcome> {
  if (access.kind === 'anyOf') {
    return new Map<Caller, Outcome>([
      ['anonymous', 'no session'],
      ['expired', 'no session'],
      ['main', 'let in'],
      ...access.keys.map((key) => [`only ${key}`, 'let in'] as const),
      [`all but ${access.keys.join(' or ')}`, 'no permission'],
    ]);
  }
  const key = access.kind === 'permission' ? access.key : 'chat';
  const stranger = access.kind === 'public' ? 'let in' : 'no session';
  // Only a token opens what is of programs: tokens.test.ts.
  const sub = access.kind === 'main' || access.kind === 'program' ? 'no permission' : 'let in';
  return new Map<Caller, Outcome>([
    ['anonymous', stranger],
    ['expired', stranger],
    ['main', access.kind === 'program' ? 'no permission' : 'let in'],
    [`only ${key}`, sub],
    [`all but ${key}`, access.kind === 'permission' ? 'no permission' : sub],
  ]);
}

test('several keys open what serves several features, and nothing else', () => {
  const named = ALL.flatMap(([path, { access }]) => (access.kind === 'anyOf' ? [[path, access.keys]] : []));
  expect(named).toEqual([
    [CALLS.automation.automaticStops.path, ['chat', 'batchReply', 'orderCare']],
    [CALLS.automation.stopAutomatic.path, ['chat', 'batchReply', 'orderCare']],
    [CALLS.automation.saveAutomaticPicture.path, ['chat', 'batchReply']],
  ]);
});

describe('every call lets in whom its permission row names', () => {
  test.each(ALL)('%s', async (_path, call) => {
    const wanted = expected(call.access);
    const seen = new Map<Caller, Outcome>();
    for (const caller of wanted.keys()) {
      seen.set(caller, outcomeOf(await (await visitorFor(caller, call)).call(call, {})));
    }
    expect(seen).toEqual(wanted);
  });
});

describe('every picture and video is shown to whom its permission row names', () => {
  const OUTCOMES: Partial<Record<number, Outcome>> = { 401: 'no session', 403: 'no permission' };
  test.each(MEDIA_ROUTES.map((route) => [route.path, route] as const))('%s', async (_path, { path, access }) => {
    const wanted = expected(access);
    const seen = new Map<Caller, Outcome>();
    for (const caller of wanted.keys()) {
      const { cookie } = await visitorFor(caller, null);
      const asked = path.replace('{id}', crypto.randomUUID()).replace('{place}', '0');
      const { status } = await fetch(web.origin + asked, { headers: { cookie } });
      seen.set(caller, OUTCOMES[status] ?? 'let in');
    }
    expect(seen).toEqual(wanted);
  });
});

describe('what a shop holds is told to nobody else', () => {
  /** Inputs of a call: some members of a union are only met by another draw. */
  const DRAWS = 3;
  const samplesOf = (call: Call): readonly unknown[] =>
    Array.from({ length: DRAWS }, (_, draw) => sampler(call, ids, randomOf(draw + 1), 'read')());
  const asked = async (caller: Caller, call: Call): Promise<string> => {
    const visitor = await visitorFor(caller, call);
    const answers: AnyAnswer[] = [];
    for (const input of samplesOf(call)) answers.push(await visitor.call(call, textual(call, input)));
    return JSON.stringify(answers);
  };

  /** As the call before left them. */
  let rows: Awaited<ReturnType<typeof rowsOfShop>> | undefined;
  test.each(ALL)('%s, asked with the ids of a shop', async (_path, call) => {
    const before = rows ?? (await rowsOfShop());
    expect(await asked('elsewhere', call)).not.toContain(CANARY);
    expect(await asked('other tenant', call)).not.toContain(CANARY);
    rows = await rowsOfShop();
    expect(rows).toEqual(before);
  });

  // Last, because its inputs change what the shop holds: they are the same that the others were refused.
  test('which its own members are told by the same inputs', async () => {
    const telling: string[] = [];
    for (const [path, call] of ALL) {
      if ((await asked('all but creator_invite', call)).includes(CANARY)) telling.push(path);
    }
    const { messages, snapshot, messageAt: at, checkDelivery } = CALLS.chat;
    expect(telling).toEqual(expect.arrayContaining([messages, snapshot, at, checkDelivery].map(({ path }) => path)));
  });
});

/** A query has only texts. */
const textual = (call: Call, input: unknown): unknown =>
  call.method === 'POST'
    ? input
    : Object.fromEntries(
        Object.entries(Object(input)).map(([key, value]) => [
          key,
          typeof value === 'object' ? JSON.stringify(value) : String(value),
        ]),
      );

/** A digest of every row of the shop, by table. */
async function rowsOfShop(): Promise<Readonly<Record<string, string | null>>> {
  digests = digests === '' ? await digestsOfTables() : digests;
  // Named, so that the database plans it once.
  const found = await database.owner.query<{ name: string; digest: string | null }>({
    name: 'digests',
    text: digests,
    values: [ids.named?.shopId],
  });
  return Object.fromEntries(found.rows.map(({ name, digest }) => [name, digest]));
}
let digests = '';
async function digestsOfTables(): Promise<string> {
  const tables = await database.owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where column_name = 'shop_id' and table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  return tables.rows
    .map(
      ({ name }) =>
        `select '${name}' as name, md5(string_agg(to_jsonb(t)::text, '' order by to_jsonb(t)::text)) as digest
           from ${name} t where shop_id = $1`,
    )
    .join(' union all ');
}

test('every route is a call or a route with a row of its own', () => {
  const known = new Set([...ALL.map(([path]) => path), ...Object.keys(OTHER_ROUTES)]);
  expect(web.routes.filter((path) => !known.has(path))).toEqual([]);
  expect(web.routes.length).toBeGreaterThanOrEqual(known.size);
});
