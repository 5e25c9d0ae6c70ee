import type { Marketplace } from '@pasar/domain';

/** The chat screens (spec 1 §2): one for each marketplace, and one for all marketplaces (our choice). */
export type ChatScope = 'all' | Marketplace;
export interface ChatRoute {
  readonly scope: ChatScope;
  readonly path: string;
}
export const CHAT_ROUTES: readonly ChatRoute[] = [
  { scope: 'all', path: '/chat/all' },
  { scope: 'shopee', path: '/chat/index' },
  { scope: 'lazada', path: '/chat-lazada/index' },
  { scope: 'tiktok', path: '/chat-tiktok/index' },
];
