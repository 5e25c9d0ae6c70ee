import type { ShopView } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import { useMemo, useRef, useState } from 'react';

/**
 * The shops of a list that their waiting buyers decide, in an order that does not change under the pointer: while it is
 * in the list, the rows keep their places, also those of shops whose last buyer was answered.
 */
export function useSteadyShops(
  listed: readonly ShopView[],
  all: ReadonlyMap<ShopId, ShopView>,
  name: string,
): { readonly shops: readonly ShopView[]; readonly enter: () => void; readonly leave: () => void } {
  const [isOver, setIsOver] = useState(false);
  const held = useRef({ name, ids: listed.map((shop) => shop.shopId) });
  if (!isOver || held.current.name !== name) held.current = { name, ids: listed.map((shop) => shop.shopId) };
  const { ids } = held.current;
  const shops = useMemo(() => ids.flatMap((shopId) => all.get(shopId) ?? []), [ids, all]);
  return { shops, enter: () => setIsOver(true), leave: () => setIsOver(false) };
}
