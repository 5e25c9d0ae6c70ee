import type { Marketplace, ShopId } from '@pasar/domain';
import type { DeskState } from './desk-state.ts';

/** Numbers of unread messages: the server's counters, corrected by what the person has just read or marked. */
export interface Unread {
  /** Over the shops that the member has not hidden, as is `byMarketplace`. */
  readonly total: number;
  readonly byMarketplace: Readonly<Record<Marketplace, number>>;
  /** For every shop, hidden shops included. */
  readonly byShop: ReadonlyMap<ShopId, number>;
}

type Counted = Pick<DeskState, 'shops' | 'arrangement' | 'wishes' | 'confirmed' | 'shown'>;

export function unreadOf(state: Counted): Unread {
  const byShop = new Map<ShopId, number>();
  for (const shop of state.shops.values()) byShop.set(shop.shopId, shop.unreadCount);
  for (const id of state.wishes.keys()) {
    const confirmed = state.confirmed.get(id);
    const shown = state.shown.get(id);
    const count = confirmed === undefined ? undefined : byShop.get(confirmed.shopId);
    if (confirmed === undefined || shown === undefined || count === undefined) continue;
    byShop.set(confirmed.shopId, Math.max(0, count + shown.unreadCount - confirmed.unreadCount));
  }
  const byMarketplace: Record<Marketplace, number> = { shopee: 0, lazada: 0, tiktok: 0 };
  let total = 0;
  const hidden = new Set(state.arrangement.hidden);
  for (const [shopId, count] of byShop) {
    if (hidden.has(shopId)) continue;
    const marketplace = state.shops.get(shopId)?.marketplace;
    if (marketplace !== undefined) byMarketplace[marketplace] += count;
    total += count;
  }
  return { total, byMarketplace, byShop };
}
