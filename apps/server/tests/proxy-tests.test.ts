import { createServer, type Server } from 'node:http';
import { CALLS } from '@pasar/api';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { closeServer, listen, openProxy, PROXY_LOGIN, portOf, saved, type TestProxy, tested } from './harness/proxy.ts';
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
async function seller(): Promise<Visitor> {
  tenants += 1;
  const username = `proxied-${tenants}@x`;
  await makeTenant(database, username, [['11']]);
  const visitor = new Visitor(web.origin);
  await visitor.logIn(CALLS.account.login, username, 'right');
  return visitor;
}
const good = () => ({ type: 'http', host: '127.0.0.1', port: proxy.port, ...PROXY_LOGIN });

describe('a proxy is tested', () => {
  test('by a real request, and its password is sealed and never shown', async () => {
    const visitor = await seller();
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
    const visitor = await seller();
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
    const stranger = await seller();
    const theirs = await tested(stranger, good());
    expect(await save({ testToken: theirs })).toMatchObject(refused);
  });

  test('and found invalid: nothing listens, wrong credentials, no way through; a host or port is missing', async () => {
    const visitor = await seller();
    const test_ = (values: object) => visitor.call(CALLS.routing.testProxy, { ...good(), ...values });
    const invalid = { result: 'fail', code: 'proxy_invalid' };
    const found = (code: string, detail: string | null = null) => ({ result: 'fail', code, detail });
    expect(await test_({ password: 'wrong' })).toMatchObject(found('proxy_login_refused'));
    proxy.isRefusing = true;
    expect(await test_({})).toMatchObject(found('proxy_blocked'));
    expect(await test_({ hosts: ['127.0.0.2'] })).toMatchObject(found('proxy_blocked', '127.0.0.1'));
    proxy.isRefusing = false;
    const nobody = await openProxy();
    await nobody.close();
    expect(await test_({ port: nobody.port })).toMatchObject(found('proxy_unreachable'));
    expect(await test_({ port: portOf(target) })).toMatchObject(found('proxy_unreachable'));
    expect(await test_({ type: 'https' })).toMatchObject(found('proxy_tls_failed'));
    expect(await test_({ type: 'socks5' })).toMatchObject({
      code: expect.stringMatching(/^proxy_(type_wrong|unreachable)$/),
    });
    for (const missing of [{ host: '' }, { port: undefined }, { port: 0 }, { port: 70_000 }, { host: undefined }]) {
      expect(await test_(missing)).toMatchObject(invalid);
    }
  });

  test('and tells its exit, which the saved proxy keeps for each host; a probe that fails does not fail the test', async () => {
    let answer = '{"ip":"203.0.113.9","country":"SG"}';
    const probe = createServer((_request, response) => {
      if (answer === '') response.socket?.destroy();
      else response.end(answer);
    });
    await listen(probe, '127.0.0.1', 0);
    ended.push(() => closeServer(probe));
    const options = {
      proxyProbe: `http://127.0.0.1:${portOf(target)}/`,
      exitProbe: `http://127.0.0.1:${portOf(probe)}/`,
    };
    const probing = await openTestWeb(database, null, options);
    ended.push(() => probing.close());
    await seller();
    const visitor = new Visitor(probing.origin);
    await visitor.logIn(CALLS.account.login, `proxied-${tenants}@x`, 'right');
    const exit = { ip: '203.0.113.9', country: 'SG' };
    const values = { ...good(), hosts: ['127.0.0.2'] };
    expect(await visitor.call(CALLS.routing.testProxy, values)).toMatchObject({
      data: {
        hosts: [
          { host: '127.0.0.1', exit },
          { host: '127.0.0.2', exit },
        ],
      },
    });
    const subject = await saved(visitor, values);
    expect(subject.exit).toEqual(exit);
    const ipSubjectId = subject.ip_partition_subject_id;
    const test_ = () => visitor.call(CALLS.routing.testSubject, { ipSubjectId });
    const kept = async () => {
      const listed = await visitor.call(CALLS.routing.listSubjects);
      return CALLS.routing.listSubjects.output.parse(listed.result === 'success' ? listed.data : null).subjects[0]
        ?.exit;
    };
    for (const [said, known] of [
      ['{"query":"203.0.113.10","country":"Malaysia","countryCode":"MY"}', { ip: '203.0.113.10', country: 'MY' }],
      ['{"ip":"203.0.113.10"}', { ip: '203.0.113.10', country: null }],
      ['no json', null],
      ['', null],
    ] as const) {
      answer = said;
      expect(await test_()).toMatchObject({ result: 'success', data: { hosts: [{ exit: known }, { exit: known }] } });
      expect(await kept()).toEqual(known);
    }
    proxy.isRefusing = true;
    expect(await test_()).toMatchObject({ result: 'fail', code: 'proxy_blocked', detail: '127.0.0.1' });
    const unknown = { ipSubjectId: crypto.randomUUID() };
    expect(await visitor.call(CALLS.routing.testSubject, unknown)).toMatchObject({ code: 'not_found' });
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
