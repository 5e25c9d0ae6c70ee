import { Socket } from 'node:net';
import { SocksClient } from 'socks';
import { buildConnector, Client } from 'undici';
import { type AddressGuard, ForbiddenAddressError } from '../guard/address-guard.ts';
import { type ProxyConfig, ProxyFailure, type ProxyFailureReason } from '../route.ts';
import { BridgeError, type Clock } from '../types.ts';

/**
 * How long a proxy may take from the first packet to an open tunnel (our choice). Less than the least timeout of a
 * proxied request (20 s), so that a dead proxy is reported as a proxy failure and not as a slow marketplace.
 */
const TUNNEL_TIMEOUT_MS = 15_000;

export interface TunnelTarget {
  /** Never resolved here: the proxy resolves the name, so that no DNS query bypasses it. */
  readonly host: string;
  readonly port: number;
}
export interface TunnelRequest {
  readonly proxy: ProxyConfig;
  readonly guard: AddressGuard;
  readonly clock: Clock;
  readonly target: TunnelTarget;
  readonly signal: AbortSignal;
}

/**
 * Opens a connection to the target through the proxy, and writes nothing to the target. Rejects with a `BridgeError`:
 * `proxy` with a `ProxyFailure` as its cause, or `aborted` when the signal aborts. Never connects without the proxy.
 */
export async function openTunnel(request: TunnelRequest): Promise<Socket> {
  const { clock, signal, proxy } = request;
  const attempt = new AbortController();
  let isLate = false;
  const cancelTimeout = clock.after(TUNNEL_TIMEOUT_MS, () => {
    isLate = true;
    attempt.abort();
  });
  const abort = (): void => attempt.abort();
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await (proxy.protocol === 'socks5' ? openSocks : openConnect)({ ...request, signal: attempt.signal });
  } catch (error) {
    if (signal.aborted) throw new BridgeError('aborted', 'the bridge was closed', false, error);
    const failure = isLate
      ? new ProxyFailure('timeout', 'the proxy opened no connection in time', error)
      : toProxyFailure(error);
    throw new BridgeError('proxy', failure.message, false, failure);
  } finally {
    cancelTimeout();
    signal.removeEventListener('abort', abort);
  }
}

/** Connects to the proxy itself, with TLS when the proxy's protocol is https. */
function connectToProxy({ proxy, guard, signal }: TunnelRequest): Promise<Socket> {
  const host = guard.admit(proxy.host, proxy.port);
  const connect = buildConnector({ timeout: TUNNEL_TIMEOUT_MS, allowH2: false, lookup: guard.lookup, signal });
  return new Promise((resolve, reject) => {
    const protocol = proxy.protocol === 'https' ? 'https:' : 'http:';
    connect({ hostname: host, host, protocol, port: String(proxy.port) }, (error, socket) => {
      if (error !== null) return reject(error);
      if (!signal.aborted) return resolve(socket);
      discard(socket);
      reject(abortedError());
    });
    signal.addEventListener('abort', () => reject(abortedError()), { once: true });
    if (signal.aborted) reject(abortedError());
  });
}

/** Uses HTTP CONNECT for plain targets, too: there is one way for every target, and the proxy cannot edit a request. */
async function openConnect(request: TunnelRequest): Promise<Socket> {
  const { proxy, target, signal } = request;
  const authority = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
  const client = new Client('http://proxy', {
    connect: (_options, callback) => {
      connectToProxy(request).then(
        (socket) => callback(null, socket),
        (error: unknown) => callback(toProxyFailure(error), null),
      );
    },
  });
  try {
    const { statusCode, socket } = await client.connect({
      path: authority,
      headers: { host: authority, ...proxyAuthorization(proxy) },
      signal,
    });
    if (statusCode >= 200 && statusCode < 300 && socket instanceof Socket) return socket;
    discard(socket);
    throw new ProxyFailure(reasonOfStatus(statusCode), `the proxy answered CONNECT with ${statusCode}`);
  } finally {
    // On success the tunnel's socket is detached from this client; what the client still holds belongs to a failed
    // attempt.
    await client.destroy();
  }
}

/** SOCKS5; the proxy resolves the name (RFC 1928 address type 3). */
async function openSocks(request: TunnelRequest): Promise<Socket> {
  const { proxy, target, signal } = request;
  assertFits('the name of the target', target.host);
  assertFits('the username', proxy.username);
  assertFits('the password', proxy.password);
  const socket = await connectToProxy(request);
  const abort = (): void => discard(socket);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await SocksClient.createConnection({
      command: 'connect',
      proxy: {
        host: proxy.host,
        port: proxy.port,
        type: 5,
        ...(proxy.username === null ? {} : { userId: proxy.username, password: proxy.password ?? '' }),
      },
      destination: { host: target.host, port: target.port },
      existing_socket: socket,
      timeout: TUNNEL_TIMEOUT_MS,
    });
    return socket;
  } catch (error) {
    discard(socket);
    const message = error instanceof Error ? error.message : String(error);
    // Not passed on as the cause: an error of the socks package carries its options, with the password.
    throw new ProxyFailure(reasonOfWords(message), `proxy: ${message}`);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function proxyAuthorization({ username, password }: ProxyConfig): Record<string, string> {
  if (username === null) return {};
  const credentials = Buffer.from(`${username}:${password ?? ''}`, 'utf8').toString('base64');
  return { 'proxy-authorization': `Basic ${credentials}` };
}

function reasonOfStatus(status: number): ProxyFailureReason {
  if (status === 407 || status === 401) return 'credentials';
  return status === 408 || status === 504 ? 'timeout' : 'refused';
}

function toProxyFailure(error: unknown): ProxyFailure {
  if (error instanceof ProxyFailure) return error;
  if (error instanceof ForbiddenAddressError) return new ProxyFailure('forbidden', error.message, error);
  const message = error instanceof Error ? error.message : String(error);
  return new ProxyFailure(reasonOfCode(error), `proxy: ${message || 'the connection failed'}`, error);
}

const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ECONNRESET|EPIPE|UND_ERR_SOCKET)$/;
const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

function reasonOfCode(error: unknown): ProxyFailureReason {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (UNREACHABLE.test(code)) return 'unreachable';
  if (TLS_CODE.test(code)) return 'tls';
  return code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT' ? 'timeout' : 'protocol';
}

/** The socks package tells its failures apart only by their messages. */
function reasonOfWords(message: string): ProxyFailureReason {
  if (/authentication/i.test(message)) return 'credentials';
  if (/rejected connection/i.test(message)) return 'refused';
  if (/timed out/i.test(message)) return 'timeout';
  return /socket closed|ECONN|EPIPE/i.test(message) ? 'unreachable' : 'protocol';
}

/** A SOCKS5 string has a one-byte length. */
function assertFits(what: string, text: string | null): void {
  if (Buffer.byteLength(text ?? '', 'utf8') > 255) throw new ProxyFailure('protocol', `${what} is too long for SOCKS5`);
}

const abortedError = (): Error => new Error('the attempt was given up');

function discard(socket: { on(event: 'error', run: () => void): unknown; destroy(): unknown }): void {
  // The socket is abandoned, so its later errors are ignored.
  socket.on('error', () => undefined);
  socket.destroy();
}
