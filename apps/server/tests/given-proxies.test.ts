import { createServer, type Server } from 'node:http';
import { createAddressGuard, type NodeBridge, type ProxyConfig, systemClock } from '@pasar/bridge';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { Routing, type RoutingParts } from '../src/engine/routing.ts';
import { makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';
import { closeServer, listen, openProxy, PROXY_LOGIN, portOf, type TestProxy } from './harness/proxy.ts';

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

async function askBy(given: Pick<RoutingParts, 'boostProxy' | 'chatProxies'>): Promise<readonly number[]> {
  const before = proxies.map(({ asked }) => asked.length);
  const routing = new Routing({
    database: database.engine,
    secrets: database.secrets,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    guard: createAddressGuard({ allowLoopback: true }),
    socksFrontPort: 0,
    ...given,
  });
  const connectionId = tenant.connections[0]?.connectionId ?? null;
  const traveller = { accountId: tenant.accountId, connectionId, marketplace: 'shopee', country: 'SG' } as const;
  const bridge = await routing.openBridge(traveller, null);
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

test('requests and sockets leave by chat proxies of their own where nothing else was chosen', async () => {
  const [first, second] = proxies.map(givenBy);
  if (!first || !second) throw new Error('no proxies');
  const chatProxies = { httpHosts: [first, first], socketHosts: [second, second] } as const;
  expect(await askBy({ boostProxy: null, chatProxies })).toEqual([1, 1, 0]);
});

test('a boost proxy comes before them, and serves both', async () => {
  const [first, second, third] = proxies.map(givenBy);
  if (!first || !second || !third) throw new Error('no proxies');
  const chatProxies = { httpHosts: [first, first], socketHosts: [second, second] } as const;
  expect(await askBy({ boostProxy: third, chatProxies })).toEqual([0, 0, 2]);
  expect(await askBy({ boostProxy: null, chatProxies: null })).toEqual([0, 0, 0]);
});
