import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type AddressGuardOptions,
  type Clock,
  createAddressGuard,
  createBridge,
  MediaBrokenError,
  type MediaRequest,
  type MediaResult,
  type NodeBridge,
  type Route,
  systemClock,
} from '../src/index.ts';
import { FORBIDDEN_HOSTS } from './guard/vectors.ts';
import { createManualClock } from './manual-clock.ts';
import { listenTcp, makeCertificate, PROXY_SOURCE, portOf, startMicrosocks, startTinyproxy } from './proxies.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Setting {
  readonly guard?: AddressGuardOptions;
  readonly route?: Route;
  readonly clock?: Clock;
}
function open({
  guard = { allowLoopback: true },
  route = { kind: 'direct' },
  clock = systemClock,
}: Setting = {}): NodeBridge {
  const bridge = createBridge({
    storedCookies: null,
    clock,
    uuid: randomUUID,
    route,
    guard: createAddressGuard(guard),
  });
  closers.push(() => bridge.close());
  return bridge;
}
interface MediaServer {
  readonly origin: string;
  readonly port: number;
  readonly peers: string[];
  readonly requests: IncomingMessage[];
}
async function serve(answer: RequestListener): Promise<MediaServer> {
  const peers: string[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  server.on('connection', (socket) => peers.push(socket.remoteAddress ?? ''));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const port = portOf(server.address());
  return { origin: `http://127.0.0.1:${port}`, port, peers, requests };
}
const mediaRequest = (url: string, more: Partial<MediaRequest> = {}): MediaRequest => ({
  url,
  headers: {},
  maxBytes: 1024 * 1024,
  timeoutMs: 300_000,
  ...more,
});
const picture = (response: ServerResponse, bytes: Uint8Array, type = 'image/jpeg'): void => {
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.byteLength }).end(bytes);
};
async function read(result: MediaResult): Promise<Buffer> {
  if (result.kind === 'refused') throw new Error(`refused: ${result.refusal} ${result.detail}`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of result.body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('media', () => {
  it.each(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/mp4', 'IMAGE/PNG; charset=binary'])(
    'BR-M1 gives %s with its type, its length and its bytes',
    async (type) => {
      const bytes = randomBytes(300_000);
      const { origin } = await serve((_request, response) => picture(response, bytes, type));
      const result = await open().media.fetch(mediaRequest(`${origin}/a.jpg?token=1`));
      expect(result).toMatchObject({
        kind: 'media',
        contentType: type.split(';')[0]?.toLowerCase(),
        byteLength: 300_000,
      });
      expect((await read(result)).equals(bytes)).toBe(true);
    },
  );

  it.each(['image/svg+xml', 'text/html', 'application/octet-stream', 'image/jpegx', 'application/json', ''])(
    'BR-M2 refuses the content type «%s»',
    async (type) => {
      const { origin } = await serve((_request, response) => picture(response, randomBytes(10), type));
      expect(await open().media.fetch(mediaRequest(origin))).toMatchObject({
        kind: 'refused',
        refusal: 'content-type',
      });
    },
  );

  it('BR-M2 refuses a compressed body, whose size is unknown', async () => {
    const { origin } = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png', 'content-encoding': 'gzip' }).end('x'),
    );
    expect(await open().media.fetch(mediaRequest(origin))).toMatchObject({ kind: 'refused', refusal: 'content-type' });
  });

  it('BR-M3 refuses by the announced size, and cuts a body with a wrong size or none', async () => {
    const { origin } = await serve((request, response) => {
      if (request.url === '/announced') return picture(response, Buffer.alloc(2_000));
      response.writeHead(200, { 'content-type': 'image/png' });
      const pump = (): void => {
        while (response.write(Buffer.alloc(16_384)));
        response.once('drain', pump);
      };
      pump();
    });
    const { media } = open();
    expect(await media.fetch(mediaRequest(`${origin}/announced`, { maxBytes: 1_999 }))).toMatchObject({
      refusal: 'too-large',
    });
    expect(await read(await media.fetch(mediaRequest(`${origin}/announced`, { maxBytes: 2_000 })))).toHaveLength(2_000);
    const endless = await media.fetch(mediaRequest(`${origin}/endless`, { maxBytes: 200_000 }));
    await expect(read(endless)).rejects.toMatchObject({ name: 'MediaBrokenError', refusal: 'too-large' });
  });

  it('BR-M4 other statuses are refused, and a broken body is not a picture', async () => {
    const { origin } = await serve((request, response) => {
      if (request.url !== '/cut') return void response.writeHead(403, { 'content-type': 'image/png' }).end('x');
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    const { media } = open();
    expect(await media.fetch(mediaRequest(origin))).toMatchObject({ refusal: 'status', detail: 'HTTP 403' });
    await expect(read(await media.fetch(mediaRequest(`${origin}/cut`)))).rejects.toBeInstanceOf(MediaBrokenError);
  });

  it('BR-M5 follows redirects with cookies, without the caller’s headers to other hosts, at most four', async () => {
    const bytes = randomBytes(100);
    const { origin, requests } = await serve((request, response) => {
      const step = Number(request.url?.slice(1));
      if (step === 4) return picture(response, bytes);
      response.writeHead(302, { location: `/${step + 1}`, 'set-cookie': `step=${step}; Path=/` }).end('moved');
    });
    const bridge = open();
    bridge.cookies.set(origin, 'SPC_EC', 'one');
    const result = await bridge.media.fetch(mediaRequest(`${origin}/0`, { headers: { 'x-private': 'p' } }));
    expect((await read(result)).equals(bytes)).toBe(true);
    expect(requests.map(({ headers }) => headers['x-private'])).toEqual([
      'p',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(requests.at(-1)?.headers.cookie).toBe('SPC_EC=one; step=3');
    expect(await bridge.media.fetch(mediaRequest(`${origin}/-1`))).toMatchObject({ refusal: 'too-many-redirects' });
  });

  it.each([
    'ftp://cf.shopee.sg/a.jpg',
    'file:///etc/passwd',
    'data:image/png;base64,AA==',
    'javascript:alert(1)',
    'gopher://127.0.0.1:6379/_x',
    'http://user@cf.shopee.sg/a.jpg',
    'https://user:pass@cf.shopee.sg/a.jpg',
    'http://public.example:80@127.0.0.1/',
    'cf.shopee.sg/a.jpg',
    '//cf.shopee.sg/a.jpg',
    '',
    `http://cf.shopee.sg/${'a'.repeat(4_100)}`,
  ])('BR-M6 refuses the address %#', async (url) => {
    expect(await open().media.fetch(mediaRequest(url))).toMatchObject({ kind: 'refused', refusal: 'bad-address' });
  });

  it('BR-M6 the caller’s timeout covers the whole exchange, including the body', async () => {
    const clock = createManualClock();
    const { origin } = await serve((request, response) => {
      if (request.url === '/silent') return;
      response.writeHead(200, { 'content-type': 'image/png' });
      response.write('half');
    });
    const { media } = open({ clock });
    const silent = media.fetch(mediaRequest(`${origin}/silent`));
    await vi.waitFor(() => expect(clock.delays()).toEqual([300_000]));
    clock.fire(300_000);
    expect(await silent).toMatchObject({ kind: 'refused', refusal: 'timeout' });
    const slow = await media.fetch(mediaRequest(`${origin}/slow`));
    const broken = expect(read(slow)).rejects.toMatchObject({ refusal: 'timeout' });
    clock.fire(300_000);
    await broken;
    const unread = await media.fetch(mediaRequest(`${origin}/slow`));
    if (unread.kind === 'media') unread.cancel();
    await vi.waitFor(() => expect(clock.delays()).toEqual([]));
  });
});

describe('media through a route', () => {
  it('BR-M7 comes through the proxy, with the same guard', async () => {
    const bytes = randomBytes(200_000);
    const shop = await serve((request, response) => {
      if (request.url === '/in')
        return void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
      picture(response, bytes);
    });
    for (const start of [startTinyproxy, startMicrosocks]) {
      const proxy = await start(null);
      closers.push(() => proxy.kill());
      const { media } = open({ route: { kind: 'proxy', proxy: proxy.config } });
      expect((await read(await media.fetch(mediaRequest(`http://localhost:${shop.port}/`)))).equals(bytes)).toBe(true);
      expect(await media.fetch(mediaRequest(`${shop.origin}/in`))).toMatchObject({ refusal: 'forbidden-address' });
      expect(await media.fetch(mediaRequest('http://metadata.google.internal/'))).toMatchObject({
        refusal: 'forbidden-address',
      });
      await proxy.kill();
      expect(await media.fetch(mediaRequest(shop.origin))).toMatchObject({ refusal: 'proxy' });
    }
    expect(new Set(shop.peers)).toEqual(new Set([PROXY_SOURCE]));
    expect(shop.requests.every(({ headers }) => !('proxy-authorization' in headers))).toBe(true);
  });
});

describe('forbidden addresses', () => {
  it('BR-G6 no spelling, name or redirect sends a byte to this machine', async () => {
    const listener = await listenTcp(() => undefined);
    closers.push(() => listener.close());
    const guard = {
      allowLoopback: false,
      // Every name resolves to this machine.
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    };
    const { media } = open({ guard });
    for (const { host } of FORBIDDEN_HOSTS) {
      const written = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
      const result = await media.fetch(mediaRequest(`http://${written}:${listener.port}/`));
      expect([host, result.kind]).toEqual([host, 'refused']);
    }
    for (const host of ['shop.example', '127.0.0.1.nip.io', 'localtest.me', 'xn--bcher-kva.example']) {
      const result = await media.fetch(mediaRequest(`http://${host}:${listener.port}/`));
      expect([host, result]).toMatchObject([host, { kind: 'refused', refusal: 'forbidden-address' }]);
    }
    expect(listener.peers).toEqual([]);
  });

  it('BR-G5 a name that is public when checked and private when dialled is not dialled', async () => {
    const listener = await listenTcp(() => undefined);
    closers.push(() => listener.close());
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }];
    };
    const guardOptions = { allowLoopback: false, resolve };
    const guard = createAddressGuard(guardOptions);
    // A check before the request, as a form would make it, sees the public address.
    await new Promise<void>((done, fail) => {
      guard.lookup('rebind.example', { all: true }, (error) => (error === null ? done() : fail(error)));
    });
    const bridge = createBridge({
      route: { kind: 'direct' },
      storedCookies: null,
      clock: systemClock,
      uuid: randomUUID,
      guard,
    });
    closers.push(() => bridge.close());
    expect(await bridge.media.fetch(mediaRequest(`http://rebind.example:${listener.port}/`))).toMatchObject({
      refusal: 'forbidden-address',
    });
    expect(asked).toBe(2);
    expect(listener.peers).toEqual([]);
  });

  it.each(FORBIDDEN_HOSTS.filter(({ range }) => range !== 'loopback' && range !== 'host' && range !== 'name'))(
    'BR-G6 a redirect to «$host» is not followed',
    async ({ host }) => {
      const location = `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:8080/`;
      const { origin, requests } = await serve((_request, response) =>
        response.writeHead(307, { location: encodeURI(location).replaceAll('%5B', '[').replaceAll('%5D', ']') }).end(),
      );
      const result = await open().media.fetch(mediaRequest(origin));
      expect(result).toMatchObject({ kind: 'refused', refusal: 'forbidden-address' });
      expect(requests).toHaveLength(1);
    },
  );

  it.each(['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', 'inside.example'])(
    'BR-G6 a redirect from outside to «%s» does not come in',
    async (host) => {
      const inside = await listenTcp(() => undefined);
      closers.push(() => inside.close());
      const outside = await serve((_request, response) =>
        response.writeHead(302, { location: `http://${host}:${inside.port}/` }).end(),
      );
      const strict = createAddressGuard({
        allowLoopback: false,
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      });
      // This guard takes only the first server for a public host.
      const admit: typeof strict.admit = (name, port) => (port === outside.port ? name : strict.admit(name, port));
      const bridge = createBridge({
        route: { kind: 'direct' },
        storedCookies: null,
        clock: systemClock,
        uuid: randomUUID,
        guard: { admit, lookup: strict.lookup },
      });
      closers.push(() => bridge.close());
      expect(await bridge.media.fetch(mediaRequest(outside.origin))).toMatchObject({ refusal: 'forbidden-address' });
      expect(outside.requests).toHaveLength(1);
      expect(inside.peers).toEqual([]);
    },
  );

  it.each(['file:///etc/passwd', 'ftp://cf.shopee.sg/', 'http://u:p@cf.shopee.sg/'])(
    'BR-M6 a redirect to %s is refused',
    async (location) => {
      const { origin } = await serve((_request, response) => response.writeHead(302, { location }).end());
      expect(await open().media.fetch(mediaRequest(origin))).toMatchObject({ kind: 'refused', refusal: 'bad-address' });
    },
  );

  it('BR-M6 a redirect from https to http is refused', async () => {
    const plain = await serve((_request, response) => picture(response, randomBytes(10)));
    const certificate = makeCertificate();
    const secure = createTlsServer({ ...certificate }, (_request, response) =>
      response.writeHead(302, { location: plain.origin }).end(),
    );
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    closers.push(async () => {
      secure.closeAllConnections();
      await new Promise((resolve) => secure.close(resolve));
    });
    const result = await open().media.fetch(mediaRequest(`https://localhost:${portOf(secure.address())}/`));
    expect(result).toMatchObject({ kind: 'refused', refusal: 'bad-address', detail: 'a redirect from https to http' });
    expect(plain.requests).toEqual([]);
  });
});
