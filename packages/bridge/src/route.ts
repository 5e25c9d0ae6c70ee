/**
 * How a connection's traffic leaves the machine (IP isolation, spec 1 §7 and spec 2 §9). A route is chosen once, when
 * the bridge is made, and holds for every HTTP request and every WebSocket. Nothing bypasses it, and no failure falls
 * back to another route.
 */
export type Route =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly proxy: ProxyConfig }
  /**
   * A lease of the `SocksFront`, made by `routeThroughFront` alone. Its host is loopback by design, so it is not
   * checked.
   */
  | { readonly kind: 'front'; readonly proxy: ProxyConfig };

export const PROXY_PROTOCOLS = ['http', 'https', 'socks5'] as const;
export type ProxyProtocol = (typeof PROXY_PROTOCOLS)[number];

/** `https` speaks TLS to the proxy itself. `host` is a name or an address without brackets. Credentials are secret. */
export interface ProxyConfig {
  readonly protocol: ProxyProtocol;
  readonly host: string;
  readonly port: number;
  readonly username: string | null;
  readonly password: string | null;
}

/** A text for logs and screens, without the credentials. */
export function describeRoute(route: Route): string {
  if (route.kind === 'direct') return 'direct';
  const { protocol, host, port } = route.proxy;
  return `${protocol} ${route.kind} ${host}:${port}`;
}

export type ProxyFailureReason =
  /** No server listens at the proxy's address, or its name does not resolve. */
  | 'unreachable'
  /** The proxy, or its connection to the target, took too long. */
  | 'timeout'
  /** Username or password are missing or wrong. */
  | 'credentials'
  /** The proxy answers, but refuses to connect to this target. */
  | 'refused'
  /** TLS to the proxy itself failed. */
  | 'tls'
  /** The proxy's host is an address that this server may not dial. */
  | 'forbidden'
  /** The server at the address is not a proxy of this protocol. */
  | 'protocol';

/** The cause of a `BridgeError` with code `proxy`: nothing reached the marketplace. The user must fix the proxy. */
export class ProxyFailure extends Error {
  readonly reason: ProxyFailureReason;
  constructor(reason: ProxyFailureReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ProxyFailure';
    this.reason = reason;
  }
}
