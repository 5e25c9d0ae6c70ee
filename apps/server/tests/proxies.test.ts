import { createServer, type Server } from 'node:http';
import { CALLS, type IpSubjectView } from '@pasar/api';
import { createAddressGuard, type NodeBridge, type ProxyConfig, systemClock } from '@pasar/bridge';
import { refusal } from '@pasar/domain';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Engine } from '../src/engine/engine.ts';
import { Routing } from '../src/engine/routing.ts';
import { makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';
import { closeServer, listen, openProxy, PROXY_LOGIN, portOf, saved, type TestProxy, tested } from './harness/proxy.ts';
import { ScriptedConnector } from './harness/scripted-connector.ts';
import { PATIENT, turns } from './harness/sign-in-harness.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

let database: TestDatabase;
let web: TestWeb;
let target: Server;
let probed = 0;
let proxy: TestProxy;
let other: TestProxy;
let ahead = 0;
beforeAll(async () => {
  database = await openTestDatabase();
  target = createServer((_request, response) => {
    probed += 1;
    response.end('ok');
  });
  await listen(target, '127.0.0.1', 0);
  proxy = await openProxy();
  // The same port on another address of this machine serves as another host of the proxy.
  other = await openProxy('127.0.0.2', proxy.port);
  const now = () => Date.now() + ahead;
  web = await openTestWeb(database, null, { now, proxyProbe: `http://127.0.0.1:${portOf(target)}/` });
});
const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
  proxy.isRefusing = false;
  ahead = 0;
});
afterAll(async () => {
  await web.close();
  await Promise.all([proxy.close(), other.close(), closeServer(target)]);
  await database.close();
});

let tenants = 0;
async function seller(shops: readonly (readonly string[])[] = [['11']]): Promise<[TestTenant, Visitor]> {
  tenants += 1;
  const username = `proxied-${tenants}@x`;
  const tenant = await makeTenant(database, username, shops);
  const visitor = new Visitor(web.origin);
  await visitor.logIn(CALLS.account.login, username, 'right');
  return [tenant, visitor];
}
const good = () => ({ type: 'http', host: '127.0.0.1', port: proxy.port, ...PROXY_LOGIN });

const tokensOf = async ({ accountId }: TestTenant): Promise<number[]> => {
  const found = await database.owner.query(
    'select token from connection_lease where account_id = $1 order by connection_id',
    [accountId],
  );
  return found.rows.map((row) => Number(row.token));
};

describe('a proxy is tested', () => {
  test('by a real request, and its password is sealed and never shown', async () => {
    const [, visitor] = await seller();
    const before = [probed, proxy.asked.length];
    const subject = await saved(visitor, good());
    expect([probed, proxy.asked.length]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 1]);
    expect(subject).toMatchObject({ name: 'line', ip: '127.0.0.1', username: 'user', hasPassword: true });
    for (const call of [CALLS.routing.listSubjects, CALLS.routing.getAccountSimpleSubjectList]) {
      const text = JSON.stringify(await visitor.call(call));
      expect(text).toContain(subject.ip_partition_subject_id);
      expect(text).not.toContain('hush-proxy');
    }
    for (const table of ['ip_subject', 'proxy_test', 'secret', 'change']) {
      const rows = await database.owner.query(`select to_jsonb(t)::text as row from ${table} t`);
      expect(JSON.stringify(rows.rows)).not.toContain('hush-proxy');
    }
  });

  test('before it is saved: no token, another value, a second use or an old test are refused', async () => {
    const [, visitor] = await seller();
    const save = (values: object) =>
      visitor.call(CALLS.routing.saveProxy, { ...good(), scope: 'platform', name: 'line', ...values });
    const refused = { result: 'fail', code: 'proxy_invalid' };
    expect(await save({})).toMatchObject(refused);
    expect(await save({ testToken: crypto.randomUUID() })).toMatchObject(refused);
    for (const changed of [{ password: 'else' }, { port: 81 }, { host: '127.0.0.3' }, { hosts: ['127.0.0.2'] }]) {
      expect(await save({ ...changed, testToken: await tested(visitor, good()) })).toMatchObject(refused);
    }
    const once_ = await tested(visitor, good());
    expect(await save({ testToken: once_ })).toMatchObject({ result: 'success' });
    expect(await save({ testToken: once_ })).toMatchObject(refused);
    const old = await tested(visitor, good());
    ahead = 601_000;
    expect(await save({ testToken: old })).toMatchObject(refused);
    ahead = 0;
    const [, stranger] = await seller();
    const theirs = await tested(stranger, good());
    expect(await save({ testToken: theirs })).toMatchObject(refused);
  });

  test('and found invalid: nothing listens, wrong credentials, no way through; a host or port is missing', async () => {
    const [, visitor] = await seller();
    const test_ = (values: object) => visitor.call(CALLS.routing.testProxy, { ...good(), ...values });
    const invalid = { result: 'fail', code: 'proxy_invalid' };
    expect(await test_({ password: 'wrong' })).toMatchObject({ ...invalid, detail: '127.0.0.1: credentials' });
    proxy.isRefusing = true;
    expect(await test_({})).toMatchObject(invalid);
    proxy.isRefusing = false;
    const nobody = await openProxy();
    await nobody.close();
    expect(await test_({ port: nobody.port })).toMatchObject(invalid);
    for (const missing of [{ host: '' }, { port: undefined }, { port: 0 }, { port: 70_000 }, { host: undefined }]) {
      expect(await test_(missing)).toMatchObject(invalid);
    }
  });

  test('where a hosted server may not dial: its own machine, its network, its metadata', async () => {
    const hosted = await openTestWeb(database, null, { isLoopbackAllowed: false, proxyProbe: 'http://127.0.0.1:9/' });
    ended.push(() => hosted.close());
    await seller();
    const visitor = new Visitor(hosted.origin);
    await visitor.logIn(CALLS.account.login, `proxied-${tenants}@x`, 'right');
    const asked = proxy.asked.length;
    for (const host of ['127.0.0.1', 'localhost', '10.0.0.8', '169.254.169.254', '[::1]', '0x7f.1', 'proxy.internal']) {
      const answer = await visitor.call(CALLS.routing.testProxy, { ...good(), host });
      expect([host, answer]).toMatchObject([host, { result: 'fail', code: 'proxy_host_refused' }]);
    }
    const hidden = await visitor.call(CALLS.routing.testProxy, { ...good(), host: 'a.example', hosts: ['10.0.0.8'] });
    expect(hidden).toMatchObject({ result: 'fail' });
    expect(proxy.asked).toHaveLength(asked);
  });
});

