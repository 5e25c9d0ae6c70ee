import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createAddressGuard,
  createBridge,
  createSocksFront,
  type NodeBridge,
  type ProxyConfig,
  routeThroughFront,
  SOCKS_FRONT_PORT,
  type SocksFront,
  systemClock,
} from '../src/index.ts';
import { listenTcp, PROXY_SOURCE, type RunningProxy, startMicrosocks } from './proxies.ts';
import { startTarget, type Target } from './target.ts';

const CREDENTIALS = { username: 'real-user', password: 'real-pass' };
const guard = createAddressGuard({ allowLoopback: true });
let front: SocksFront;
let upstream: RunningProxy;
let target: Target;
const closers: (() => Promise<void>)[] = [];

beforeEach(async () => {
  front = await createSocksFront({ port: 0, guard, clock: systemClock });
  [upstream, target] = await Promise.all([startMicrosocks(CREDENTIALS), startTarget()]);
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await front.close();
  await target.close();
  await upstream.kill();
});

function through(proxy: ProxyConfig): NodeBridge {
  const route = { kind: 'proxy', proxy } as const;
  const bridge = createBridge({
    storedCookies: null,
    clock: systemClock,
    uuid: randomUUID,
    guard,
    route,
  });
  closers.push(() => bridge.close());
  return bridge;
}
const get = (port: number) => ({
  method: 'GET' as const,
  url: `http://localhost:${port}/x`,
  headers: {},
  body: { type: 'none' as const },
  timeoutMs: 5_000,
});

/** Sends raw bytes to the front; gives the status line of its answer and the connection. */
async function ask(request: string): Promise<{ status: string; socket: Socket }> {
  const socket = connect(front.port, '127.0.0.1');
  closers.push(async () => void socket.destroy());
  socket.write(request);
  const [chunk] = await once(socket, 'data');
  return { status: String(chunk).split(' ')[1] ?? '', socket };
}
const basic = (username: string | null, password: string | null): string =>
  `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}\r\n`;

