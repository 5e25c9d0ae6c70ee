/**
 * How a connection's traffic leaves the machine (IP isolation, spec 1 §7 and spec 2 §9). A route is chosen once, when the
 * bridge is made, and holds for every HTTP request and every WebSocket: there is no way round it and no second try
 * another way.
 */
export type Route =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly proxy: ProxyConfig }
  /** A lease of our own `SocksFront`, made by `routeThroughFront` alone: on this machine by design, so not judged. */
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

/** For logs and screens: never the credentials. */
export function describeRoute(route: Route): string {
  if (route.kind === 'direct') return 'direct';
  const { protocol, host, port } = route.proxy;
  return `${protocol} ${route.kind} ${host}:${port}`;
}

export type ProxyFailureReason =
  /** Nobody answers at the proxy's address, or its name does not resolve. */
  | 'unreachable'
  /** The proxy, or what it dials, took too long. */
  | 'timeout'
  /** Username or password are missing or wrong. */
  | 'credentials'
  /** The proxy answers, but does not connect to this target. */
  | 'refused'
  /** TLS to the proxy itself failed. */
  | 'tls'
  /** The proxy's host is an address that this server may not dial. */
  | 'forbidden'
  /** The other side is not a proxy of this protocol. */
  | 'protocol';

/** The cause of a `BridgeError` with code `proxy`: nothing reached the marketplace. The user's to fix, not ours. */
export class ProxyFailure extends Error {
  readonly reason: ProxyFailureReason;
  constructor(reason: ProxyFailureReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ProxyFailure';
    this.reason = reason;
  }
}
