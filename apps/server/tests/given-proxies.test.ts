import { createServer, get, type Server } from 'node:http';
import { CALLS } from '@pasar/api';
import { createAddressGuard, type NodeBridge, type ProxyConfig, systemClock } from '@pasar/bridge';
import type { Marketplace } from '@pasar/domain';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { findFreePort, startMicrosocks } from '../../../packages/bridge/tests/proxies.ts';
import { createFakeClock } from '../../../packages/testing/src/fake-clock.ts';
import { Routing, type RoutingParts } from '../src/engine/routing.ts';
import { makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';
import { captureLog } from './harness/log.ts';
import { closeServer, listen, openProxy, PROXY_LOGIN, portOf, saved, type TestProxy } from './harness/proxy.ts';
import { openTestWeb, Visitor } from './harness/web.ts';

let database: TestDatabase;
let target: Server;
let sockets: WebSocketServer;
let tenant: TestTenant;
const proxies: TestProxy[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  tenant = await makeTenant(database, 'given@x', [['11']]);
  target = createServer((_request, response) => response.end('ok'));
  sockets = new WebSocketServer({ server: target });
  await listen(target, '127.0.0.1', 0);
  for (let number = 0; number < 3; number += 1) proxies.push(await openProxy());
});
afterAll(async () => {
  for (const proxy of proxies) await proxy.close();
  sockets.close();
  await closeServer(target);
  await database.close();
});

const givenBy = ({ port }: TestProxy): ProxyConfig => ({ protocol: 'http', host: '127.0.0.1', port, ...PROXY_LOGIN });

type Given = Pick<RoutingParts, 'boostProxy' | 'chatProxies'> &
  Partial<Pick<RoutingParts, 'socksFrontPort' | 'clock' | 'log'>>;
const routingOf = (given: Given): Routing =>
  new Routing({
    database: database.engine,
    secrets: database.secrets,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    guard: createAddressGuard({ allowLoopback: true }),
    socksFrontPort: 0,
    ...given,
  });
const openFor = (routing: Routing, { accountId, connections }: TestTenant, marketplace: Marketplace = 'shopee') =>
  routing.openBridge(
    { accountId, connectionId: connections[0]?.connectionId ?? null, marketplace, country: 'SG' },
    null,
  );

/** How often each of the proxies was asked for one request and one socket. */
async function askBy(given: Given, of: TestTenant = tenant): Promise<readonly number[]> {
  const before = proxies.map(({ asked }) => asked.length);
  const routing = routingOf(given);
  const bridge = await openFor(routing, of);
  try {
    await useBoth(bridge);
  } finally {
    await bridge.close();
    await routing.close();
  }
  return proxies.map(({ asked }, at) => asked.length - (before[at] ?? 0));
}

async function useBoth(bridge: NodeBridge): Promise<void> {
  const at = `127.0.0.1:${portOf(target)}`;
  const asked = { method: 'GET', url: `http://${at}/`, headers: {}, body: { type: 'none' }, timeoutMs: 5_000 } as const;
  expect((await bridge.http.request(asked)).text).toBe('ok');
  const socket = await bridge.sockets.open({ url: `ws://${at}/`, protocols: [], headers: {}, connectTimeoutMs: 5_000 });
  socket.close();
  await socket.closed;
}

test('requests and sockets leave by separate chat proxies where nothing else was chosen', async () => {
  const [first, second] = proxies.map(givenBy);
  if (!first || !second) throw new Error('no proxies');
  const chatProxies = { httpHosts: [first, first], socketHosts: [second, second] } as const;
  expect(await askBy({ boostProxy: null, chatProxies })).toEqual([1, 1, 0]);
});

test('a boost proxy takes precedence over chat proxies, and serves both', async () => {
  const [first, second, third] = proxies.map(givenBy);
  if (!first || !second || !third) throw new Error('no proxies');
  const chatProxies = { httpHosts: [first, first], socketHosts: [second, second] } as const;
  expect(await askBy({ boostProxy: third, chatProxies })).toEqual([0, 0, 2]);
  expect(await askBy({ boostProxy: null, chatProxies: null })).toEqual([0, 0, 0]);
});

test('SOCKS5 chat proxies of TikTok Shop are reached through the front, those of other marketplaces are not', async () => {
  const [requests, sockets_] = [await startMicrosocks(null), await startMicrosocks(null)];
  try {
    const chatProxies = {
      httpHosts: [requests.config, requests.config],
      socketHosts: [sockets_.config, sockets_.config],
    } as const;
    const socksFrontPort = await findFreePort();
    const routing = routingOf({ boostProxy: null, chatProxies, socksFrontPort });
    // Without the credentials of a lease the front answers 407.
    const front = () =>
      new Promise((resolve) => {
        get(`http://127.0.0.1:${socksFrontPort}/`, (response) => resolve(response.resume().statusCode)).on(
          'error',
          () => resolve('nobody listens'),
        );
      });
    const plain = await openFor(routing, tenant, 'lazada');
    await useBoth(plain);
    await plain.close();
    expect(await front()).toBe('nobody listens');
    const fronted = await openFor(routing, tenant, 'tiktok');
    await useBoth(fronted);
    expect(await front()).toBe(407);
    await fronted.close();
    await routing.close();
    // Each chat proxy carried its own kind of traffic: once for each bridge.
    const passed = (log: string) => log.split('\n').filter((line) => line.includes('connected to')).length;
    expect([passed(requests.log()), passed(sockets_.log())]).toEqual([2, 2]);
  } finally {
    await Promise.all([requests.kill(), sockets_.kill()]);
  }
});