/** Asks for a tunnel to a port of this machine; `early` is sent together with the request. */
async function askTunnel(port: number, early = ''): Promise<{ status: string; socket: Socket }> {
  const { proxy } = front.lease(upstream.config);
  const authority = `127.0.0.1:${port}`;
  const header = basic(proxy.username, proxy.password);
  const tunnel = await ask(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${header}\r\n${early}`);
  expect(tunnel.status).toBe('200');
  return tunnel;
}

/**
 * Opens a tunnel to a sender, which sends `bytes` after the first byte it gets. `written`: bytes it could write so far.
 */
async function download(bytes: Buffer): Promise<{ socket: Socket; written: () => number }> {
  let written = 0;
  const sender = await listenTcp((socket) => {
    const offer = (): void => {
      while (written < bytes.byteLength) {
        const chunk = bytes.subarray(written, written + 65_536);
        written += chunk.byteLength;
        if (!socket.write(chunk)) return void socket.once('drain', offer);
      }
      socket.end();
    };
    socket.once('data', offer);
  });
  closers.push(() => sender.close());
  const { socket } = await askTunnel(sender.port);
  return { socket, written: () => written };
}

/** Reads to the end, or until `byteLength` bytes are there. */
async function readAll(socket: Socket, byteLength = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  await new Promise<void>((resolve, reject) => {
    socket.once('close', () => resolve());
    socket.once('error', reject);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size >= byteLength) resolve();
    });
  });
  return Buffer.concat(chunks);
}

describe('socks front', () => {
  it('BR-F1 a socks5 route becomes an http proxy on this machine, and other routes stay unchanged', () => {
    expect(SOCKS_FRONT_PORT).toBe(9091);
    const { route, close } = routeThroughFront({ kind: 'proxy', proxy: upstream.config }, front);
    expect(route).toMatchObject({ kind: 'front', proxy: { protocol: 'http', host: '127.0.0.1', port: front.port } });
    expect(JSON.stringify(route)).not.toMatch(/real-/);
    close();
    const http = { kind: 'proxy', proxy: { ...upstream.config, protocol: 'http' } } as const;
    expect(routeThroughFront(http, front).route).toBe(http);
    expect(routeThroughFront({ kind: 'direct' }, front).route).toEqual({ kind: 'direct' });
  });

  it('BR-F2 HTTP and WebSocket go through the front to the upstream, the name unresolved', async () => {
    const bridge = through(front.lease(upstream.config).proxy);
    expect((await bridge.http.request(get(target.port))).text).toBe('ok /x');
    const socket = await bridge.sockets.open({
      url: `ws://localhost:${target.port}/chat`,
      protocols: [],
      headers: {},
      connectTimeoutMs: 5_000,
    });
    const echoed = new Promise((resolve) => socket.onMessage(resolve));
    socket.send({ type: 'text', text: 'hi' });
    expect(await echoed).toEqual({ type: 'text', text: 'echo hi' });
    expect(target.peers).toEqual([PROXY_SOURCE, PROXY_SOURCE]);
    expect(upstream.log()).toContain(`localhost:${target.port}`);
  });

  it('BR-F2 a guard without loopback admits the front itself, and still checks its upstream and media', async () => {
    const strict = createAddressGuard({ allowLoopback: false });
    const bridgeOn = (from: SocksFront): NodeBridge => {
      const { route } = routeThroughFront({ kind: 'proxy', proxy: upstream.config }, from);
      const bridge = createBridge({
        storedCookies: null,
        clock: systemClock,
        uuid: randomUUID,
        guard: strict,
        route,
      });
      closers.push(() => bridge.close());
      return bridge;
    };
    const bridge = bridgeOn(front);
    expect((await bridge.http.request(get(target.port))).text).toBe('ok /x');
    const input = { url: `http://127.0.0.1:${target.port}/`, headers: {}, maxBytes: 10, timeoutMs: 1_000 };
    expect(await bridge.media.fetch(input)).toMatchObject({ refusal: 'forbidden-address' });
    const careful = await createSocksFront({ port: 0, guard: strict, clock: systemClock });
    closers.push(() => careful.close());
    await expect(bridgeOn(careful).http.request(get(target.port))).rejects.toMatchObject({ code: 'proxy' });
    expect(target.peers).toEqual([PROXY_SOURCE]);
  });

  it('BR-F3 each lease has its own random credentials, which belong to one upstream', async () => {
    const [first, second] = [front.lease(upstream.config), front.lease(upstream.config)];
    expect(first.proxy.username).toMatch(/^[0-9a-f]{32}$/);
    expect(first.proxy.password).toMatch(/^[0-9a-f]{48}$/);
    expect(second.proxy.username).not.toBe(first.proxy.username);
    const mixed = { ...first.proxy, password: second.proxy.password };
    await expect(through(mixed).http.request(get(target.port))).rejects.toMatchObject({
      code: 'proxy',
      cause: { reason: 'credentials' },
    });
    expect(target.peers).toEqual([]);
    expect(() => front.lease({ ...upstream.config, protocol: 'http' })).toThrow(TypeError);
  });

  it.each([
    ['no credentials', ''],
    ['unknown ones', basic('someone', 'else')],
    ['empty ones', basic('', '')],
    ['another scheme', 'Proxy-Authorization: Bearer abc\r\n'],
    ['a broken header', 'Proxy-Authorization: Basic %%%\r\n'],
    ['the name of an object’s own property', basic('__proto__', 'x')],
    ['credentials at the wrong place', basic('a', 'b').replace('Proxy-', '')],
  ])('BR-F4 %s: 407, for tunnels and for requests', async (_name, header) => {
    front.lease(upstream.config);
    const host = `127.0.0.1:${target.port}`;
    expect((await ask(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n${header}\r\n`)).status).toBe('407');
    expect((await ask(`GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n${header}\r\n`)).status).toBe('407');
    expect((await ask(`GET / HTTP/1.1\r\nHost: ${host}\r\n${header}\r\n`)).status).toBe('407');
    expect(target.peers).toEqual([]);
  });

  it('BR-F4 with credentials, only a tunnel to a host and a port is allowed', async () => {
    const { proxy } = front.lease(upstream.config);
    const header = basic(proxy.username, proxy.password);
    expect((await ask(`GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n${header}\r\n`)).status).toBe('405');
    for (const authority of ['a.test', 'a.test:0', 'a.test:65536', 'user@a.test:80', 'a.test:80/x', ':80', '[::1]80']) {
      const { status } = await ask(`CONNECT ${authority} HTTP/1.1\r\nHost: a.test\r\n${header}\r\n`);
      expect([authority, status]).toEqual([authority, '400']);
    }
  });

  it('BR-F5 listens only on loopback', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ internal }) => !internal);
    for (const { address, scopeid } of others) {
      const socket = connect({ host: scopeid ? `${address}%${scopeid}` : address, port: front.port });
      const [error] = await once(socket, 'error').catch((reason: unknown) => [reason]);
      expect(error).toMatchObject({ code: expect.stringMatching(/^E/) });
    }
    await expect(createSocksFront({ port: front.port, guard, clock: systemClock })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  it('BR-F6 passes megabytes in both directions unchanged, and a slow reader slows its sender', async () => {
    const sent = Buffer.alloc(48 * 1024 * 1024, randomBytes(65_521));
    const held = await download(sent);
    held.socket.pause();
    held.socket.write('go');
    // Meanwhile twice as many bytes pass another tunnel. Without back-pressure the first tunnel's bytes would have
    // passed, too.
    for (let round = 0; round < 2; round += 1) {
      const other = await download(sent);
      other.socket.write('go');
      expect((await readAll(other.socket)).equals(sent)).toBe(true);
      expect(other.written()).toBe(sent.byteLength);
    }
    expect(held.written()).toBeGreaterThan(0);
    expect(held.written()).toBeLessThan(sent.byteLength);
    held.socket.resume();
    expect((await readAll(held.socket)).equals(sent)).toBe(true);
  });

  it('BR-F6 data that is sent together with CONNECT, or before the answer, arrives', async () => {
    const echo = await listenTcp((socket) => void socket.pipe(socket));
    closers.push(() => echo.close());
    const { socket } = await askTunnel(echo.port, 'first ');
    const bytes = randomBytes(4 * 1024 * 1024);
    const arrived = readAll(socket, 6 + bytes.byteLength);
    socket.write(bytes);
    expect((await arrived).equals(Buffer.concat([Buffer.from('first '), bytes]))).toBe(true);
  });

  it('BR-F7 a closed lease ends its tunnels and is refused afterwards, other leases continue', async () => {
    const [ending, staying] = [front.lease(upstream.config), front.lease(upstream.config)];
    const open = (proxy: ProxyConfig) =>
      through(proxy).sockets.open({
        url: `ws://127.0.0.1:${target.port}/`,
        protocols: [],
        headers: {},
        connectTimeoutMs: 5_000,
      });
    const [first, second] = await Promise.all([open(ending.proxy), open(staying.proxy)]);
    ending.close();
    expect((await first.closed).code).toBe(1006);
    await expect(open(ending.proxy)).rejects.toMatchObject({ code: 'proxy', mayHaveReachedServer: false });
    const echoed = new Promise((resolve) => second.onMessage(resolve));
    second.send({ type: 'text', text: 'still here' });
    expect(await echoed).toEqual({ type: 'text', text: 'echo still here' });
    await front.close();
    expect((await second.closed).code).toBe(1006);
  });

  it('BR-F8 wrong credentials of the upstream, and a dead upstream, are reported as failures of the proxy', async () => {
    const wrong = front.lease({ ...upstream.config, password: 'x' });
    await expect(through(wrong.proxy).http.request(get(target.port))).rejects.toMatchObject({
      code: 'proxy',
      mayHaveReachedServer: false,
      cause: { reason: 'credentials' },
    });
    const right = front.lease(upstream.config);
    await upstream.kill();
    await expect(through(right.proxy).http.request(get(target.port))).rejects.toMatchObject({
      code: 'proxy',
      mayHaveReachedServer: false,
      cause: { reason: 'refused' },
    });
    expect(target.peers).toEqual([]);
  });
});
