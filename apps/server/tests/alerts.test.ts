import { type AlertSettings, CALLS } from '@pasar/api';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Alerts } from '../src/engine/alerts/alerts.ts';
import { openTestDatabase, type TestDatabase } from './harness/database.ts';
import { LiveHarness, type LiveTenant } from './harness/live-harness.ts';
import { type AnyAnswer, openTestWeb, type TestWeb } from './harness/web.ts';

const { listAlerts, readSettings, saveSettings } = CALLS.alerts;
const MINUTE_MS = 60_000;
/** 12:00 in Bangkok. */
const NOON = Date.parse('2026-11-23T05:00:00Z');

let database: TestDatabase;
let web: TestWeb;
let harness: LiveHarness;
let tenant: LiveTenant;
let tenants = 0;
let now = NOON;
let isMailThere = true;
let sent: { to: string; subject: string; text: string }[] = [];
const engine = () =>
  new Alerts({
    database: database.engine,
    mailer: {
      send: async (mail) => {
        if (isMailThere) sent.push(mail);
        return isMailThere;
      },
    },
    now: () => now,
    log: pino({ level: 'silent' }),
  });
beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database);
  harness = new LiveHarness(database, web);
});
beforeEach(async () => {
  await database.owner.query('delete from account');
  tenants += 1;
  tenant = await harness.tenant(`alerts${tenants}@x`, 2);
  [now, sent, isMailThere] = [NOON, [], true];
});
afterAll(async () => {
  await web.close();
  await database.close();
});

const codeOf = (answer: AnyAnswer) => (answer.result === 'fail' ? answer.code : answer.result);
const save = (more: Partial<AlertSettings> = {}) =>
  tenant.main.visitor.call(saveSettings, {
    settings: { offKinds: [], mailAddresses: ['owner@x.example'], quiet: null, ...more },
  });
async function alerts() {
  const answer = await tenant.main.visitor.call(listAlerts);
  if (answer.result !== 'success') throw new Error(answer.reason);
  return listAlerts.output.parse(answer.data).alerts;
}
const look = () => engine().look();
const later = async (minutes: number) => {
  now += minutes * MINUTE_MS;
  await look();
};
/** The login is in this state from now on, for this reason. */
const login = (state: string, reason: string | null = null) =>
  database.owner.query(
    `update connection set state = $2, refusal_reason = $3,
       failed_since = case when $2 = 'failed' then $4::bigint end,
       away_since = case when $2 <> 'live' then $4::bigint end where account_id = $1`,
    [tenant.accountId, state, reason, now],
  );
/** The trigger puts in the time of the database; the test's own clock takes its place. */
const at = () =>
  database.owner.query(
    `update connection set failed_since = case when failed_since is null then null else $2::bigint end,
       away_since = case when away_since is null then null else $2::bigint end where account_id = $1`,
    [tenant.accountId, now],
  );
async function enter(state: string, reason: string | null = null): Promise<void> {
  await login(state, reason);
  await at();
}
const subjects = () => sent.map(({ subject }) => subject);
const outbox = async () =>
  (
    await database.owner.query<{ event: string }>(
      'select event from webhook_delivery where account_id = $1 order by event_id',
      [tenant.accountId],
    )
  ).rows.map(({ event }) => event);

