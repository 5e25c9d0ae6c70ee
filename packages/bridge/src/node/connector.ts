import { buildConnector } from 'undici';
import { type AddressGuard, createAddressGuard } from '../guard/address-guard.ts';
import type { Route } from '../route.ts';
import type { Clock } from '../types.ts';
import { openTunnel, type TunnelTarget } from './tunnel.ts';

/** Connecting is bounded by the request's own timeout; this only frees a socket nobody waits for any more. */
const ABANDONED_CONNECT_MS = 30_000;

/** The one place where a bridge opens connections. HTTP and WebSockets both come here, so neither can leave otherwise. */
export interface Connector {
  /** For undici and, through `createConnection`, for ws: TLS where the target's protocol is `https:`. */
  readonly connect: buildConnector.connector;
  /** Ends what is still being dialled. */
  close(): void;
}

export interface ConnectorOptions {
  readonly route: Route;
  /** Decides about the proxy's own host, which a user supplied. */
  readonly guard: AddressGuard;
  readonly clock: Clock;
  /** False for WebSockets, whose handshake is HTTP/1.1. */
  readonly allowH2: boolean;
  /** For addresses that users supply: the target too has to pass the guard. */
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
  // The front judges its upstream itself.
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

/** A literal address never comes to `lookup`, so that it is judged here; so are names that a proxy would resolve. */
const admitting =
  (guard: AddressGuard, next: buildConnector.connector): buildConnector.connector =>
  (target, callback) => {
    try {
      const { host, port } = targetOf(target);
      guard.admit(host, port);
    } catch (error) {
      // Later, as a real connection attempt would fail: the caller is not ready before it has our return.
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
