import { createServer, type Server } from 'node:http';
import { CALLS, type IpSubjectView } from '@pasar/api';
import { createAddressGuard, type NodeBridge, type ProxyConfig, systemClock } from '@pasar/bridge';
import { refusal } from '@pasar/domain';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Engine } from '../src/engine/engine.ts';
import { Routing } from '../src/engine/routing.ts';
import { makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';
import { closeServer, listen, openProxy, PROXY_LOGIN, portOf, saved, type TestProxy } from './harness/proxy.ts';
import { ScriptedConnector } from './harness/scripted-connector.ts';
import { PATIENT, turns } from './harness/sign-in-harness.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

let database: TestDatabase;
let web: TestWeb;
let target: Server;
let probed = 0;
let proxy: TestProxy;
let other: TestProxy;
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
  web = await openTestWeb(database, null, { proxyProbe: `http://127.0.0.1:${portOf(target)}/` });
});
const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
  proxy.isRefusing = false;
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

describe('the logins that leave by a proxy', () => {
  test('a bound login starts over, once; the others do for the proxy for all; unbinding undoes it, and only then can the proxy be deleted', async () => {
    const [tenant, visitor] = await seller([['21'], ['22']]);
    const [first, second] = tenant.connections.map((connection) => connection.connectionId).sort();
    const subject = await saved(visitor, good());
    const ipSubjectId = subject.ip_partition_subject_id;
    expect(await tokensOf(tenant)).toEqual([1, 1]);
    const bind = (id: string | null) =>
      visitor.call(CALLS.routing.bindSubjects, { bindings: [{ connectionId: first, ipSubjectId: id }] });
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

  test('are bound several at once, all or none', async () => {
    const [tenant, visitor] = await seller([['23'], ['24']]);
    const [first = '', second = ''] = tenant.connections.map((connection) => connection.connectionId).sort();
    const { ip_partition_subject_id: ipSubjectId } = await saved(visitor, good());
    const bind = (...bindings: readonly (readonly [string, string | null])[]) =>
      visitor.call(CALLS.routing.bindSubjects, {
        bindings: bindings.map(([connectionId, id]) => ({ connectionId, ipSubjectId: id })),
      });
    const nobody = crypto.randomUUID();
    expect(await bind([first, ipSubjectId], [nobody, null])).toMatchObject({ code: 'not_found' });
    expect(await bind([first, ipSubjectId], [second, nobody])).toMatchObject({ code: 'not_found' });
    expect(await tokensOf(tenant)).toEqual([1, 1]);
    expect(await bind([first, ipSubjectId], [second, ipSubjectId])).toMatchObject({ result: 'success' });
    expect(await tokensOf(tenant)).toEqual([2, 2]);
    expect(await bind([first, null], [second, ipSubjectId])).toMatchObject({ result: 'success' });
    expect(await tokensOf(tenant)).toEqual([3, 2]);
    expect(await visitor.call(CALLS.routing.listSubjects)).toMatchObject({
      data: { bindings: [{ connectionId: second, ipSubjectId }] },
    });
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
    await visitor.call(CALLS.routing.bindSubjects, { bindings: [input] });
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
    await visitor.call(CALLS.routing.bindSubjects, { bindings: [{ connectionId, ipSubjectId: ipPartitionSubjectId }] });
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
    await visitor.call(CALLS.routing.bindSubjects, {
      bindings: [{ connectionId, ipSubjectId: subject.ip_partition_subject_id }],
    });
    await window.until(({ moments }) => moments.some((moment) => moment.kind === 'notice'));
    expect(window.moments).toContainEqual(
      expect.objectContaining({ notice: 'ip_isolation_failed', connectionId, host: null }),
    );
    await vi.waitFor(async () => expect(await stateOf(connectionId)).toBe('live'), PATIENT);
    const shown = () =>
      window.changes.flatMap((change) =>
        change.kind === 'shop' ? (change.shop as { connection: object }).connection : [],
      );
    // The window hears of it a moment after the database has it.
    await vi.waitFor(
      () =>
        expect(shown()).toContainEqual({
          state: 'interrupted',
          refusal: { reason: 'ip_isolation_failed', detail: expect.any(String) },
        }),
      PATIENT,
    );
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
    onBatch: () => undefined,
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
