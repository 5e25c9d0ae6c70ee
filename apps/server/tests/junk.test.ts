/** No input, however wrong, makes a call fail with an unexpected error. */
import { CALLS, type Call, LIVE_PATH, MEDIA } from '@pasar/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { SESSION_COOKIE } from '../src/http/cookies.ts';
import { findMember } from '../src/records/members.ts';
import { openSession } from '../src/records/sessions.ts';
import { listing, makeTenant, messageAt, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { type JunkRequest, junkRequests, randomOf } from './harness/junk.ts';
import { captureLog } from './harness/log.ts';
import { openTestWeb, type TestWeb } from './harness/web.ts';

const SEED = 20_261_123;
/** Requests to each call. */
const EACH = 25;
const ALL: readonly Call[] = Object.values(CALLS).flatMap((feature): readonly Call[] => Object.values(feature));

let database: TestDatabase;
let web: TestWeb;
let openCookie: () => Promise<string>;
let uuids: readonly string[];
const log = captureLog();
const shops = ['11', '12', '13', '14'];

beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database, null, { log: log.logger, isLoopbackAllowed: false });
  const { accountId, mainId, connections } = await makeTenant(database, 'junk@x', [shops]);
  const [owner] = connections;
  if (owner === undefined) throw new Error('no connection');
  await ingest(database.engine, accountId, [
    { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing('11', 'c') } },
    {
      kind: 'event',
      owner,
      event: { kind: 'message.received', message: messageAt('11', 'c', 1, 'buyer'), via: 'live' },
    },
  ]);
  const ids = await database.owner.query<{ id: string }>(
    `select conversation_id as id from conversation union all select message_id from message
     union all select shop_id from shop union all select connection_id from connection`,
  );
  uuids = [...ids.rows.map(({ id }) => id), crypto.randomUUID()];
  const member = await findMember(database.app, accountId, mainId, false);
  if (member === null) throw new Error('no member');
  openCookie = async () =>
    `${SESSION_COOKIE}=${await openSession(database.app, member, { userAgent: null, address: '127.0.0.1' })}`;
});
afterAll(async () => {
  await web.close();
  await database.close();
});

async function send(call: Call, cookie: string, junk: JunkRequest, random: () => number): Promise<number> {
  const headers = { cookie, 'content-type': 'application/json' };
  const fields = junk.kind === 'fields' ? junk.fields : null;
  if (call.method === 'GET') {
    const flat = Object.entries(Object(fields)).map(([key, value]): [string, string] => [key, String(toText(value))]);
    const query = junk.kind === 'body' ? encodeURIComponent(junk.body) : new URLSearchParams(flat).toString();
    return (await fetch(`${web.origin}${call.path}?${query}`, { headers })).status;
  }
  const isForm = junk.kind === 'fields' && random() < 0.1;
  const body = junk.kind === 'body' ? junk.body : isForm ? toForm(fields) : JSON.stringify(fields);
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const answer = await fetch(`${web.origin}${call.path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': type },
    body,
  });
  await answer.arrayBuffer();
  return answer.status;
}
const toText = (value: unknown): unknown => (typeof value === 'object' ? JSON.stringify(value) : value);
const toForm = (fields: unknown): string =>
  new URLSearchParams(
    Object.entries(Object(fields)).map(([key, value]): [string, string] => [key, String(toText(value))]),
  ).toString();

describe('junk', () => {
  test.each(ALL)('is refused by $path, not a failure', async (call) => {
    const random = randomOf(SEED + ALL.indexOf(call));
    const failuresBefore = log.linesOf('call_failed').length;
    const cookie = await openCookie();
    for (const junk of junkRequests(call, { uuids, shops }, { count: EACH, random })) {
      const status = await send(call, cookie, junk, random);
      expect([status === 500, status === 500 ? JSON.stringify(junk) : '']).toEqual([false, '']);
    }
    expect(log.linesOf('call_failed').slice(failuresBefore)).toEqual([]);
  });

  test('is refused by the pictures and the live stream', async () => {
    const cookie = await openCookie();
    const places = [
      '%00',
      '%ff',
      '..%2f',
      'a'.repeat(3_000),
      '-1',
      `${uuids[0]}%00`,
      encodeURIComponent('\u0661'),
      "';",
    ];
    for (const { path } of Object.values(MEDIA)) {
      for (const place of places) {
        const url = path.replace(/\{id\}/, place).replace(/\{place\}/, place);
        const { status } = await fetch(`${web.origin}${url}`, { headers: { cookie } });
        expect([url, status === 500]).toEqual([url, false]);
      }
    }
    for (const junk of ['%00', '-1', '1e400', 'NaN', '9'.repeat(400)]) {
      expect((await fetch(`${web.origin}${LIVE_PATH}?since=${junk}`, { headers: { cookie } })).status).toBe(404);
    }
  });
});