test('a front whose port is taken uses another port, and health reports it', async () => {
  const upstream = await startMicrosocks(null);
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const socksFrontPort = portOf(taken);
  const routing = routingOf({ boostProxy: upstream.config, chatProxies: null, socksFrontPort });
  try {
    expect(routing.warnings()).toEqual([]);
    const fronted = await openFor(routing, tenant, 'tiktok');
    await useBoth(fronted);
    await fronted.close();
    expect(routing.warnings()).toEqual([
      expect.stringMatching(new RegExp(`^Port ${socksFrontPort} is taken: .* Set PASAR_SOCKS_FRONT_PORT`)),
    ]);
  } finally {
    await routing.close();
    await upstream.kill();
    await new Promise((resolve) => taken.close(resolve));
  }
});

describe('traffic through given proxies is counted', () => {
  /** The stored uploads of an account. */
  const reportsOf = async ({ accountId }: TestTenant): Promise<string[]> => {
    const found = await database.owner.query(
      `select jsonb_path_query_array(payload, '$.reqRegionHostStatMap.SG.*.count')::text as counts from client_report
       where account_id = $1 and kind = 'proxy_stat' order by created_at, report_id`,
      [accountId],
    );
    return found.rows.map((row) => row.counts);
  };
  const request = (bridge: NodeBridge) =>
    bridge.http.request({
      method: 'GET',
      url: `http://127.0.0.1:${portOf(target)}/`,
      headers: {},
      body: { type: 'none' },
      timeoutMs: 5_000,
    });

  test.each([
    ['info', 600_000],
    ['debug', 6_000],
  ] as const)('and uploaded by itself: at the log level %s every %i ms', async (level, intervalMs) => {
    const [first] = proxies.map(givenBy);
    if (!first) throw new Error('no proxies');
    const counted = await makeTenant(database, `counted-${level}@x`, [[`2${level.length}`]]);
    const clock = createFakeClock();
    const log = pino({ level }, { write: () => undefined });
    const chatProxies = { httpHosts: [first, first], socketHosts: [first, first] } as const;
    const routing = routingOf({ boostProxy: null, chatProxies, clock, log });
    const bridge = await openFor(routing, counted);
    const uploads = (count: number) => vi.waitFor(async () => expect(await reportsOf(counted)).toHaveLength(count));
    await request(bridge);
    clock.advance(intervalMs - 1);
    expect(await reportsOf(counted)).toEqual([]);
    clock.advance(1);
    await uploads(1);
    await request(bridge);
    // An upload before the end of the interval stores nothing.
    clock.advance(intervalMs - 1);
    await routing.upload();
    expect(await reportsOf(counted)).toEqual(['[1]']);
    clock.advance(1);
    await uploads(2);
    await bridge.close();
    await routing.close();
    expect(await reportsOf(counted)).toEqual(['[1]', '[1]']);
  });

  test('and counts that could not be stored are stored at the next upload, without another request', async () => {
    const [first] = proxies.map(givenBy);
    if (!first) throw new Error('no proxies');
    const counted = await makeTenant(database, 'refused@x', [['22']]);
    const clock = createFakeClock();
    const log = captureLog();
    const chatProxies = { httpHosts: [first, first], socketHosts: [first, first] } as const;
    const routing = routingOf({ boostProxy: null, chatProxies, clock, log: log.logger });
    const bridge = await openFor(routing, counted);
    await request(bridge);
    await database.owner.query('revoke insert on client_report from pasar_engine');
    // The interval at the log level debug, which a captured log has.
    clock.advance(6_000);
    await vi.waitFor(() => expect(log.linesOf('proxy_statistics_not_stored')).toHaveLength(1));
    await database.owner.query('grant insert on client_report to pasar_engine');
    clock.advance(6_000);
    await vi.waitFor(async () => expect(await reportsOf(counted)).toEqual(['[1]']));
    await bridge.close();
    await routing.close();
  });

  test('also through chat proxies, and when the server stops before an upload', async () => {
    const [first] = proxies.map(givenBy);
    if (!first) throw new Error('no proxies');
    const counted = await makeTenant(database, 'counted@x', [['21']]);
    const chatProxies = { httpHosts: [first, first], socketHosts: [first, first] } as const;
    const routing = routingOf({ boostProxy: null, chatProxies });
    const bridge = await openFor(routing, counted);
    await request(bridge);
    await routing.upload();
    expect(await reportsOf(counted)).toEqual(['[1]']);
    await request(bridge);
    await request(bridge);
    await bridge.close();
    // The interval is not over.
    await routing.upload();
    expect(await reportsOf(counted)).toEqual(['[1]']);
    await routing.close();
    expect(await reportsOf(counted)).toEqual(['[1]', '[2]']);
  });

  test('but not traffic that leaves directly', async () => {
    const direct = await makeTenant(database, 'direct@x', [['22']]);
    const routing = routingOf({ boostProxy: null, chatProxies: null });
    const bridge = await openFor(routing, direct);
    await request(bridge);
    await bridge.close();
    await routing.close();
    expect(await reportsOf(direct)).toEqual([]);
  });
});

