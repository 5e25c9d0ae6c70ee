import { randomUUID } from 'node:crypto';
import dns from 'node:dns';
import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  BridgeError,
  createAddressGuard,
  createBridge,
  type Exchange,
  type HttpRequest,
  type NodeBridge,
  type ProxyConfig,
  ProxyFailure,
  type Route,
  systemClock,
} from '../src/index.ts';
import {
  findFreePort,
  makeCertificate,
  PROXY_SOURCE,
  portOf,
  type RunningProxy,
  startMicrosocks,
  startTinyproxy,
  startTlsProxy,
  type TestCertificate,
} from './proxies.ts';
import { startTarget, type Target } from './target.ts';

const CREDENTIALS = { username: 'seller-7', password: 'pa55-canary' };
let certificate: TestCertificate;
beforeAll(() => {
  certificate = makeCertificate();
});

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  vi.restoreAllMocks();
});

function bridgeThrough(route: Route, onExchange: (exchange: Exchange) => void = () => undefined): NodeBridge {
  const guard = createAddressGuard({ allowLoopback: true });
  const bridge = createBridge({
    storedCookies: null,
    clock: systemClock,
    uuid: randomUUID,
    route,
    guard,
    onExchange,
  });
  closers.push(() => bridge.close());
  return bridge;
}
const through = (proxy: ProxyConfig): NodeBridge => bridgeThrough({ kind: 'proxy', proxy });
const get = (url: string): HttpRequest => ({
  method: 'GET',
  url,
  headers: {},
  body: { type: 'none' },
  timeoutMs: 5_000,
});
const socketOptions = (url: string) => ({ url, protocols: [], headers: {}, connectTimeoutMs: 5_000 });

/** Awaits all attempts together, so that none rejects unhandled while another is awaited. */
const failuresOf = (attempts: readonly Promise<unknown>[]) => Promise.all(attempts.map(failureOf));

async function failureOf(promise: Promise<unknown>): Promise<BridgeError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof BridgeError) return error;
  throw new Error(`not a bridge error: ${String(error)}`);
}
function reasonOf(error: BridgeError): string {
  return error.cause instanceof ProxyFailure ? error.cause.reason : `no reason: ${String(error.cause)}`;
}

const PROXIES: readonly {
  readonly name: string;
  readonly credentials: typeof CREDENTIALS | null;
  readonly start: () => Promise<RunningProxy>;
}[] = [
  { name: 'http proxy', credentials: null, start: () => startTinyproxy(null) },
  { name: 'http proxy with credentials', credentials: CREDENTIALS, start: () => startTinyproxy(CREDENTIALS) },
  {
    name: 'https proxy with credentials',
    credentials: CREDENTIALS,
    start: () => startTlsProxy(certificate, CREDENTIALS, { localhost: '127.0.0.1' }),
  },
  { name: 'socks5 proxy', credentials: null, start: () => startMicrosocks(null) },
  { name: 'socks5 proxy with credentials', credentials: CREDENTIALS, start: () => startMicrosocks(CREDENTIALS) },
];

