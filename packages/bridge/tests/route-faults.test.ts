import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  BridgeError,
  type Clock,
  createAddressGuard,
  createBridge,
  type HttpRequest,
  type NodeBridge,
  ProxyFailure,
  type ProxyProtocol,
  systemClock,
} from '../src/index.ts';
import { createManualClock } from './manual-clock.ts';
import { findFreePort, listenTcp, type TcpListener } from './proxies.ts';
import { startTarget, type Target } from './target.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface ProxyAt {
  readonly port: number;
  readonly protocol: ProxyProtocol;
  readonly username?: string;
  readonly clock?: Clock;
}
function through({ port, protocol, username, clock = systemClock }: ProxyAt): NodeBridge {
  const bridge = createBridge({
    storedCookies: null,
    clock,
    uuid: randomUUID,
    guard: createAddressGuard({ allowLoopback: true }),
    route: {
      kind: 'proxy',
      proxy: {
        protocol,
        host: '127.0.0.1',
        port,
        username: username ?? null,
        password: username === undefined ? null : 'p',
      },
    },
  });
  closers.push(() => bridge.close());
  return bridge;
}
async function fakeProxy(onConnection: (socket: Socket) => void): Promise<TcpListener> {
  const listener = await listenTcp(onConnection);
  closers.push(() => listener.close());
  return listener;
}
async function target(): Promise<Target> {
  const started = await startTarget();
  closers.push(() => started.close());
  return started;
}
const get = (port: number, path = '/'): HttpRequest => ({
  method: 'GET',
  url: `http://127.0.0.1:${port}${path}`,
  headers: {},
  body: { type: 'none' },
  timeoutMs: 5,
});
const socketTo = (port: number) => ({
  url: `ws://127.0.0.1:${port}/`,
  protocols: [],
  headers: {},
  connectTimeoutMs: 5,
});

/** Awaits all attempts together, so that none rejects unhandled while another is awaited. */
const failuresOf = (attempts: readonly Promise<unknown>[]) => Promise.all(attempts.map(failureOf));

async function failureOf(promise: Promise<unknown>): Promise<{ error: BridgeError; reason: string }> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof BridgeError)) throw new Error(`not a bridge error: ${String(error)}`);
  return { error, reason: error.cause instanceof ProxyFailure ? error.cause.reason : 'none' };
}

