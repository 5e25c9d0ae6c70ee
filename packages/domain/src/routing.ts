/** How a shop's requests leave (spec 2 §9): through a proxy of its own, or directly. */
export const PROXY_TYPES = ['http', 'https', 'socks5'] as const;
export type ProxyType = (typeof PROXY_TYPES)[number];

/**
 * What a proxy of an account is for: `platform` serves the shops bound to it (an IP subject), `custom_global` all
 * others. A proxy is chosen in the order of this list; the boost proxy, which belongs to no account, serves the
 * remaining shops.
 */
export const PROXY_SCOPES = ['platform', 'custom_global'] as const;
export type ProxyScope = (typeof PROXY_SCOPES)[number];

/** `rotating` and `ms-http` change to another host when the current host fails (spec 2 §8). */
export const PROXY_KINDS = ['static', 'rotating', 'ms-http'] as const;
export type ProxyKind = (typeof PROXY_KINDS)[number];

/** China or overseas routing (spec 2 §1): which of a marketplace's two lines a country's calls take. */
export const ROUTING_LINES = ['auto', 'local', 'mainland'] as const;
export type RoutingLine = (typeof ROUTING_LINES)[number];

/** Whether a country's calls go over the other domain (spec 2 §4): tried after a 403 while unknown, then remembered. */
export const DOMAIN_SWITCH_RESULTS = ['success', 'fail'] as const;
export type DomainSwitchResult = (typeof DOMAIN_SWITCH_RESULTS)[number];
