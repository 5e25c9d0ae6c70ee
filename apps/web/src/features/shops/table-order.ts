import type { ShopView } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import { healthTone, shopName } from '../../base/shops/health.ts';

/** By which column the shop table is sorted; null: by the member's own order. */
export type SortBy = 'shop' | 'site' | 'connection' | 'waiting';
export interface Sort {
  readonly by: SortBy;
  readonly isDescending: boolean;
}

/** The columns of which a person looks for the largest begin with it. */
const FIRST_DESCENDING: Readonly<Record<SortBy, boolean>> = {
  shop: false,
  site: false,
  connection: false,
  waiting: true,
};

/** What a press on a column's heading does: sort by it, then the other way round, then back to the own order. */
export function nextSort(sort: Sort | null, by: SortBy): Sort | null {
  const first = FIRST_DESCENDING[by];
  if (sort?.by !== by) return { by, isDescending: first };
  return sort.isDescending === first ? { by, isDescending: !first } : null;
}

const TONES = ['bad', 'wait', 'good'] as const;

/** The shops by a column; those that are alike there keep their order. Trouble comes before what is well. */
export function sorted(
  shops: readonly ShopView[],
  sort: Sort | null,
  siteName: (shop: ShopView) => string,
): readonly ShopView[] {
  if (sort === null) return shops;
  const compare = (left: ShopView, right: ShopView): number => {
    switch (sort.by) {
      case 'shop':
        return shopName(left).localeCompare(shopName(right));
      case 'site':
        return siteName(left).localeCompare(siteName(right));
      case 'connection':
        return TONES.indexOf(healthTone(left)) - TONES.indexOf(healthTone(right));
      case 'waiting':
        return left.waitingCount - right.waitingCount;
    }
  };
  return shops.toSorted((left, right) => (sort.isDescending ? compare(right, left) : compare(left, right)));
}

export const FILTERS = ['all', 'troubled', 'waiting', 'hidden'] as const;
export type Filter = (typeof FILTERS)[number];

export function isIn(filter: Filter, shop: ShopView, hidden: readonly ShopId[]): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'troubled':
      return shop.connection.state !== 'live';
    case 'waiting':
      return shop.waitingCount > 0;
    case 'hidden':
      return hidden.includes(shop.shopId);
  }
}

/** The order with these shops first, in the order they had. */
export function toTop(order: readonly ShopId[], chosen: ReadonlySet<ShopId>): readonly ShopId[] {
  return [...order.filter((shopId) => chosen.has(shopId)), ...order.filter((shopId) => !chosen.has(shopId))];
}
