import type { ProxyConfig, Route } from '../route.ts';

/** Where a shop's proxy may come from, in order of precedence (spec 2 §9). Null: there is none. */
export interface ProxySources {
  /** The IP-isolation subject that the shop is bound to. */
  readonly subject: ProxyConfig | null;
  /** The user's own proxy, for all traffic of the session. */
  readonly custom: ProxyConfig | null;
  readonly boost: ProxyConfig | null;
}
export const PROXY_SOURCES = ['subject', 'custom', 'boost'] as const;
export type ProxySource = (typeof PROXY_SOURCES)[number];

export interface SelectedRoute {
  readonly route: Route;
  /** Null for a shop without any proxy. */
  readonly source: ProxySource | null;
}

/**
 * Takes the first proxy that is set. A proxy that does not work is not skipped, because it was chosen for isolation.
 */
export function selectRoute(sources: ProxySources): SelectedRoute {
  for (const source of PROXY_SOURCES) {
    const proxy = sources[source];
    if (proxy !== null) return { route: { kind: 'proxy', proxy }, source };
  }
  return { route: { kind: 'direct' }, source: null };
}

/** The available chat proxy servers: two of each kind (spec 1 §7). */
export interface ChatProxyHosts {
  readonly socketHosts: readonly [ProxyConfig, ProxyConfig];
  readonly httpHosts: readonly [ProxyConfig, ProxyConfig];
}
export interface ChatProxyChoice {
  readonly socketHost: ProxyConfig;
  readonly httpHost: ProxyConfig;
}

/** Picks one host of each kind, independently. `random` gives numbers from 0 up to, not including, 1. */
export function pickChatProxyHosts({ socketHosts, httpHosts }: ChatProxyHosts, random: () => number): ChatProxyChoice {
  return { socketHost: pick(socketHosts, random), httpHost: pick(httpHosts, random) };
}

const pick = ([first, second]: readonly [ProxyConfig, ProxyConfig], random: () => number): ProxyConfig =>
  random() < 0.5 ? first : second;
