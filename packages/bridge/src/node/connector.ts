import { buildConnector } from 'undici';
import { type AddressGuard, createAddressGuard } from '../guard/address-guard.ts';
import type { Route } from '../route.ts';
import type { Clock } from '../types.ts';
import { openTunnel, type TunnelTarget } from './tunnel.ts';

/**
 * The request's own timeout bounds connecting; this longer one only frees a socket that no request waits for any more.
 */
const ABANDONED_CONNECT_MS = 30_000;

/**
 * The one place where a bridge opens connections, for HTTP and for WebSockets, so that no traffic can avoid the route.
 */
export interface Connector {
  /** The connect function for undici and, through `createConnection`, for ws: adds TLS when the target is `https:`. */
  readonly connect: buildConnector.connector;
  /** Aborts every connection attempt that is not finished. */
  close(): void;
}

export interface ConnectorOptions {
  readonly route: Route;
  /** Checks the proxy's own host, which a user supplied. */
  readonly guard: AddressGuard;
  readonly clock: Clock;
  /** False for WebSockets, whose handshake is HTTP/1.1. */
  readonly allowH2: boolean;
  /** True for addresses that users supply: the target must pass the guard, too. */
  readonly isTargetGuarded: boolean;
}

export function createConnector(options: ConnectorOptions): Connector {
  const { route, guard, clock, allowH2, isTargetGuarded } = options;
  const dialling = new AbortController();
  const close = (): void => dialling.abort();
  const tls = buildConnector({ timeout: ABANDONED_CONNECT_MS, allowH2 });
  if (route.kind === 'direct') {
    const dial = isTargetGuarded
      ? buildConnector({ timeout: ABANDONED_CONNECT_MS, allowH2, lookup: guard.lookup })
      : tls;
    return { connect: isTargetGuarded ? admitting(guard, dial) : dial, close };
  }
  const { proxy } = route;
  // The front is on this machine and checks its upstream's host itself.
  const proxyGuard = route.kind === 'front' ? createAddressGuard({ allowLoopback: true }) : guard;
  const throughProxy: buildConnector.connector = (target, callback) => {
    openTunnel({ proxy, guard: proxyGuard, clock, target: targetOf(target), signal: dialling.signal }).then(
      (socket) => {
        if (target.protocol === 'https:') tls({ ...target, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (error: unknown) => callback(asError(error), null),
    );
  };
  return { connect: isTargetGuarded ? admitting(guard, throughProxy) : throughProxy, close };
}

/**
 * Checks the target before the connection: `lookup` is not called for a literal address, nor for a name that a proxy
 * resolves.
 */
const admitting =
  (guard: AddressGuard, next: buildConnector.connector): buildConnector.connector =>
  (target, callback) => {
    try {
      const { host, port } = targetOf(target);
      guard.admit(host, port);
    } catch (error) {
      // Deferred, because a real attempt also fails later: the caller cannot handle an error before this function
      // returns.
      queueMicrotask(() => callback(asError(error), null));
      return;
    }
    next(target, callback);
  };

const targetOf = ({ hostname, port, protocol }: buildConnector.Options): TunnelTarget => ({
  host: hostname,
  port: Number(port) || (protocol === 'https:' ? 443 : 80),
});

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