describe('the logins that leave by a proxy', () => {
  test('a bound login starts over, once; the others do for the proxy for all; unbinding undoes it, and only then can the proxy be deleted', async () => {
    const [tenant, visitor] = await seller([['21'], ['22']]);
    const [first, second] = tenant.connections.map((connection) => connection.connectionId).sort();
    const subject = await saved(visitor, good());
    const ipSubjectId = subject.ip_partition_subject_id;
    expect(await tokensOf(tenant)).toEqual([1, 1]);
    const bind = (id: string | null) =>
      visitor.call(CALLS.routing.bindSubject, { connectionId: first, ipSubjectId: id });
    await bind(ipSubjectId);
    await bind(ipSubjectId);
    expect(await tokensOf(tenant)).toEqual([2, 1]);
    const users = await visitor.call(CALLS.routing.getHasProxyUserList, {});
    expect(users).toMatchObject({ data: { userList: [{ ip_partition_subject_id: ipSubjectId }] } });
    await saved(visitor, good(), { scope: 'custom_global' });
    expect(await tokensOf(tenant)).toEqual([2, 2]);
    await saved(visitor, good());
    expect(await tokensOf(tenant)).toEqual([3, 2]);
    // While a login leaves by it, the proxy cannot be deleted: the shops would take another route.
    const kept = await visitor.call(CALLS.routing.deleteSubject, { ipSubjectId });
    expect(kept).toMatchObject({ result: 'fail', code: 'proxy_in_use' });
    await bind(null);
    expect(await tokensOf(tenant)).toEqual([4, 2]);
    await visitor.call(CALLS.routing.setRoutingLine, { connectionId: first, line: 'mainland' });
    expect(await tokensOf(tenant)).toEqual([5, 2]);
    expect(await visitor.call(CALLS.routing.listSubjects)).toMatchObject({
      data: { lines: [{ connectionId: first, line: 'mainland' }] },
    });
    await visitor.call(CALLS.routing.deleteSubject, { ipSubjectId });
    expect(await tokensOf(tenant)).toEqual([5, 2]);
    const left = await visitor.call(CALLS.routing.listSubjects);
    expect(left).toMatchObject({ data: { subjects: [{ scope: 'custom_global', user_list: [] }] } });
    expect(second).toBeDefined();
    const secrets = await database.owner.query('select from secret where owner_id = $1', [ipSubjectId]);
    expect(secrets.rowCount).toBe(0);
  });

  test('its own subject first, then the custom proxy, then the boost proxy; nothing bypasses a proxy that fails', async () => {
    const [tenant, visitor] = await seller([['31']]);
    const boostProxy = { protocol: 'http', host: '127.0.0.2', port: proxy.port, ...PROXY_LOGIN } as const;
    const [without, boosted] = [openRouting(), openRouting(boostProxy)];
    const [connection] = tenant.connections;
    const ask = async (routing = boosted): Promise<string> => {
      const bridge = await routing.openBridge(travellerOf(tenant), null);
      try {
        return (await request(bridge)).text;
      } finally {
        await bridge.close();
      }
    };
    const count = () => [proxy.asked.length, other.asked.length, probed];
    let before = count();
    const since = () => count().map((now, at) => now - (before[at] ?? 0));
    expect(await ask(without)).toBe('ok');
    expect(since()).toEqual([0, 0, 1]);
    before = count();
    await ask();
    expect(since()).toEqual([0, 1, 1]);
    await saved(visitor, good(), { scope: 'custom_global' });
    before = count();
    await ask();
    expect(since()).toEqual([1, 0, 1]);
    const subject = await saved(visitor, { ...good(), host: '127.0.0.2' });
    const input = { connectionId: connection?.connectionId, ipSubjectId: subject.ip_partition_subject_id };
    await visitor.call(CALLS.routing.bindSubject, input);
    before = count();
    await ask();
    expect(since()).toEqual([0, 1, 1]);
    other.isRefusing = true;
    ended.push(async () => {
      other.isRefusing = false;
    });
    before = count();
    await expect(ask()).rejects.toMatchObject({ code: 'proxy' });
    expect(since()[0]).toBe(0);
    expect(since()[2]).toBe(0);
  });

  test('a failure changes a rotating proxy to its next host, once for all requests that met it', async () => {
    const [tenant, visitor] = await seller([['41']]);
    const subject = await saved(visitor, { ...good(), hosts: ['127.0.0.2'] });
    expect(subject).toMatchObject({ proxy_type: 'rotating', ip: '127.0.0.1', ip_list: ['127.0.0.1', '127.0.0.2'] });
    const ipPartitionSubjectId = subject.ip_partition_subject_id;
    const connectionId = tenant.connections[0]?.connectionId;
    await visitor.call(CALLS.routing.bindSubject, { connectionId, ipSubjectId: ipPartitionSubjectId });
    const routing = openRouting();
    const bridges = await Promise.all([1, 2].map(() => routing.openBridge(travellerOf(tenant), null)));
    for (const bridge of [...bridges, ...bridges]) await routing.proxyFailed(bridge);
    for (const bridge of bridges) await bridge.close();
    const change = async (more: object = {}) => {
      const answer = await visitor.call(CALLS.routing.changeSubjectIp, { ipPartitionSubjectId, ...more });
      return answer.result === 'success' ? (answer.data as { subject: IpSubjectView }).subject.ip : answer.code;
    };
    const tokens = await tokensOf(tenant);
    expect(await change({ failedIp: '127.0.0.1' })).toBe('127.0.0.2');
    expect(await tokensOf(tenant)).toEqual(tokens);
    expect(await change()).toBe('127.0.0.1');
    expect(await tokensOf(tenant)).toEqual(tokens.map((token) => token + 1));
    const fixed = await saved(visitor, good(), { scope: 'platform', name: 'fixed' });
    const none = { ipPartitionSubjectId: fixed.ip_partition_subject_id };
    expect(await visitor.call(CALLS.routing.changeSubjectIp, none)).toMatchObject({ code: 'proxy_no_other_host' });
  });

  const travellerOf = (tenant: TestTenant) => ({
    accountId: tenant.accountId,
    connectionId: tenant.connections[0]?.connectionId ?? null,
    marketplace: 'shopee' as const,
    country: 'SG' as const,
  });
  const request = (bridge: NodeBridge) =>
    bridge.http.request({
      method: 'GET',
      url: `http://127.0.0.1:${portOf(target)}/`,
      headers: {},
      body: { type: 'none' },
      timeoutMs: 1_000,
    });
});

