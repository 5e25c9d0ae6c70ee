import type { ArrangementView, ShopView } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import type { ChatScope } from '../../../base/scopes.ts';
import { groupsOf, type ShopGroup, type ShopGrouping, shopsInOrder } from '../../../base/shops/order.ts';

export type ShopSort = 'own' | 'waiting';
type Shops = ReadonlyMap<ShopId, ShopView>;

const isOf = (scope: ChatScope, shop: ShopView): boolean => scope === 'all' || shop.marketplace === scope;

/** The shops of the screen that the member has not hidden, in the member's order. */
export const shopsOf = (all: Shops, { order, hidden }: ArrangementView, scope: ChatScope): readonly ShopView[] =>
  shopsInOrder(
    [...all.values()].filter((shop) => isOf(scope, shop) && !hidden.includes(shop.shopId)),
    order,
  );

/** The hidden shops of the screen. The arrangement may still name a shop that was unbound. */
export const hiddenOf = (all: Shops, { hidden }: ArrangementView, scope: ChatScope): readonly ShopView[] =>
  hidden.flatMap((shopId) => all.get(shopId) ?? []).filter((shop) => isOf(scope, shop));

/** The shops of a group; all without one. */
export const inGroup = (shops: readonly ShopView[], shopIds: readonly string[] | undefined): readonly ShopView[] =>
  shopIds === undefined ? shops : shops.filter(({ shopId }) => shopIds.includes(shopId));

export const isCalled = (shop: ShopView, countryName: string, words: string): boolean =>
  `${shop.name} ${shop.alias ?? ''} ${shop.country} ${countryName} ${shop.platformShopId}`
    .toLowerCase()
    .includes(words.trim().toLowerCase());

/** The shops in which buyers wait, and the chosen shop. */
export const withWaiting = (shops: readonly ShopView[], chosen: ShopId | null): readonly ShopView[] =>
  shops.filter((shop) => shop.waitingCount > 0 || shop.shopId === chosen);

/**
 * Shops with an overdue answer first, then those with one that is due soon; among them the most waiting buyers first, and
 * shops with as many keep their order. `urgencyOf`: 2 for overdue, 1 for soon, 0 for neither.
 */
export const byWaiting = (shops: readonly ShopView[], urgencyOf: (shopId: ShopId) => number): readonly ShopView[] =>
  shops.toSorted(
    (left, right) => urgencyOf(right.shopId) - urgencyOf(left.shopId) || right.waitingCount - left.waitingCount,
  );

export const sumOfWaiting = (shops: readonly ShopView[]): number =>
  shops.reduce((sum, shop) => sum + shop.waitingCount, 0);

/** A group as the list shows it. */
export interface ListedGroup extends ShopGroup {
  /** Names the heading; null where there is none. */
  readonly key: string | null;
  readonly isCollapsed: boolean;
  /** The shops with a row: all, or in a collapsed group only the chosen one. */
  readonly rows: readonly ShopView[];
}

export interface Listing {
  readonly grouping: ShopGrouping;
  /** The first shop's group comes first, because the member or the waiting buyers decide the order. */
  readonly isArranged: boolean;
  readonly collapsed: readonly string[];
  readonly chosen: ShopId | null;
}

export function listedGroups(shops: readonly ShopView[], listing: Listing): readonly ListedGroup[] {
  const { grouping, isArranged, collapsed, chosen } = listing;
  return groupsOf(shops, grouping, isArranged).map((group) => {
    const { heading } = group;
    const key = heading === null ? null : heading.kind === 'marketplace' ? heading.marketplace : heading.country;
    const isCollapsed = key !== null && collapsed.includes(key);
    const rows = isCollapsed ? group.shops.filter((shop) => shop.shopId === chosen) : group.shops;
    return { ...group, key, isCollapsed, rows };
  });
}
