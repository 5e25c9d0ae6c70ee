import { AUTHORIZATION_EXPIRED_CODE, CALLS, type Call } from '@pasar/api';
import { OWN_LIMITS } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { ACCOUNT_COOKIE, SESSION_COOKIE } from '../src/http/cookies.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

let database: TestDatabase;
let web: TestWeb;
let visitor: Visitor;

beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database);
  await makeTenant(database, 'agent@x', [['1']]);
});
afterAll(async () => {
  await web.close();
  await database.close();
});
beforeEach(async () => {
  await database.owner.query('delete from session');
  visitor = new Visitor(web.origin);
  await visitor.logIn(CALLS.account.login, 'agent@x', 'right');
});

const later = (hours: number) =>
  database.owner.query("update session set expires_at = expires_at - $1 * interval '1 hour'", [hours]);
const rowShape = z.object({ left_ms: z.coerce.number(), version: z.string() });
/** The remaining life of the session, and the row version, which changes with every write. */
async function stored() {
  const found = await database.owner.query(
    'select extract(epoch from expires_at - clock_timestamp()) * 1000 as left_ms, xmin::text as version from session',
  );
  return rowShape.parse(found.rows[0]);
}
/** The cookies that a call sets, by name. */
async function cookiesOf(call: Call): Promise<ReadonlyMap<string, string>> {
  const answer = await fetch(`${web.origin}${call.path}`, {
    method: call.method,
    headers: { cookie: visitor.cookie, 'content-type': 'application/json' },
    ...(call.method === 'POST' ? { body: '{}' } : {}),
  });
  expect(await answer.json()).toMatchObject({ result: 'success' });
  return new Map(answer.headers.getSetCookie().map((line) => [line.split('=')[0] ?? '', line]));
}

test('a member who makes a call every day is never signed out', async () => {
  for (let day = 0; day < 70; day += 1) {
    await later(25);
    expect(await visitor.call(CALLS.account.getAccount), `day ${day}`).toMatchObject({ result: 'success' });
  }
});

test.each([CALLS.account.keepLive, CALLS.chat.snapshot] as Call[])(
  '$path prolongs a session that is due, with its cookies',
  async (call) => {
    await later(25);
    const cookies = await cookiesOf(call);
    const lifeSeconds = OWN_LIMITS.sessionLifeMs / 1_000;
    for (const name of [SESSION_COOKIE, ACCOUNT_COOKIE]) expect(cookies.get(name)).toContain(`Max-Age=${lifeSeconds}`);
    expect(cookies.get(SESSION_COOKIE)).toContain(visitor.cookie);
    expect((await stored()).left_ms).toBeGreaterThan(OWN_LIMITS.sessionLifeMs - 60_000);
  },
);

test('calls of the same day write nothing', async () => {
  await later(23);
  const { version } = await stored();
  expect((await cookiesOf(CALLS.chat.snapshot)).size).toBe(0);
  expect((await cookiesOf(CALLS.account.keepLive)).size).toBe(0);
  expect((await stored()).version).toBe(version);
});

test('an expired session is not prolonged', async () => {
  await later(31 * 24);
  const { version } = await stored();
  expect(await visitor.call(CALLS.account.keepLive)).toMatchObject({ code: AUTHORIZATION_EXPIRED_CODE });
  expect((await stored()).version).toBe(version);
});

test('a logout ends a session that is due, and removes its cookies', async () => {
  await later(25);
  const cookies = await cookiesOf(CALLS.account.loginOut);
  expect(cookies.get(SESSION_COOKIE)).not.toContain(visitor.cookie);
  expect(await visitor.call(CALLS.account.getAccount)).toMatchObject({ code: AUTHORIZATION_EXPIRED_CODE });
});
