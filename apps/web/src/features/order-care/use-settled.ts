import type { ShopId } from '@pasar/domain';
import { useEffect, useState } from 'react';

/** A pause this long ends a choice of several shops (our choice). */
const PAUSE_MS = 250;

/** The shops after the last change of the choice, and whether they are what is chosen now. No shop settles at once. */
export function useSettled(chosen: readonly ShopId[]): {
  readonly shopIds: readonly ShopId[];
  readonly isSettled: boolean;
} {
  const [settled, setSettled] = useState(chosen);
  const isSettled = chosen.join() === settled.join();
  useEffect(() => {
    if (isSettled) return;
    const timer = setTimeout(() => setSettled(chosen), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isSettled, chosen]);
  return chosen.length === 0 ? { shopIds: chosen, isSettled: true } : { shopIds: settled, isSettled };
}
