import { CALLS } from '@pasar/api';
import { type Refusal, refusal } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storeState } from '../src/engine/connection/store.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { beginLife, continueLife } from '../src/records/login-lives.ts';
import { type Transaction, wholeAccount } from '../src/storage/database.ts';
import { makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';
import { openRunnerContext } from './harness/runner.ts';
import { ScriptedConnector } from './harness/scripted-connector.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const HOUR_MS = 3_600_000;
const EXPIRED = refusal('shop_login_expired');

let database: TestDatabase;
let web: TestWeb;
let tenant: TestTenant;
let tenants = 0;
beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database);
});
beforeEach(async () => {
  tenants += 1;
  tenant = await makeTenant(database, `logins${tenants}@x`, [['11'], ['12', '13']]);
});
afterAll(async () => {
  await web.close();
  await database.close();
});

const loginAt = (at: number): OwnedConnection => {
  const owner = tenant.connections[at];
  if (!owner) throw new Error('no such login');
  return owner;
};
const within = (run: (transaction: Transaction) => Promise<void>) =>
  database.engine.within(wholeAccount(tenant.accountId), run);
const signIn = (at: number) => within((transaction) => beginLife(transaction, loginAt(at)));
/** Lets the present life of a login have begun so long ago. */
const age = (at: number, byMs: number) =>
  database.owner.query('update login_life set began_at = began_at - $2 where connection_id = $1 and ended_at is null', [
    loginAt(at).connectionId,
    byMs,
  ]);
async function enter(at: number, state: 'failed' | 'interrupted' | 'live', why: Refusal | null = null): Promise<void> {
  const context = openRunnerContext(database, loginAt(at), new ScriptedConnector());
  await storeState(context, state, why);
  await context.batcher.close();
}
/** A whole life: from the sign-in to the expiry. */
async function live(at: number, forMs: number): Promise<void> {
  await signIn(at);
  await enter(at, 'live');
  await age(at, forMs);
  await enter(at, 'failed', EXPIRED);
}
async function health(username = `logins${tenants}@x`) {
  const visitor = new Visitor(web.origin);
  await visitor.logIn(CALLS.account.login, username, 'right');
  const answer = await visitor.call(CALLS.logins.loginHealth);
  if (answer.result !== 'success') throw new Error(answer.reason);
  const { logins } = CALLS.logins.loginHealth.output.parse(answer.data);
  return tenant.connections.map(({ connectionId }) => logins.find((login) => login.connectionId === connectionId));
}
const hours = (ms: number | undefined) => Math.round((ms ?? Number.NaN) / HOUR_MS);

describe('the health of logins', () => {
  test('tells nothing that was not seen', async () => {
    const [first] = await health();
    expect(first).toMatchObject({ identifier: `logins${tenants}@x-0`, signedInAt: null, expected: null });
  });

  test('learns from the past of the login itself, else from other logins of the marketplace', async () => {
    for (const length of [10, 30, 20]) await live(0, length * HOUR_MS);
    await signIn(0);
    const [own, other] = await health();
    expect(own?.expected).toMatchObject({ basis: 'login', seen: 3 });
    expect(hours(own?.expected?.lifeMs)).toBe(20);
    expect(other?.expected).toMatchObject({ basis: 'marketplace', seen: 3 });
    expect(Math.abs((own?.signedInAt ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test('learns nothing from a life that a sign-in replaced, or that another fault ended', async () => {
    await signIn(0);
    await age(0, HOUR_MS);
    await signIn(0);
    await enter(0, 'live');
    await age(0, 2 * HOUR_MS);
    await enter(0, 'failed', refusal('wrong_account_or_password'));
    expect((await health())[0]?.expected).toBeNull();
  });

  test('lets a life go on while Pasar logs in by itself, and begins another after an expiry', async () => {
    await signIn(0);
    await age(0, 5 * HOUR_MS);
    await within((transaction) => continueLife(transaction, loginAt(0)));
    const before = (await health())[0]?.signedInAt ?? 0;
    expect(hours(Date.now() - before)).toBe(5);
    await enter(0, 'failed', refusal('captcha_needed'));
    await within((transaction) => continueLife(transaction, loginAt(0)));
    const [after] = await health();
    expect(hours(Date.now() - (after?.signedInAt ?? 0))).toBe(0);
    expect(hours(after?.expected?.lifeMs)).toBe(5);
  });

  test('knows since when a login is out of order, also when it fails anew after a pause', async () => {
    await enter(0, 'live');
    await enter(0, 'interrupted', refusal('marketplace_unreachable'));
    const away = (await health())[0];
    expect(away).toMatchObject({ failedSince: null, awaySince: expect.any(Number) });
    await enter(0, 'failed', EXPIRED);
    const failed = (await health())[0];
    expect(failed?.awaySince).toBe(away?.awaySince);
    await database.owner.query("update connection set state = 'waiting' where connection_id = $1", [
      loginAt(0).connectionId,
    ]);
    await enter(0, 'failed', EXPIRED);
    expect((await health())[0]?.failedSince).toBe(failed?.failedSince);
    await enter(0, 'live');
    expect((await health())[0]).toMatchObject({ failedSince: null, awaySince: null });
  });

  test('shows a sub-account only logins of which it sees a shop', async () => {
    const username = `logins${tenants}:sub`;
    await database.owner.query(
      `insert into member (account_id, username, name, password_hash, is_main, permission_code_list)
       select account_id, $2, 'sub', password_hash, false, '{shopManager}' from member where account_id = $1`,
      [tenant.accountId, username],
    );
    await database.owner.query(
      `insert into member_shop (account_id, member_id, shop_id) select s.account_id, m.member_id, s.shop_id
       from shop s join member m on m.username = $2 where s.account_id = $1 and s.platform_shop_id = '13'`,
      [tenant.accountId, username],
    );
    expect((await health(username)).map((login) => login?.identifier)).toEqual([undefined, `logins${tenants}@x-1`]);
  });
});
