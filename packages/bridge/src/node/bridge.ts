import type { Bridge, Clock } from '../types.ts';
import { openCookieJar } from './cookies.ts';
import { createHttpClient } from './http.ts';
import { createSocketFactory } from './sockets.ts';

export interface BridgeOptions {
  /** What `bridge.cookies.serialize()` gave earlier; null for a jar without cookies. */
  readonly storedCookies: string | null;
  readonly clock: Clock;
  readonly uuid: () => string;
}

/**
 * The Node implementation of the bridge: undici for HTTP, ws for sockets, tough-cookie for the jar that both share.
 * Throws `UnreadableCookiesError` when the stored cookies are damaged.
 */
export function createBridge({ storedCookies, clock, uuid }: BridgeOptions): Bridge {
  const cookies = openCookieJar(storedCookies);
  const http = createHttpClient(cookies, clock);
  const sockets = createSocketFactory(cookies, clock);
  return {
    http,
    sockets,
    cookies,
    clock,
    uuid,
    async close() {
      await Promise.all([http.close(), sockets.close()]);
    },
  };
}
