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
  /** The result of an earlier `bridge.cookies.serialize()`; null for an empty jar. */
  readonly storedCookies: string | null;
  readonly clock: Clock;
  readonly uuid: () => string;
  /** The route of all this bridge's traffic, for its whole life. The caller must name it; there is no default. */
  readonly route: Route;
  /**
   * A different route for sockets, when requests and sockets use different chat proxies (spec 2 §9); `route` by
   * default.
   */
  readonly socketRoute?: Route;
  /**
   * Checks hosts that users supplied: the proxy's host, a media address. By default only the public internet passes.
   */
  readonly guard?: AddressGuard;
  /** Called for every exchange, for the proxy statistics: requests, socket handshakes, fetches of media. */
  readonly onExchange?: OnExchange;
}

export interface NodeBridge extends Bridge {
  /** Fetches pictures and videos of this connection, over the same route and with the same cookies. */
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
