import { createServer, type Server } from 'node:http';
import { CALLS, shopView } from '@pasar/api';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { closeServer, listen, openProxy, PROXY_LOGIN, portOf, saved, type TestProxy } from './harness/proxy.ts';
import { PATIENT } from './harness/sign-in-harness.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

let database: TestDatabase;
let web: TestWeb;
let target: Server;
let proxy: TestProxy;
beforeAll(async () => {
  database = await openTestDatabase();
  target = createServer((_request, response) => response.end('ok'));
  await listen(target, '127.0.0.1', 0);
  proxy = await openProxy();
  web = await openTestWeb(database, null, { proxyProbe: `http://127.0.0.1:${portOf(target)}/` });
});
const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});
afterAll(async () => {
  await web.close();
  await Promise.all([proxy.close(), closeServer(target)]);
  await database.close();
});

async function visit(username: string, origin = web.origin): Promise<Visitor> {
  const visitor = new Visitor(origin);
  await visitor.logIn(CALLS.account.login, username, 'right');
  return visitor;
}
const good = () => ({ type: 'http', host: '127.0.0.1', port: proxy.port, ...PROXY_LOGIN });

test("a login's route is shown by its proxy, and that of all other logins by the proxy that serves them", async () => {
  const tenant = await makeTenant(database, 'named@x', [['23'], ['24']]);
  const visitor = await visit('named@x');
  const [first, second] = tenant.connections.map((connection) => connection.connectionId);
  const list = async (of = visitor) => {
    const answer = await of.call(CALLS.routing.listSubjects);
    if (answer.result === 'fail') throw new Error(answer.reason);
    const { bindings, otherWay } = CALLS.routing.listSubjects.output.parse(answer.data);
    return { bindings, otherWay };
  };
  expect(await list()).toEqual({ bindings: [], otherWay: 'direct' });
  // The user id of a shop at one marketplace may be the shop id of a shop at another.
  await database.owner.query('update shop set shop_user_id = $2 where connection_id = $1', [second, '23']);
  const { ip_partition_subject_id: ipSubjectId } = await saved(visitor, good());
  await visitor.call(CALLS.routing.bindSubjects, { bindings: [{ connectionId: first, ipSubjectId }] });
  expect(await list()).toEqual({ bindings: [{ connectionId: first, ipSubjectId }], otherWay: 'direct' });
  const boostProxy = { protocol: 'http', host: '127.0.0.2', port: 1, username: null, password: null } as const;
  const given = await openTestWeb(database, null, { boostProxy, hasChatProxies: true });
  ended.push(() => given.close());
  const there = await visit('named@x', given.origin);
  expect((await list(there)).otherWay).toBe('boost');
  await there.call(CALLS.routing.delBoosterProxy);
  expect((await list(there)).otherWay).toBe('chat_proxies');
  await saved(visitor, good(), { scope: 'custom_global' });
  expect((await list(there)).otherWay).toBe('custom_global');
});

test('a proxy isolates its shops: every window of the account is told, even about shops that the acting member does not see', async () => {
  const sub = { username: 'shown:sub', password: 'right', name: 'sub' };
  const tenant = await makeTenant(
    database,
    'shown@x',
    [['25', '26'], ['27']],
    [{ ...sub, permissionCodeList: ['ipPartition'], shops: [{ marketplace: 'shopee', platformShopId: '25' }] }],
  );
  const [main, chooser] = [await visit('shown@x'), await visit(sub.username)];
  const window = await main.live(0);
  ended.push(async () => window.close());
  const isolatedAsTold = () => {
    const state = new Map<string, boolean>();
    for (const change of window.changes) {
      if (change.kind !== 'shop') continue;
      const shop = shopView.parse(change.shop);
      state.set(shop.platformShopId, shop.isIsolated);
    }
    return Object.fromEntries(state);
  };
  const until = (expected: object) => vi.waitFor(() => expect(isolatedAsTold()).toEqual(expected), PATIENT);
  const { ip_partition_subject_id: ipSubjectId } = await saved(chooser, good());
  const connectionId = tenant.connections[0]?.connectionId;
  await chooser.call(CALLS.routing.bindSubjects, { bindings: [{ connectionId, ipSubjectId }] });
  await until({ 25: true, 26: true });
  const snapshot = await main.call(CALLS.chat.snapshot);
  const shown = CALLS.chat.snapshot.output.parse(snapshot.result === 'success' ? snapshot.data : null).shops;
  expect(shown.map((shop) => [shop.platformShopId, shop.isIsolated]).sort()).toEqual([
    ['25', true],
    ['26', true],
    ['27', false],
  ]);
  await chooser.call(CALLS.routing.bindSubjects, { bindings: [{ connectionId, ipSubjectId: null }] });
  await until({ 25: false, 26: false });
  const forAll = await saved(chooser, good(), { scope: 'custom_global' });
  await until({ 25: true, 26: true, 27: true });
  await chooser.call(CALLS.routing.deleteSubject, { ipSubjectId: forAll.ip_partition_subject_id });
  await until({ 25: false, 26: false, 27: false });
});
