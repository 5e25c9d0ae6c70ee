import type { Marketplace } from '@pasar/domain';

/** The chat screens (spec 1 §2): one for each marketplace, and one for all marketplaces (our choice). */
export type ChatScope = 'all' | Marketplace;
export interface ChatRoute {
  readonly scope: ChatScope;
  readonly path: string;
}
const ALL: ChatRoute = { scope: 'all', path: '/chat/all' };
export const CHAT_ROUTES: readonly ChatRoute[] = [
  ALL,
  { scope: 'shopee', path: '/chat/index' },
  { scope: 'lazada', path: '/chat-lazada/index' },
  { scope: 'tiktok', path: '/chat-tiktok/index' },
];

/**
 * The screen on which a shop of this marketplace is shown: the one at `path` where it shows the marketplace, otherwise
 * the marketplace's own.
 */
export function screenFor(marketplace: Marketplace | null, path: string): ChatRoute {
  const here = CHAT_ROUTES.find((route) => route.path === path);
  if (here?.scope === 'all' || (here !== undefined && here.scope === marketplace)) return here;
  return CHAT_ROUTES.find(({ scope }) => scope === marketplace) ?? ALL;
}
