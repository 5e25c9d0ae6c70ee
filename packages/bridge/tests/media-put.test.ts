import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type AddressGuardOptions,
  createAddressGuard,
  createBridge,
  type NodeBridge,
  type Route,
  systemClock,
} from '../src/index.ts';
import { FORBIDDEN_HOSTS } from './guard/vectors.ts';
import { listenTcp, portOf, startTinyproxy } from './proxies.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function open(route: Route = { kind: 'direct' }, guard: AddressGuardOptions = { allowLoopback: true }): NodeBridge {
  const bridge = createBridge({
    storedCookies: null,
    clock: systemClock,
    uuid: randomUUID,
    route,
    guard: createAddressGuard(guard),
  });
  closers.push(() => bridge.close());
  return bridge;
}

/** A server that takes uploads and answers with the status; null never answers. */
async function receiver(status: number | null) {
  const requests: IncomingMessage[] = [];
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks));
      if (status !== null) response.writeHead(status, { location: 'http://127.0.0.1:9/' }).end('said');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { origin: `http://127.0.0.1:${portOf(server.address())}`, requests, bodies };
}

describe('an upload to an address from an answer', () => {
  const upload = (url: string, bytes: Uint8Array = Uint8Array.of(1, 2, 3)) => ({
    url,
    bytes,
    contentType: 'video/mp4',
    timeoutMs: 5_000,
  });
  it('BR-M8 arrives once with any answer, including a redirect; through a proxy, too', async () => {
    const bytes = randomBytes(200_000);
    const proxy = await startTinyproxy(null);
    closers.push(() => proxy.kill());
    for (const status of [200, 307, 500]) {
      for (const route of [{ kind: 'direct' }, { kind: 'proxy', proxy: proxy.config }] as const) {
        const { origin, bodies, requests } = await receiver(status);
        const result = await open(route).media.put(upload(`${origin}/video?a=1`, bytes));
        expect(result).toMatchObject({ kind: 'answered', response: { status, text: 'said' } });
        expect(bodies.map((body) => body.equals(bytes))).toEqual([true]);
        expect(requests.map(({ method, url, headers }) => [method, url, headers['content-type']])).toEqual([
          ['PUT', '/video?a=1', 'video/mp4'],
        ]);
      }
    }
    const { origin, requests } = await receiver(200);
    const { media } = open({ kind: 'proxy', proxy: proxy.config });
    await proxy.kill();
    expect(await media.put(upload(origin))).toMatchObject({ kind: 'broken', error: { code: 'proxy' } });
    expect(requests).toEqual([]);
  });

  it('BR-M8 sends no byte to this machine or its network, by any spelling or name', async () => {
    const listener = await listenTcp(() => undefined);
    closers.push(() => listener.close());
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const { media } = open({ kind: 'direct' }, { allowLoopback: false, resolve });
    const hosts = [...FORBIDDEN_HOSTS.map(({ host }) => host), 'up.example', '127.0.0.1.nip.io'];
    for (const host of hosts) {
      const written = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
      const result = await media.put(upload(`http://${written}:${listener.port}/`));
      expect([host, result.kind]).toEqual([host, 'refused']);
    }
    for (const url of ['file:///etc/passwd', 'http://u:p@up.example/']) {
      expect(await media.put(upload(url))).toMatchObject({ kind: 'refused', refusal: 'bad-address' });
    }
    expect(listener.peers).toEqual([]);
  });

  it('BR-M8 names the error, and ends with the bridge', async () => {
    const silent = await receiver(null);
    const bridge = open();
    const ended = bridge.media.put(upload(silent.origin));
    await vi.waitFor(() => expect(silent.requests).toHaveLength(1), { timeout: 5_000 });
    await bridge.close();
    expect(await ended).toMatchObject({ kind: 'broken', error: { code: 'aborted', mayHaveReachedServer: true } });
  });
});
