import { LIMITS } from '@pasar/domain';
import { type AddressGuard, createAddressGuard } from '../guard/address-guard.ts';
import type { Route } from '../route.ts';
import type { Bridge, Clock } from '../types.ts';
import { type ConnectorOptions, createConnector } from './connector.ts';
import { openCookieJar } from './cookies.ts';
import type { OnExchange } from './exchange.ts';
import { createHttpClient } from './http.ts';
import { createMediaClient, type MediaClient } from './media.ts';
import { createSocketFactory } from './sockets.ts';

export interface BridgeOptions {
  /** What `bridge.cookies.serialize()` gave earlier; null for a jar without cookies. */
  readonly storedCookies: string | null;
  readonly clock: Clock;
  readonly uuid: () => string;
  /** How everything of this bridge leaves, for its whole life: said by whoever opens it, never by default. */
  readonly route: Route;
  /** Where sockets leave by another host than requests (spec 2 §9, chat proxies); else by `route`. */
  readonly socketRoute?: Route;
  /** Judges what users supplied: the proxy's host, a media address. Absent: nothing but the public internet. */
  readonly guard?: AddressGuard;
  /** Told of whatever left, for the proxy statistics: requests, handshakes of sockets, fetches of media. */
  readonly onExchange?: OnExchange;
}

export interface NodeBridge extends Bridge {
  /** Pictures and videos of this connection, over the same route and with the same cookies. */
  readonly media: MediaClient;
}

/**
 * The Node implementation of the bridge: undici for HTTP, ws for sockets, tough-cookie for the jar that both share.
 * Throws `UnreadableCookiesError` when the stored cookies are damaged.
 */
export function createBridge(options: BridgeOptions): NodeBridge {
  const { storedCookies, clock, uuid, route, socketRoute = route, onExchange = () => undefined } = options;
  const guard = options.guard ?? createAddressGuard({ allowLoopback: false });
  const cookies = openCookieJar(storedCookies);
  const minTimeoutMs = route.kind === 'direct' ? 0 : LIMITS.proxiedRequestTimeoutMs;
  const connectorFor = (use: Pick<ConnectorOptions, 'allowH2' | 'isTargetGuarded'>, by: Route = route) =>
    createConnector({ route: by, guard, clock, ...use });
  const http = createHttpClient({
    cookies,
    clock,
    minTimeoutMs,
    onExchange,
    connector: connectorFor({ allowH2: true, isTargetGuarded: false }),
  });
  const sockets = createSocketFactory({
    cookies,
    clock,
    minTimeoutMs,
    onExchange,
    connector: connectorFor({ allowH2: false, isTargetGuarded: false }, socketRoute),
  });
  const media = createMediaClient({
    cookies,
    clock,
    guard,
    minTimeoutMs,
    onExchange,
    connector: connectorFor({ allowH2: false, isTargetGuarded: true }),
  });
  return {
    http,
    sockets,
    media,
    cookies,
    clock,
    uuid,
    async close() {
      await Promise.all([http.close(), sockets.close(), media.close()]);
    },
  };
}