describe('the boost proxy of an account', () => {
  const tokensOf = async ({ accountId }: TestTenant): Promise<number[]> => {
    const found = await database.owner.query(
      `select l.token from connection_lease l join connection c using (connection_id)
       where l.account_id = $1 order by c.identifier`,
      [accountId],
    );
    return found.rows.map((row) => Number(row.token));
  };
  async function visit(boostProxy: ProxyConfig | null, username: string): Promise<[Visitor, () => Promise<void>]> {
    const proxyProbe = `http://127.0.0.1:${portOf(target)}/`;
    const web = await openTestWeb(database, null, boostProxy === null ? { proxyProbe } : { proxyProbe, boostProxy });
    const visitor = new Visitor(web.origin);
    await visitor.logIn(CALLS.account.login, username, 'right');
    return [visitor, () => web.close()];
  }
  const none = { result: 'success', data: { proxy: null } };

  test("is the operator's, shown without its credentials, until the account declines it for good", async () => {
    const [, , third] = proxies;
    if (!third) throw new Error('no proxies');
    const boostProxy = givenBy(third);
    const boosted = await makeTenant(database, 'boosted@x', [['31'], ['32']]);
    const other = await makeTenant(database, 'still-boosted@x', [['31']]);
    const [visitor, close] = await visit(boostProxy, 'boosted@x');
    const shown = await visitor.call(CALLS.routing.getBoosterProxy);
    expect(shown).toEqual({
      result: 'success',
      data: { proxy: { host: '127.0.0.1', port: third.port, type: 'http' } },
    });
    expect(await askBy({ boostProxy, chatProxies: null }, boosted)).toEqual([0, 0, 2]);
    // A login that leaves by a proxy of its own is not restarted.
    await database.owner.query(
      `with own as (insert into ip_subject (account_id, scope, name, type, host, port, created_at)
         values ($1, 'platform', 'own', 'http', '203.0.113.7', 8080, 1) returning ip_subject_id)
       update connection set ip_subject_id = own.ip_subject_id from own where connection_id = $2`,
      [boosted.accountId, boosted.connections[1]?.connectionId],
    );
    const before = await tokensOf(boosted);
    expect(await visitor.call(CALLS.routing.delBoosterProxy)).toMatchObject({ result: 'success' });
    const restarted = (await tokensOf(boosted)).map((token, at) => token - (before[at] ?? 0));
    expect(restarted.toSorted()).toEqual([0, 1]);
    expect(await visitor.call(CALLS.routing.getBoosterProxy)).toEqual(none);
    const again = await visitor.call(CALLS.routing.delBoosterProxy);
    expect(again).toMatchObject({ result: 'fail', code: 'not_found', detail: 'no boost proxy serves this account' });
    await close();
    // The same from another process, and for another account.
    expect(await askBy({ boostProxy, chatProxies: null }, boosted)).toEqual([0, 0, 0]);
    expect(await askBy({ boostProxy, chatProxies: null }, other)).toEqual([0, 0, 2]);
  });

  test('restarts no login where one proxy serves all, and does not exist where none is given', async () => {
    const [first, , third] = proxies;
    if (!first || !third) throw new Error('no proxies');
    const covered = await makeTenant(database, 'covered@x', [['41']]);
    const [visitor, close] = await visit(givenBy(third), 'covered@x');
    await saved(visitor, { type: 'http', ...givenBy(first), hosts: [] }, { scope: 'custom_global' });
    const before = await tokensOf(covered);
    expect(await visitor.call(CALLS.routing.delBoosterProxy)).toMatchObject({ result: 'success' });
    expect(await tokensOf(covered)).toEqual(before);
    await close();
    const [bare, closeBare] = await visit(null, 'given@x');
    expect(await bare.call(CALLS.routing.getBoosterProxy)).toEqual(none);
    expect(await bare.call(CALLS.routing.delBoosterProxy)).toMatchObject({ result: 'fail', code: 'not_found' });
    await closeBare();
  });
});
