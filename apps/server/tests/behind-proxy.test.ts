/** The server behind a reverse proxy that ends TLS: its cookies, its limits, and clients that are slow or many. */
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { CALLS } from '@pasar/api';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { captureLog } from './harness/log.ts';
import { openTestWeb, type TestWeb, type TestWebOptions, Visitor } from './harness/web.ts';

const TRUSTING = { trustedProxies: ['127.0.0.1'] };
/** More wrong passwords than one address may try. */
const MANY = 25;

let database: TestDatabase;
const opened: TestWeb[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  await makeTenant(
    database,
    'minimi@x',
    [['1']],
    [{ username: 'orders', password: 'right', name: 'orders', permissionCodeList: ['order'], shops: [] }],
  );
});
afterEach(async () => {
  for (const web of opened.splice(0)) await web.close();
});
afterAll(() => database.close());

async function open(options: TestWebOptions = {}): Promise<string> {
  const web = await openTestWeb(database, null, options);
  opened.push(web);
  return web.origin;
}

const { login } = CALLS.account;
const logIn = (origin: string, mobile: string, password: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ mobile, password }),
  });
/** The statuses of wrong guesses, each of which may come with other headers and another spelling of the name. */
async function guess(
  origin: string,
  headersOf: (each: number) => Record<string, string>,
  nameOf = (_: number) => 'minimi@x',
) {
  const statuses: number[] = [];
  for (let each = 0; each < MANY; each += 1) {
    const answer = await logIn(origin, nameOf(each), 'wrong', headersOf(each));
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  return {
    read: statuses.filter((status) => status === 200).length,
    refused: statuses.filter((status) => status === 429).length,
  };
}

describe('https', () => {
  const overTls = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' };

  test('at a trusted proxy makes the cookies secure, and binds the browser to https', async () => {
    const answer = await logIn(await open(TRUSTING), 'minimi@x', 'right', overTls);
    expect(answer.headers.getSetCookie().map((line) => line.includes('; Secure'))).toEqual([true, true]);
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('that only the client tells of changes nothing', async () => {
    for (const [trustedProxies, headers] of [
      [[], overTls],
      [['10.0.0.0/8'], overTls],
      [['127.0.0.1'], {}],
    ] as const) {
      const answer = await logIn(await open({ trustedProxies }), 'minimi@x', 'right', headers);
      expect(answer.headers.getSetCookie().map((line) => line.includes('Secure'))).toEqual([false, false]);
      expect(answer.headers.get('strict-transport-security')).toBeNull();
    }
  });
});

describe('wrong passwords', () => {
  test('from elsewhere do not keep the owner out; invented addresses before the real one do not help', async () => {
    const origin = await open(TRUSTING);
    const guessed = await guess(origin, (each) => ({ 'x-forwarded-for': `10.9.8.${each}, 198.51.100.1` }));
    expect(guessed).toEqual({ read: 20, refused: 5 });
    const again = await logIn(origin, 'minimi@x', 'right', { 'x-forwarded-for': '198.51.100.1' });
    expect([again.status, again.headers.get('retry-after')]).toEqual([429, '60']);
    const owner = await logIn(origin, 'minimi@x', 'right', { 'x-forwarded-for': '203.0.113.7' });
    expect(owner.status).toBe(200);
    expect(await owner.json()).toMatchObject({ result: 'success' });
  });

  test('are counted by the address of the connection where no proxy is trusted, which the log says once', async () => {
    const log = captureLog();
    const origin = await open({ log: log.logger });
    expect(await guess(origin, (each) => ({ 'x-forwarded-for': `203.0.113.${each}` }))).toEqual({
      read: 20,
      refused: 5,
    });
    expect(log.linesOf('proxy_not_trusted')).toHaveLength(1);
  });

  test('are counted together for all spellings that the database takes for the same name', async () => {
    const origin = await open();
    const spelled = ['minimi@x', 'MINIMI@x', 'm\u0130nimi@x', 'min\u0130mi@x', 'M\u0130N\u0130M\u0130@X'];
    const found = await guess(
      origin,
      () => ({}),
      (each) => spelled[each % spelled.length] ?? '',
    );
    expect(found).toEqual({ read: 20, refused: 5 });
  });
});

const isClosed = (socket: Socket): Promise<string> => text(socket);
const dial = (origin: string): Socket => connect(Number(new URL(origin).port), '127.0.0.1');

describe('slow clients', () => {
  test('are disconnected, in the middle of the headers as in the middle of the body', async () => {
    const origin = await open({ patience: { headersMs: 200, requestMs: 400, lookEveryMs: 50 } });
    const [headers, body] = [dial(origin), dial(origin)];
    headers.write('GET /api/health HTTP/1.1\r\nHost: x\r\nX-Half');
    body.write(
      `POST ${login.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    for (const answer of await Promise.all([isClosed(headers), isClosed(body)]))
      expect(answer).toMatch(/^HTTP\/1.1 408 /);
  });
});

describe('large bodies', () => {
  const { path } = CALLS.chat.sendImage;
  /** Declares a body of the largest size and sends only its beginning. */
  const hold = (origin: string, cookie: string): Socket => {
    const socket = dial(origin);
    const headers = ['Host: x', `Cookie: ${cookie}`, 'Content-Type: application/json', 'Content-Length: 6000000'];
    socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{"fileName":"`);
    return socket;
  };

  test('beyond the room for them are refused for now, while small requests pass', async () => {
    const origin = await open({ largeBodies: { mostBytes: 1_000, waitMs: 20 } });
    const visitor = new Visitor(origin);
    await visitor.logIn(login, 'minimi@x', 'right');
    const ids = { conversationId: crypto.randomUUID(), clientId: crypto.randomUUID() };
    const send = () =>
      fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: visitor.cookie },
        body: JSON.stringify({ ...ids, fileName: 'a.png', type: 'image/png', file: 'A'.repeat(2_000) }),
      });
    const held = hold(origin, visitor.cookie);
    const busy = await vi.waitFor(async () => {
      const answer = await send();
      expect(answer.status).toBe(503);
      return answer;
    }, 10_000);
    expect([busy.headers.get('retry-after'), await busy.json()]).toEqual([
      '5',
      expect.objectContaining({ code: 'server_busy' }),
    ]);
    expect(await visitor.call(CALLS.account.getAccount)).toMatchObject({ result: 'success' });
    held.destroy();
    await vi.waitFor(
      async () => expect(await (await send()).json()).toMatchObject({ code: 'file_unsupported' }),
      10_000,
    );
  });

  test('of people who may not make the call are refused unread', async () => {
    const origin = await open();
    const visitor = new Visitor(origin);
    await visitor.logIn(login, 'orders', 'right');
    for (const [cookie, status] of [
      ['', 401],
      [visitor.cookie, 403],
    ] as const) {
      const socket = hold(origin, cookie);
      const answer = await new Promise<string>((done) => socket.once('data', (chunk: Buffer) => done(String(chunk))));
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      socket.destroy();
    }
  });
});
