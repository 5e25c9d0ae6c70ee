import type { ShopView } from '@pasar/api';
import { COUNTRIES, type Country, MARKETPLACES, type Marketplace, type ShopId } from '@pasar/domain';
import { shopName } from './health.ts';

/**
 * The shops in the member's order. The others follow by marketplace, country (in the product's order, spec 1 §3) and
 * name, so that their places do not change.
 */
export function shopsInOrder(shops: readonly ShopView[], order: readonly ShopId[]): readonly ShopView[] {
  const places = new Map(order.map((shopId, place) => [shopId, place]));
  const placeOf = (shop: ShopView) => places.get(shop.shopId) ?? Number.MAX_SAFE_INTEGER;
  return shops.toSorted(
    (left, right) =>
      placeOf(left) - placeOf(right) ||
      MARKETPLACES.indexOf(left.marketplace) - MARKETPLACES.indexOf(right.marketplace) ||
      COUNTRIES.indexOf(left.country) - COUNTRIES.indexOf(right.country) ||
      shopName(left).localeCompare(shopName(right)) ||
      left.shopId.localeCompare(right.shopId),
  );
}

export interface ShopGroup {
  /** The heading above the shops; null for none. */
  readonly heading:
    | { readonly kind: 'marketplace'; readonly marketplace: Marketplace }
    | { readonly kind: 'country'; readonly country: Country }
    | null;
  readonly shops: readonly ShopView[];
}

/** What the headings of the shop list are: marketplaces, countries, or none. */
export const SHOP_GROUPINGS = ['marketplace', 'country', 'none'] as const;
export type ShopGrouping = (typeof SHOP_GROUPINGS)[number];

/**
 * Shops under their headings, in order. Headings follow the product's order of marketplaces and countries. With a
 * member's own order (`isArranged`), the heading of the first shop comes first, so that the member's order also moves
 * headings. A single marketplace heading would say nothing, so the shops then get country headings, or none.
 */
export function groupsOf(shops: readonly ShopView[], by: ShopGrouping, isArranged: boolean): readonly ShopGroup[] {
  if (by === 'none') return [{ heading: null, shops }];
  const groups = new Map<string, { heading: NonNullable<ShopGroup['heading']>; shops: ShopView[] }>();
  for (const shop of shops) {
    const { marketplace, country } = shop;
    const key = by === 'marketplace' ? marketplace : country;
    const heading =
      by === 'marketplace' ? ({ kind: 'marketplace', marketplace } as const) : ({ kind: 'country', country } as const);
    const group = groups.get(key) ?? { heading, shops: [] };
    group.shops.push(shop);
    groups.set(key, group);
  }
  if (groups.size <= 1) return groupsOf(shops, by === 'marketplace' ? 'country' : 'none', isArranged);
  const found = [...groups.values()];
  return isArranged ? found : found.toSorted((left, right) => placeOf(left.heading) - placeOf(right.heading));
}

const placeOf = (heading: NonNullable<ShopGroup['heading']>): number =>
  heading.kind === 'marketplace' ? MARKETPLACES.indexOf(heading.marketplace) : COUNTRIES.indexOf(heading.country);

/** The order with one shop moved to another place. */
export function movedTo(order: readonly ShopId[], shopId: ShopId, to: number): readonly ShopId[] {
  const others = order.filter((other) => other !== shopId);
  const place = Math.max(0, Math.min(others.length, to));
  return [...others.slice(0, place), shopId, ...others.slice(place)];
}
