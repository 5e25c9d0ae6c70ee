import type { ShopView } from '@pasar/api';
import { MARKETPLACES, type ShopId } from '@pasar/domain';
import { shopName } from './shop-health.ts';

/** As the member has arranged them; the rest by marketplace, country and name: a place that does not jump. */
export function shopsInOrder(shops: readonly ShopView[], order: readonly ShopId[]): readonly ShopView[] {
  const places = new Map(order.map((shopId, place) => [shopId, place]));
  const placeOf = (shop: ShopView) => places.get(shop.shopId) ?? Number.MAX_SAFE_INTEGER;
  return shops.toSorted(
    (left, right) =>
      placeOf(left) - placeOf(right) ||
      MARKETPLACES.indexOf(left.marketplace) - MARKETPLACES.indexOf(right.marketplace) ||
      left.country.localeCompare(right.country) ||
      shopName(left).localeCompare(shopName(right)) ||
      left.shopId.localeCompare(right.shopId),
  );
}

/** The order with one of them at another place. */
export function movedTo(order: readonly ShopId[], shopId: ShopId, to: number): readonly ShopId[] {
  const others = order.filter((other) => other !== shopId);
  const place = Math.max(0, Math.min(others.length, to));
  return [...others.slice(0, place), shopId, ...others.slice(place)];
}
