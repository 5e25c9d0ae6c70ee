import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { AddressGuard } from '../guard/address-guard.ts';
import { type ProxyConfig, ProxyFailure, type Route } from '../route.ts';
import { BridgeError, type Clock } from '../types.ts';
import { openTunnel, type TunnelTarget } from './tunnel.ts';

/** The port on which the short-video marketplace's clients reach a SOCKS5 proxy as an HTTP proxy (spec 2 §9). */
export const SOCKS_FRONT_PORT = 9091;
const LOOPBACK = '127.0.0.1';

/**
 * A lease of the front: the address of an HTTP proxy on this machine whose credentials stand for one SOCKS5 upstream.
 */
export interface FrontLease {
  readonly proxy: ProxyConfig;
  /** Revokes the credentials and ends the tunnels that use them. */
  close(): void;
}
export interface SocksFront {
  readonly port: number;
  /** `upstream` must be a socks5 proxy. Each call gives new credentials. */
  lease(upstream: ProxyConfig): FrontLease;
  close(): Promise<void>;
}
export interface SocksFrontOptions {
  /** `SOCKS_FRONT_PORT`; 0 takes a free port. */
  readonly port: number;
  /** Checks the upstream's host. */
  readonly guard: AddressGuard;
  readonly clock: Clock;
}

/**
 * A CONNECT proxy for this machine alone, in front of SOCKS5 upstreams. Answers 407 to every request without a lease's
 * username and password. Rejects when the port is taken.
 */
export async function createSocksFront({ port, guard, clock }: SocksFrontOptions): Promise<SocksFront> {
  const upstreams = new Map<string, Upstream>();
  const server = createServer((request, response) => {
    const isKnown = findUpstream(upstreams, request) !== null;
    // With a lease the answer is 405: the front only passes on tunnels, never plain requests, which it could read.
    response.writeHead(isKnown ? 405 : 407, isKnown ? { allow: 'CONNECT' } : CHALLENGE);
    response.end();
  });
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy());
    const upstream = findUpstream(upstreams, request);
    if (upstream === null) return answer(client, 407, CHALLENGE);
    const target = parseAuthority(request.url ?? '');
    if (target === null) return answer(client, 400, {});
    void serve({ upstream, target, client, head, guard, clock });
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  const listeningAt = await listen(server, port);
  return {
    port: listeningAt,
    lease: (proxy) => leaseOn(upstreams, proxy, listeningAt),
    async close() {
      for (const upstream of upstreams.values()) upstream.ending.abort();
      upstreams.clear();
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Upstream {
  readonly proxy: ProxyConfig;
  /** A hash has a fixed length, so that a comparison takes the same time for every password. */
  readonly passwordHash: Buffer;
  readonly ending: AbortController;
}

/** The route of a short-video connection: a socks5 route goes through the front, every other route stays as it is. */
export function routeThroughFront(route: Route, front: SocksFront): { readonly route: Route; close(): void } {
  if (route.kind !== 'proxy' || route.proxy.protocol !== 'socks5') return { route, close: () => undefined };
  const lease = front.lease(route.proxy);
  return { route: { kind: 'front', proxy: lease.proxy }, close: () => lease.close() };
}

function leaseOn(upstreams: Map<string, Upstream>, proxy: ProxyConfig, port: number): FrontLease {
  if (proxy.protocol !== 'socks5') throw new TypeError(`not a socks5 proxy: ${proxy.protocol}`);
  const username = randomBytes(16).toString('hex');
  const password = randomBytes(24).toString('hex');
  const ending = new AbortController();
  upstreams.set(username, { proxy, passwordHash: hash(password), ending });
  return {
    proxy: { protocol: 'http', host: LOOPBACK, port, username, password },
    close: () => {
      upstreams.delete(username);
      ending.abort();
    },
  };
}

const CHALLENGE = { 'proxy-authenticate': 'Basic realm="pasar"', connection: 'close' } as const;
const hash = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

function findUpstream(upstreams: ReadonlyMap<string, Upstream>, request: IncomingMessage): Upstream | null {
  const match = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(request.headers['proxy-authorization'] ?? '');
  const credentials = Buffer.from(match?.[1] ?? '', 'base64').toString('utf8');
  const colon = credentials.indexOf(':');
  const upstream = upstreams.get(credentials.slice(0, Math.max(colon, 0)));
  const isRight = timingSafeEqual(upstream?.passwordHash ?? hash(''), hash(credentials.slice(colon + 1)));
  return upstream !== undefined && isRight ? upstream : null;
}

interface Service {
  readonly upstream: Upstream;
  readonly target: TunnelTarget;
  readonly client: Duplex;
  readonly head: Buffer;
  readonly guard: AddressGuard;
  readonly clock: Clock;
}

async function serve({ upstream, target, client, head, guard, clock }: Service): Promise<void> {
  const { proxy, ending } = upstream;
  const gone = new AbortController();
  client.once('close', () => gone.abort());
  const signal = AbortSignal.any([ending.signal, gone.signal]);
  try {
    const tunnel = await openTunnel({ proxy, guard, clock, target, signal });
    join(client, tunnel, head, ending.signal);
  } catch (error) {
    answer(client, statusOf(error), {});
  }
}

/** Pipes both directions with back-pressure; the end of either side, or of the lease, ends both. */
function join(client: Duplex, tunnel: Socket, head: Buffer, ended: AbortSignal): void {
  const end = (): void => {
    client.destroy();
    tunnel.destroy();
  };
  ended.addEventListener('abort', end, { once: true });
  for (const side of [client, tunnel]) {
    side.on('error', end);
    side.once('close', () => {
      ended.removeEventListener('abort', end);
      end();
    });
  }
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  if (head.byteLength > 0) tunnel.write(head);
  client.pipe(tunnel);
  tunnel.pipe(client);
  if (client instanceof Socket) client.setNoDelay(true);
  if (ended.aborted) end();
}

function statusOf(error: unknown): number {
  const cause = error instanceof BridgeError ? error.cause : error;
  if (!(cause instanceof ProxyFailure)) return 502;
  if (cause.reason === 'credentials') return 407;
  return cause.reason === 'timeout' ? 504 : 502;
}

function answer(client: Duplex, status: number, headers: Readonly<Record<string, string>>): void {
  const lines = Object.entries({ 'content-length': '0', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  client.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n`, () => client.destroy());
}

/** `host:port` of a CONNECT request; null for anything else. */
function parseAuthority(authority: string): TunnelTarget | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^\s:/?#@[\]]+)):(\d{1,5})$/i.exec(authority);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  return host === undefined || port < 1 || port > 65_535 ? null : { host, port };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') return reject(new Error('no port'));
      resolve(address.port);
    });
  });
}