describe('a connection whose proxy fails', () => {
  test('is interrupted for that reason, tells its windows, and is live again by the next host', async () => {
    const [tenant, visitor] = await seller([['51']]);
    const window = await visitor.live(0);
    ended.push(async () => window.close());
    const subject = await saved(visitor, { ...good(), hosts: ['127.0.0.2'] });
    const connectionId = tenant.connections[0]?.connectionId;
    const shopee = new ScriptedConnector();
    const plain = shopee.startSession.bind(shopee);
    shopee.startSession = async (context) => {
      const started = await plain(context);
      const failed = await reached(context.bridge.http);
      if (failed === null) return started;
      context.notify({ notice: 'ip_isolation_failed' });
      return { ok: false, refusal: refusal('ip_isolation_failed', failed), canRetry: false, challenge: null };
    };
    proxy.isRefusing = true;
    await openEngine(shopee);
    await visitor.call(CALLS.routing.bindSubject, { connectionId, ipSubjectId: subject.ip_partition_subject_id });
    await window.until(({ moments }) => moments.some((moment) => moment.kind === 'notice'));
    expect(window.moments).toContainEqual(
      expect.objectContaining({ notice: 'ip_isolation_failed', connectionId, host: null }),
    );
    await vi.waitFor(async () => expect(await stateOf(connectionId)).toBe('live'), PATIENT);
    const shown = window.changes.flatMap((change) =>
      change.kind === 'shop' ? (change.shop as { connection: object }).connection : [],
    );
    expect(shown).toContainEqual({
      state: 'interrupted',
      refusal: { reason: 'ip_isolation_failed', detail: expect.any(String) },
    });
    const [moved] = (
      await database.owner.query('select host from ip_subject where account_id = $1', [tenant.accountId])
    ).rows;
    expect(moved).toEqual({ host: '127.0.0.2' });
    expect(window.moments.filter((moment) => moment.kind === 'notice')).toHaveLength(1);
  });

  /** Null when the target answered; otherwise what failed. */
  async function reached(http: NodeBridge['http']): Promise<string | null> {
    const url = `http://127.0.0.1:${portOf(target)}/`;
    return http.request({ method: 'GET', url, headers: {}, body: { type: 'none' }, timeoutMs: 1_000 }).then(
      () => null,
      (error) => String(error.code),
    );
  }
  async function stateOf(connectionId: string | undefined): Promise<string> {
    const found = await database.owner.query('select state from connection where connection_id = $1', [connectionId]);
    return found.rows[0]?.state;
  }
});