describe.each(PROXIES)('route through a $name', ({ credentials, start }) => {
  let proxy: RunningProxy;
  let target: Target;
  beforeEach(async () => {
    [proxy, target] = await Promise.all([start(), startTarget()]);
  });
  afterEach(async () => {
    await target.close();
    await proxy.kill();
  });

  it('BR-R1 HTTP and WebSocket both arrive only from the proxy', async () => {
    const bridge = through(proxy.config);
    const answer = await bridge.http.request(get(`http://127.0.0.1:${target.port}/a?b=c`));
    expect(answer).toMatchObject({ status: 200, text: 'ok /a?b=c' });
    const socket = await bridge.sockets.open(socketOptions(`ws://127.0.0.1:${target.port}/chat`));
    const echoed = new Promise((resolve) => socket.onMessage(resolve));
    socket.send({ type: 'text', text: 'สวัสดี' });
    expect(await echoed).toEqual({ type: 'text', text: 'echo สวัสดี' });
    expect(target.peers).toEqual([PROXY_SOURCE, PROXY_SOURCE]);
  });

  it('BR-R1 TLS runs from end to end inside the tunnel', async () => {
    const secure = await startTarget(certificate);
    closers.push(() => secure.close());
    const bridge = through(proxy.config);
    expect((await bridge.http.request(get(`https://localhost:${secure.port}/tls`))).text).toBe('ok /tls');
    const socket = await bridge.sockets.open(socketOptions(`wss://localhost:${secure.port}/chat`));
    socket.close();
    await socket.closed;
    expect(secure.peers).toEqual([PROXY_SOURCE, PROXY_SOURCE]);
  });

  it('BR-R1 a target that speaks HTTP/2 is reached by HTTP/2 inside the tunnel', async () => {
    const peers: string[] = [];
    const server = createSecureServer({ ...certificate }, (request, response) => {
      response.end(`HTTP/${request.httpVersion} ${request.url}`);
    });
    server.on('connection', (socket: Socket) => peers.push(socket.remoteAddress ?? ''));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => new Promise((resolve) => void server.close(() => resolve())));
    const bridge = through(proxy.config);
    const url = `https://localhost:${portOf(server.address())}`;
    const answers = await Promise.all(['/1', '/2', '/3'].map((path) => bridge.http.request(get(`${url}${path}`))));
    expect(answers.map(({ text }) => text)).toEqual(['HTTP/2.0 /1', 'HTTP/2.0 /2', 'HTTP/2.0 /3']);
    expect(new Set(peers)).toEqual(new Set([PROXY_SOURCE]));
    await bridge.close();
  });

  it('BR-R2 the name of the target goes to the proxy, and this machine’s resolver is not asked', async () => {
    const lookup = vi.spyOn(dns, 'lookup');
    const promised = vi.spyOn(dns.promises, 'lookup');
    const bridge = through({ ...proxy.config, host: '127.0.0.1' });
    // The certificate of the TLS proxy is also valid for this address.
    await bridge.http.request(get(`http://localhost:${target.port}/named`));
    const socket = await bridge.sockets.open(socketOptions(`ws://localhost:${target.port}/chat`));
    socket.close();
    await socket.closed;
    expect(lookup.mock.calls.map(([name]) => name)).not.toContain('localhost');
    expect(promised).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(proxy.log()).toContain(`localhost:${target.port}`));
  });

  it('BR-R3 a target that the proxy cannot reach is the proxy’s failure, and no other route is tried', async () => {
    const dead = await findFreePort();
    const bridge = through(proxy.config);
    const overHttp = await failureOf(bridge.http.request(get(`http://127.0.0.1:${dead}/`)));
    const overSocket = await failureOf(bridge.sockets.open(socketOptions(`ws://127.0.0.1:${dead}/`)));
    for (const failure of [overHttp, overSocket]) {
      expect(failure).toMatchObject({ code: 'proxy', mayHaveReachedServer: false });
      expect(reasonOf(failure)).toBe('refused');
    }
  });

  it('BR-R4 a request and a socket break with the proxy, and nothing goes direct afterwards', async () => {
    const bridge = through(proxy.config);
    const socket = await bridge.sockets.open(socketOptions(`ws://127.0.0.1:${target.port}/chat`));
    const hanging = target.nextHanging();
    const request = failureOf(bridge.http.request(get(`http://127.0.0.1:${target.port}/hang`)));
    await hanging;
    await proxy.kill();
    expect(await request).toMatchObject({ code: 'reset', mayHaveReachedServer: true });
    expect((await socket.closed).code).toBe(1006);
    for (const failure of await failuresOf([
      bridge.http.request(get(`http://127.0.0.1:${target.port}/after`)),
      bridge.sockets.open(socketOptions(`ws://127.0.0.1:${target.port}/chat`)),
    ])) {
      expect(failure).toMatchObject({ code: 'proxy', mayHaveReachedServer: false });
      expect(reasonOf(failure)).toBe('unreachable');
    }
    expect(target.peers).toEqual([PROXY_SOURCE, PROXY_SOURCE]);
    expect(target.requests.map(({ url }) => url)).toEqual(['/chat', '/hang']);
  });

  if (credentials === null) return;

  it('BR-R3 wrong or missing credentials fail closed', async () => {
    const wrong = through({ ...proxy.config, password: 'guess' });
    const missing = through({ ...proxy.config, username: null, password: null });
    for (const bridge of [wrong, missing]) {
      for (const failure of await failuresOf([
        bridge.http.request(get(`http://127.0.0.1:${target.port}/`)),
        bridge.sockets.open(socketOptions(`ws://127.0.0.1:${target.port}/`)),
      ])) {
        expect(failure).toMatchObject({ code: 'proxy', mayHaveReachedServer: false });
        expect(reasonOf(failure)).toBe('credentials');
        expect(inspect(failure, { depth: 10 })).not.toMatch(/guess|canary/);
      }
    }
    expect(target.peers).toEqual([]);
  });

  it('BR-R5 the target never sees the credentials', async () => {
    const bridge = through(proxy.config);
    await bridge.http.request(get(`http://127.0.0.1:${target.port}/`));
    const socket = await bridge.sockets.open(socketOptions(`ws://127.0.0.1:${target.port}/`));
    socket.close();
    await socket.closed;
    expect(target.requests).toHaveLength(2);
    for (const { headers } of target.requests) expect(headers).not.toHaveProperty('proxy-authorization');
  });
});

