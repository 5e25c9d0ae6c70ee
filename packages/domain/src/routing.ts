/** How a shop's requests leave (spec 2 §9): through a proxy of its own, or directly. */
export const PROXY_TYPES = ['http', 'https', 'socks5'] as const;
export type ProxyType = (typeof PROXY_TYPES)[number];

/**
 * What a proxy of an account is for: `platform` serves the shops bound to it (an IP subject), `custom_global` all others. The
 * order of this list is the order of selection; the boost proxy, which is no account's own, serves whatever is left.
 */
export const PROXY_SCOPES = ['platform', 'custom_global'] as const;
export type ProxyScope = (typeof PROXY_SCOPES)[number];

/** `rotating` and `ms-http` get another host when one fails (spec 2 §8). */
export const PROXY_KINDS = ['static', 'rotating', 'ms-http'] as const;
export type ProxyKind = (typeof PROXY_KINDS)[number];

/** China or overseas routing (spec 2 §1): which of a marketplace's two lines a country's calls take. */
export const ROUTING_LINES = ['auto', 'local', 'mainland'] as const;
export type RoutingLine = (typeof ROUTING_LINES)[number];

/** Whether a country's calls go over the other domain (spec 2 §4): tried after a 403 while unknown, then remembered. */
export const DOMAIN_SWITCH_RESULTS = ['success', 'fail'] as const;
export type DomainSwitchResult = (typeof DOMAIN_SWITCH_RESULTS)[number];
