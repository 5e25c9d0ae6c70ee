import type { ShopId } from '@pasar/domain';
import { useEffect, useState } from 'react';

/** A pause this long ends a choice of several shops (our choice). */
const PAUSE_MS = 250;

/** The shops after the last change of the choice. */
export function useSettled(shopIds: readonly ShopId[]): readonly ShopId[] {
  const [settled, setSettled] = useState(shopIds);
  const [newest, before] = [shopIds.join(), settled.join()];
  useEffect(() => {
    if (newest === before) return;
    const timer = setTimeout(() => setSettled(shopIds), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [newest, before, shopIds]);
  return settled;
}