/** Servers at a proxy's address that do not work as a proxy. */
const FAULTS: readonly {
  readonly name: string;
  readonly protocol: ProxyProtocol;
  readonly behave: (socket: Socket) => void;
  readonly reason: string;
}[] = [
  { name: 'hangs up at once', protocol: 'http', behave: (socket) => socket.destroy(), reason: 'unreachable' },
  { name: 'hangs up at once', protocol: 'socks5', behave: (socket) => socket.destroy(), reason: 'unreachable' },
  { name: 'hangs up at once', protocol: 'https', behave: (socket) => socket.destroy(), reason: 'unreachable' },
  {
    name: 'hangs up when asked',
    protocol: 'http',
    behave: (s) => s.once('data', () => s.destroy()),
    reason: 'unreachable',
  },
  {
    name: 'hangs up when asked',
    protocol: 'socks5',
    behave: (s) => s.once('data', () => s.destroy()),
    reason: 'unreachable',
  },
  {
    name: 'talks nonsense',
    protocol: 'http',
    behave: (s) => s.once('data', () => s.write('\x00\x01nonsense\r\n\r\n')),
    reason: 'protocol',
  },
  {
    name: 'talks nonsense',
    protocol: 'socks5',
    behave: (s) => s.once('data', () => s.write('HTTP/1.1 400 Bad\r\n\r\n')),
    reason: 'protocol',
  },
  {
    name: 'talks without TLS',
    protocol: 'https',
    behave: (s) => s.once('data', () => s.write('HTTP/1.1 400 Bad\r\n\r\n')),
    reason: 'tls',
  },
  {
    name: 'answers with a page',
    protocol: 'http',
    behave: (s) => s.once('data', () => s.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\nno')),
    reason: 'refused',
  },
  {
    name: 'redirects',
    protocol: 'http',
    behave: (s) =>
      s.once('data', () => s.end('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1/\r\ncontent-length: 0\r\n\r\n')),
    reason: 'refused',
  },
  {
    name: 'wants credentials',
    protocol: 'http',
    behave: (s) => s.once('data', () => s.end('HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n')),
    reason: 'credentials',
  },
  {
    name: 'wants another way to log in',
    protocol: 'socks5',
    behave: (s) => s.once('data', () => s.write(Buffer.from([5, 0xff]))),
    reason: 'credentials',
  },
];

describe('a proxy that', () => {
  it.each(FAULTS)('BR-R3 $name ($protocol) is never bypassed', async ({ protocol, behave, reason }) => {
    const [proxy, shop] = await Promise.all([fakeProxy(behave), target()]);
    const bridge = through({ port: proxy.port, protocol });
    for (const failure of await failuresOf([
      bridge.http.request(get(shop.port)),
      bridge.sockets.open(socketTo(shop.port)),
    ])) {
      expect(failure.error).toMatchObject({ code: 'proxy', mayHaveReachedServer: false });
      expect(failure.reason).toBe(reason);
    }
    expect(shop.peers).toEqual([]);
    expect(proxy.peers).toHaveLength(2);
  });

  it.each(['http', 'https', 'socks5'] as const)('BR-R3 is missing (%s) is never bypassed', async (protocol) => {
    const [port, shop] = await Promise.all([findFreePort(), target()]);
    const bridge = through({ port, protocol });
    for (const failure of await failuresOf([
      bridge.http.request(get(shop.port)),
      bridge.sockets.open(socketTo(shop.port)),
    ])) {
      expect(failure.error).toMatchObject({ code: 'proxy', mayHaveReachedServer: false });
      expect(failure.reason).toBe('unreachable');
    }
    expect(shop.peers).toEqual([]);
  });

  it('BR-R3 would need longer names than SOCKS5 has is reported, and the process stays alive', async () => {
    const proxy = await fakeProxy((socket) => socket.once('data', () => socket.write(Buffer.from([5, 2]))));
    const bridge = through({ port: proxy.port, protocol: 'socks5', username: 'u'.repeat(256) });
    const failure = await failureOf(bridge.http.request(get(1)));
    expect(failure).toMatchObject({ error: { code: 'proxy', mayHaveReachedServer: false }, reason: 'protocol' });
  });

  it('BR-G6 is at an address that this server may not dial is not dialled', async () => {
    const proxy = await fakeProxy(() => undefined);
    const bridge = createBridge({
      storedCookies: null,
      clock: systemClock,
      uuid: randomUUID,
      route: {
        kind: 'proxy',
        proxy: { protocol: 'socks5', host: '127.0.0.1', port: proxy.port, username: null, password: null },
      },
    });
    closers.push(() => bridge.close());
    const failure = await failureOf(bridge.http.request(get(1)));
    expect(failure).toMatchObject({ error: { code: 'proxy', mayHaveReachedServer: false }, reason: 'forbidden' });
    expect(proxy.peers).toEqual([]);
  });
});

describe('time', () => {
  it.each(['http', 'https', 'socks5'] as const)(
    'BR-R7 a silent proxy (%s) is given up after 15 s',
    async (protocol) => {
      const clock = createManualClock();
      const proxy = await fakeProxy(() => undefined);
      const bridge = through({ port: proxy.port, protocol, clock });
      const attempts = [failureOf(bridge.http.request(get(1))), failureOf(bridge.sockets.open(socketTo(1)))];
      await vi.waitFor(() => expect(proxy.peers).toHaveLength(2));
      expect([...clock.delays()].sort()).toEqual([15_000, 15_000, 20_000, 20_000]);
      clock.fire(15_000);
      for (const { error, reason } of await Promise.all(attempts)) {
        expect(error).toMatchObject({ code: 'proxy', mayHaveReachedServer: false });
        expect(reason).toBe('timeout');
      }
      expect(clock.delays()).toEqual([]);
    },
  );

  it('BR-R7 a request with a timeout below 20 s gets 20 s behind a proxy, and its own timeout without a proxy', async () => {
    const clock = createManualClock();
    const [proxy, shop] = await Promise.all([fakeProxy(() => undefined), target()]);
    const request = failureOf(through({ port: proxy.port, protocol: 'http', clock }).http.request(get(1)));
    await vi.waitFor(() => expect(clock.delays()).toContain(20_000));
    expect(clock.delays()).not.toContain(5);
    clock.fire(20_000);
    expect((await request).error).toMatchObject({ code: 'timeout', mayHaveReachedServer: false });

    const direct = createBridge({ route: { kind: 'direct' }, storedCookies: null, clock, uuid: randomUUID });
    closers.push(() => direct.close());
    const hanging = shop.nextHanging();
    const late = failureOf(direct.http.request(get(shop.port, '/hang')));
    await hanging;
    clock.fire(5);
    expect((await late).error).toMatchObject({ code: 'timeout', mayHaveReachedServer: true });
  });

  it('BR-R7 a socket that timed out before its tunnel was open has not reached the server', async () => {
    const clock = createManualClock();
    const proxy = await fakeProxy(() => undefined);
    const opening = failureOf(through({ port: proxy.port, protocol: 'http', clock }).sockets.open(socketTo(1)));
    await vi.waitFor(() => expect(proxy.peers).toHaveLength(1));
    clock.fire(20_000);
    expect((await opening).error).toMatchObject({ code: 'timeout', mayHaveReachedServer: false });
  });

  it.each(['http', 'https', 'socks5'] as const)('BR-R8 closing ends open dials (%s)', async (protocol) => {
    let gone = 0;
    const proxy = await fakeProxy((socket) =>
      socket.resume().once('close', () => {
        gone += 1;
      }),
    );
    const clock = createManualClock();
    const bridge = through({ port: proxy.port, protocol, clock });
    const attempts = [failureOf(bridge.http.request(get(1))), failureOf(bridge.sockets.open(socketTo(1)))];
    await vi.waitFor(() => expect(proxy.peers).toHaveLength(2));
    await bridge.close();
    for (const { error } of await Promise.all(attempts)) {
      expect(error).toMatchObject({ code: 'aborted', mayHaveReachedServer: false });
    }
    await vi.waitFor(() => expect(gone).toBe(2));
    expect(clock.delays()).toEqual([]);
  });
});

describe('environment', () => {
  it('BR-R6 proxy variables of the environment change nothing, direct or proxied', async () => {
    const decoy = await fakeProxy((socket) => socket.destroy());
    const shop = await target();
    const variables = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy', 'WS_PROXY'];
    const env = Object.fromEntries(variables.map((name) => [name, `http://127.0.0.1:${decoy.port}`]));
    const child = new URL('env-child.ts', import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(process.execPath, [child, `${shop.port}`], {
      env: { ...process.env, ...env, NO_PROXY: '', no_proxy: '', NODE_USE_ENV_PROXY: '1' },
    });
    expect(stdout).toBe('ok /env, open');
    expect(decoy.peers).toEqual([]);
    expect(shop.requests.map(({ url }) => url)).toEqual(['/env', '/socket']);
  });
});