describe('route through a name that only the proxy knows', () => {
  const proxies: RunningProxy[] = [];
  afterAll(async () => {
    for (const proxy of proxies) await proxy.kill();
  });

  it('BR-R2 the target is found although this machine cannot resolve it', async () => {
    const target = await startTarget(certificate);
    closers.push(() => target.close());
    const proxy = await startTlsProxy(certificate, null, { 'shop.pasar.test': '127.0.0.1' });
    proxies.push(proxy);
    const url = `shop.pasar.test:${target.port}`;
    expect((await through(proxy.config).http.request(get(`https://${url}/x`))).text).toBe('ok /x');
    const socket = await through(proxy.config).sockets.open(socketOptions(`wss://${url}/chat`));
    socket.close();
    await socket.closed;
    expect(proxy.log()).toBe(`CONNECT ${url}\nCONNECT ${url}`);
    expect(target.peers).toEqual([PROXY_SOURCE, PROXY_SOURCE]);
    await expect(bridgeThrough({ kind: 'direct' }).http.request(get(`https://${url}/x`))).rejects.toMatchObject({
      code: 'dns',
    });
  });

  it('BR-R1 an IPv6 target is named in brackets', async () => {
    const proxy = await startTlsProxy(certificate, null);
    proxies.push(proxy);
    const bridge = through(proxy.config);
    await failuresOf([
      bridge.http.request(get('http://[::1]:9/')),
      bridge.sockets.open(socketOptions('ws://[0:0::1]:9/')),
    ]);
    expect(proxy.log()).toBe('CONNECT [::1]:9\nCONNECT [::1]:9');
  });

  it('BR-R3 a proxy whose certificate is not trusted gets no credentials', async () => {
    const proxy = await startTlsProxy(certificate, CREDENTIALS);
    proxies.push(proxy);
    const failure = await failureOf(
      through({ ...proxy.config, host: '127.0.0.3' }).http.request(get('http://a.test/')),
    );
    expect(failure).toMatchObject({ code: 'proxy', mayHaveReachedServer: false });
    expect(proxy.log()).toBe('');
  });
});

describe('direct route', () => {
  it('BR-S3 reports each exchange with host, duration and error, without path or query', async () => {
    const target = await startTarget();
    closers.push(() => target.close());
    const dead = await findFreePort();
    const seen: Exchange[] = [];
    const bridge = bridgeThrough({ kind: 'direct' }, (exchange) => seen.push(exchange));
    await bridge.http.request(get(`http://127.0.0.1:${target.port}/secret?token=canary`));
    await failureOf(bridge.http.request(get(`http://127.0.0.1:${dead}/`)));
    await bridge.sockets.open(socketOptions(`ws://127.0.0.1:${target.port}/secret?token=canary`));
    await failureOf(bridge.sockets.open(socketOptions(`ws://127.0.0.1:${dead}/`)));
    const media = (url: string) => bridge.media.fetch({ url, headers: {}, maxBytes: 1_000, timeoutMs: 5_000 });
    expect(await media(`http://127.0.0.1:${target.port}/secret?token=canary`)).toMatchObject({
      refusal: 'content-type',
    });
    expect(await media(`http://127.0.0.1:${dead}/`)).toMatchObject({ refusal: 'network' });
    // A forbidden address is never dialled, so it adds no exchange.
    expect(await media('http://10.0.0.1/')).toMatchObject({ refusal: 'forbidden-address' });
    const answered = { host: `127.0.0.1:${target.port}`, ms: expect.any(Number), error: null };
    const refused = { host: `127.0.0.1:${dead}`, ms: expect.any(Number), error: 'refused' };
    expect(seen).toEqual([answered, refused, answered, refused, answered, refused]);
  });

  it('BR-R8 closing the bridge ends a socket that is being opened', async () => {
    const target = await startTarget();
    closers.push(() => target.close());
    const bridge = bridgeThrough({ kind: 'direct' });
    const hanging = target.nextHanging();
    const failure = failureOf(bridge.http.request(get(`http://127.0.0.1:${target.port}/hang`)));
    const response = await hanging;
    const gone = once(response, 'close');
    await bridge.close();
    await gone;
    expect(await failure).toMatchObject({ code: 'aborted', mayHaveReachedServer: true });
  });
});
