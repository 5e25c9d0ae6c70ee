/** The examples of `docs/operations.md` for Caddy and nginx, as real programs in front of a real server. */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';
import { CALLS, LIVE_PATH } from '@pasar/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { ingest } from '../src/engine/ingest/ingest.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { asBrowser, PROXIES, post, type ReverseProxy, startReverseProxy } from './harness/reverse-proxy.ts';
import { LiveWindow, openTestWeb, type TestWeb } from './harness/web.ts';

/** Browsers of two people: other addresses of this machine than the proxy's. */
const [OWNER, STRANGER] = ['127.0.0.2', '127.0.0.3'];
/** More wrong passwords than one address may try. */
const MANY = 25;
const { login } = CALLS.account;

let database: TestDatabase;
let tenant: TestTenant;
let conversationId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  tenant = await makeTenant(database, 'owner@x', [['11']]);
  const [owner] = tenant.connections;
  if (owner === undefined) throw new Error('no connection');
  await ingest(database.engine, tenant.accountId, [
    { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing('11', 'c') } },
  ]);
  const stored = await database.owner.query<{ conversation_id: string }>('select conversation_id from conversation');
  conversationId = stored.rows[0]?.conversation_id ?? '';
});
afterAll(() => database.close());

/** A picture of noise, which does not become smaller, just below the largest that a shop may send. */
function largePicture(): Buffer {
  const [width, height] = [1_000, 690];
  const chunk = (name: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([size, named, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const rows = Array.from({ length: height }, () => Buffer.concat([Buffer.of(0), randomBytes(width * 3)]));
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const body = deflateSync(Buffer.concat(rows), { level: 0 });
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))]);
}

describe.each(PROXIES)('behind %s', (name) => {
  let web: TestWeb;
  let proxy: ReverseProxy;
  let cookie: string;
  beforeAll(async () => {
    web = await openTestWeb(database, null, { trustedProxies: ['127.0.0.1'] });
    proxy = await startReverseProxy(name, web.origin);
  });
  afterAll(async () => {
    await proxy.stop();
    await web.close();
  });
  const logIn = (from: string, password: string, headers: Record<string, string> = {}) =>
    post(proxy, login.path, { from, input: { mobile: 'owner@x', password }, headers });

  test('a login makes secure cookies, whatever the browser itself claims of its way, and calls follow', async () => {
    const claims = { 'x-forwarded-proto': 'http', 'x-forwarded-for': '198.51.100.9' };
    const answer = await logIn(OWNER, 'right', claims);
    expect(answer).toMatchObject({ status: 200, body: { result: 'success' } });
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    expect(cookies.map((line) => line.includes('; Secure'))).toEqual([true, true]);
    cookie = cookies.map((line) => line.split(';')[0]).join('; ');
    const account = await post(proxy, CALLS.chat.sendText.path, { from: OWNER, input: {}, headers: { cookie } });
    expect(account).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    const foreign = { cookie, origin: 'https://elsewhere.example' };
    expect(await logIn(OWNER, 'right', foreign)).toMatchObject({ status: 403, body: { code: 'origin_refused' } });
  });

  test('the live stream tells of a message', async () => {
    const socket = new WebSocket(`${proxy.origin.replace('https', 'wss')}${LIVE_PATH}?since=0`, {
      ...asBrowser(proxy, OWNER),
      origin: proxy.origin,
      headers: { cookie },
    });
    const window = new LiveWindow(socket);
    await once(socket, 'open');
    const number = name === 'caddy' ? 1 : 2;
    const [owner] = tenant.connections;
    if (owner === undefined) throw new Error('no connection');
    const message = messageAt('11', 'c', number, 'buyer');
    await ingest(database.engine, tenant.accountId, [
      { kind: 'event', owner, event: { kind: 'message.received', message, via: 'live' } },
    ]);
    await window.until(({ changes }) => JSON.stringify(changes).includes(`text ${number}`));
    window.close();
    await once(socket, 'close');
  });

  test('the largest picture arrives whole', async () => {
    const bytes = largePicture();
    const input = {
      conversationId,
      clientId: randomUUID(),
      fileName: 'noise.png',
      type: 'image/png',
      file: bytes.toString('base64'),
    };
    const answer = await post(proxy, CALLS.chat.sendImage.path, { from: OWNER, input, headers: { cookie } });
    expect(answer).toMatchObject({ status: 200, body: { result: 'success' } });
    const stored = await database.owner.query<{ bytes: Buffer }>(
      'select bytes from delivery_image join delivery using (delivery_id) where client_id = $1',
      [input.clientId],
    );
    expect(stored.rows[0]?.bytes.equals(bytes)).toBe(true);
  });

  test('a guesser shares no limit with the owner, and does not escape it by invented addresses', async () => {
    const statuses: number[] = [];
    for (let each = 0; each < MANY; each += 1) {
      statuses.push((await logIn(STRANGER, 'wrong', { 'x-forwarded-for': `203.0.113.${each}` })).status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect(await logIn(OWNER, 'right')).toMatchObject({ status: 200, body: { result: 'success' } });
  });

  test('a browser that reaches the port directly is not believed', async () => {
    const asked = request(`${web.origin}${login.path}`, {
      localAddress: STRANGER,
      agent: false,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https', 'x-forwarded-for': OWNER },
    });
    asked.end(JSON.stringify({ mobile: 'owner@x', password: 'right' }));
    const [response] = await once(asked, 'response');
    response.resume();
    // It also shares the limit of its own address, which the guesses have used up.
    expect([response.statusCode, response.headers['strict-transport-security']]).toEqual([429, undefined]);
  });
});