describe('traffic through a proxy is counted', () => {
  test('once for each upload of a client, at most fifty bad requests of it', async () => {
    const [tenant, visitor] = await seller();
    const zero = { count: 1, errorCount: 0, under1s: 1, under2s: 0, under3s: 0, under5s: 0, from5s: 0 };
    const bad = { region: 'SG', host: 'shopee.sg', ms: 6_000, error: null, at: 1 };
    const upload = {
      statId: crypto.randomUUID(),
      reqRegionHostStatMap: JSON.stringify({ SG: { 'shopee.sg': zero } }),
      badReqList: JSON.stringify([bad]),
    };
    for (const _ of [1, 2]) {
      expect(await visitor.call(CALLS.routing.saveProxyStat, upload)).toMatchObject({ result: 'success' });
    }
    const many = { ...upload, statId: crypto.randomUUID(), badReqList: Array.from({ length: 51 }, () => bad) };
    expect(await visitor.call(CALLS.routing.saveProxyStat, many)).toMatchObject({ code: 'invalid_request' });
    const stored = await database.owner.query('select payload from client_report where account_id = $1', [
      tenant.accountId,
    ]);
    expect(stored.rows).toEqual([
      { payload: { statId: upload.statId, reqRegionHostStatMap: { SG: { 'shopee.sg': zero } }, badReqList: [bad] } },
    ]);
  });

  test("and for the server's own requests", async () => {
    const [tenant, visitor] = await seller([['61']]);
    await saved(visitor, good(), { scope: 'custom_global' });
    const routing = openRouting();
    const bridge = await routing.openBridge(
      { accountId: tenant.accountId, connectionId: null, marketplace: 'shopee', country: 'TH' },
      null,
    );
    const url = `http://127.0.0.1:${portOf(target)}/`;
    await bridge.http.request({ method: 'GET', url, headers: {}, body: { type: 'none' }, timeoutMs: 1_000 });
    await bridge.close();
    await routing.upload();
    await routing.upload();
    const stored = await database.owner.query('select payload from client_report where account_id = $1', [
      tenant.accountId,
    ]);
    expect(stored.rows).toHaveLength(1);
    expect(JSON.stringify(stored.rows[0])).toContain('"TH"');
  });
});

function openRouting(boostProxy: ProxyConfig | null = null): Routing {
  const routing = new Routing({
    database: database.engine,
    secrets: database.secrets,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    guard: createAddressGuard({ allowLoopback: true }),
    ...{ socksFrontPort: 0, boostProxy, chatProxies: null },
  });
  ended.push(() => routing.close());
  return routing;
}

async function openEngine(shopee: ScriptedConnector): Promise<void> {
  const engine = new Engine({
    database: database.engine,
    secrets: database.secrets,
    connectors: { shopee, lazada: new ScriptedConnector(20, 'lazada'), tiktok: new ScriptedConnector(20, 'tiktok') },
    routing: openRouting(),
    handshakes: turns(),
    clock: systemClock,
    log: pino({ level: 'silent' }),
    onStep: () => undefined,
    doubt: { windowMs: 1_000, lookIntervalMs: 100 },
  });
  ended.push(() => engine.stop());
  await engine.start();
}