describe('alerts', () => {
  test('tell of a shop that was logged out for ten minutes, once, and once that it is over', async () => {
    await database.owner.query(
      `insert into webhook (account_id, address, events, since)
       values ($1, 'https://hook.example', '{alert.began,alert.over}', 0)`,
      [tenant.accountId],
    );
    expect(codeOf(await save())).toBe('success');
    const since = await harness.head(tenant.accountId);
    await enter('failed', 'shop_login_expired');
    await later(9);
    expect(await alerts()).toEqual([]);
    await later(1);
    await Promise.all([look(), look()]);
    await later(60);
    expect(sent).toEqual([
      {
        to: 'owner@x.example',
        subject: '[Pasar] Logged out: shop 1, shop 2',
        text: expect.stringContaining('Since Nov 23, 2026, 5:00 AM (UTC).'),
      },
    ]);
    expect(await alerts()).toMatchObject([
      { kind: 'loggedOut', name: 'shop 1, shop 2', beganAt: NOON, toldAt: NOON + 10 * MINUTE_MS, overAt: null },
    ]);
    await enter('live');
    await later(1);
    await later(1);
    expect(subjects().slice(1)).toEqual(['[Pasar] Over: shop 1, shop 2 is no longer logged out']);
    expect((await alerts())[0]?.overAt).toBe(now - MINUTE_MS);
    expect(await outbox()).toEqual(['alert.began', 'alert.over']);
    const told = await harness.seenBy(tenant.accountId, tenant.main.memberId, since);
    expect(told.map(({ kind }) => kind)).toEqual(['alerts', 'alerts']);
  });

  test('tell of all answers that are late as one, until they are answered, and of no old ones', async () => {
    await save();
    const wait = (name: string, shop: string, dueAt: number) =>
      database.owner.query(
        `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned,
           address, waiting_since, due_at)
         select account_id, shop_id, $2, $2, $2, 'activated', false, '{}', $4::bigint - 1, $4 from shop
         where account_id = $1 and name = $3`,
        [tenant.accountId, name, shop, dueAt],
      );
    await wait('old', 'shop 1', now - 25 * 60 * MINUTE_MS);
    await wait('next', 'shop 1', now + 10 * MINUTE_MS);
    await look();
    expect(await alerts()).toEqual([]);
    for (const number of Array.from({ length: 50 }, (_, index) => index)) {
      await wait(`late ${number}`, number % 2 === 0 ? 'shop 1' : 'shop 2', now + 5 * MINUTE_MS);
    }
    await later(5);
    await later(5);
    expect(subjects()).toEqual(['[Pasar] Answers are overdue: shop 1, shop 2']);
    expect(await alerts()).toMatchObject([
      { kind: 'answersLate', name: 'shop 1, shop 2', beganAt: NOON + 5 * MINUTE_MS, overAt: null },
    ]);
    await database.owner.query("update conversation set waiting_since = null, due_at = null where buyer_id <> 'old'");
    await later(1);
    expect(subjects().slice(1)).toEqual(['[Pasar] Over: no answer of the last day is overdue']);
  });

  test('tell of a low review until it is answered, once for each shop, and of no old one', async () => {
    await save();
    const review = (
      id: string,
      more: { readonly stars?: number; readonly at?: number; readonly isAnswered?: boolean },
    ) =>
      database.owner.query(
        `insert into shop_review (account_id, shop_id, review_id, record, stars, is_answered, created_at, known_at, read_at)
         select $1, min(shop_id::text)::uuid, $2, '{}', $3, $4, $5, $5, $5 from shop where account_id = $1`,
        [tenant.accountId, id, more.stars ?? 1, more.isAnswered ?? false, more.at ?? now],
      );
    await review('old', { at: now - 8 * 86_400_000 });
    await review('good', { stars: 4 });
    await review('answered', { isAnswered: true });
    await look();
    expect(sent).toEqual([]);
    await review('low', { stars: 2 });
    await later(1);
    await review('another', {});
    await later(1);
    expect(subjects()).toEqual(['[Pasar] Low review: shop 1']);
    await database.owner.query('update shop_review set is_answered = true where account_id = $1', [tenant.accountId]);
    await later(1);
    expect(subjects().slice(1)).toEqual(['[Pasar] Over: no new low review of shop 1 waits for an answer']);
  });

  test('are held back in quiet hours: told afterwards when it still hurts, never when it is over by then', async () => {
    const quiet = { from: 12 * 60, to: 13 * 60, timeZone: 'Asia/Bangkok' };
    await save({ quiet });
    await enter('failed', 'shop_login_expired');
    await later(20);
    expect(await alerts()).toMatchObject([{ toldAt: null, overAt: null }]);
    await enter('live');
    await later(1);
    expect(await alerts()).toMatchObject([{ toldAt: null, overAt: now }]);
    await enter('failed', 'shop_login_expired');
    await later(15);
    expect(sent).toEqual([]);
    await later(30);
    expect(subjects()).toEqual(['[Pasar] Logged out: shop 1, shop 2']);
    expect(sent[0]?.text).toContain('(Asia/Bangkok)');
  });

  test('tell of answers that fail and of a dead proxy, and not of what is switched off', async () => {
    await save({ offKinds: ['loggedOut'] });
    const [shopId] = tenant.shopIds;
    if (shopId === undefined) throw new Error('no shop');
    await database.owner.query(
      `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned, address,
         last_message_at) values ($1, $2, 'c', 'b', 'b', 'activated', false, '{}', 1)`,
      [tenant.accountId, shopId],
    );
    const fails = (count: number) =>
      database.owner.query(
        `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, content, state, created_at,
           refusal_reason) select $1, $2, conversation_id, $3, gen_random_uuid(), '{"type":"text","text":"x"}', 'refused',
           $4, 'message_refused' from conversation, generate_series(1, $5) where shop_id = $2`,
        [tenant.accountId, shopId, tenant.main.memberId, now, count],
      );
    await fails(2);
    await look();
    expect(sent).toEqual([]);
    await fails(1);
    await enter('interrupted', 'ip_isolation_failed');
    await later(1);
    expect(subjects()).toEqual([expect.stringMatching(/^\[Pasar\] Answers fail: shop /)]);
    await later(4);
    expect(subjects()[1]).toBe(`[Pasar] Proxy fails: alerts${tenants}@x-0`);
    await enter('failed', 'shop_login_expired');
    await later(30);
    expect(
      subjects()
        .slice(2)
        .map((subject) => subject.slice(0, 14)),
    ).toEqual(['[Pasar] Over: ', '[Pasar] Over: ']);
  });

  test('are mailed again when the mail server does not take them, and never twice', async () => {
    await save();
    isMailThere = false;
    await enter('failed', 'shop_login_expired');
    await later(10);
    await later(1);
    isMailThere = true;
    await look();
    expect(sent).toEqual([]);
    await later(2);
    await Promise.all([look(), look()]);
    expect(sent).toHaveLength(1);
  });

  test('and their settings are for the main account alone; what is saved is read', async () => {
    const quiet = { from: 1_320, to: 420, timeZone: 'Asia/Shanghai' };
    await save({ offKinds: ['proxyDead'], quiet });
    const read = await tenant.main.visitor.call(readSettings);
    expect(read).toMatchObject({
      data: { settings: { offKinds: ['proxyDead'], mailAddresses: ['owner@x.example'], quiet }, hasMail: false },
    });
    expect(codeOf(await save({ quiet: { ...quiet, timeZone: 'Mars/Base' } }))).toBe('invalid_request');
    expect(codeOf(await save({ mailAddresses: ['nobody'] }))).toBe('email_form');
    const sub = await harness.subAccount(tenant.accountId, 'alerts:sub', tenant.shopIds, ['shopManager', 'setting']);
    for (const call of [listAlerts, readSettings]) expect(codeOf(await sub.visitor.call(call))).toBe('no_permission');
    const other = await harness.tenant(`other${tenants}@x`, 1);
    await enter('failed', 'shop_login_expired');
    await later(10);
    expect(await alerts()).toHaveLength(1);
    const theirs = await other.main.visitor.call(listAlerts);
    expect(theirs).toMatchObject({ data: { alerts: [] } });
  });
});
