import { CALLS, type CallOutput } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import { useMemo } from 'react';
import { type LookUp, useLookUp } from '../../base/look-up.ts';

export type ShopDetails = CallOutput<typeof CALLS.shops.shopDetails>['shops'][number];

/** The stream does not tell of comparisons, of which every shop has one in a few minutes. */
const DETAILS: LookUp<typeof CALLS.shops.shopDetails> = {
  call: CALLS.shops.shopDetails,
  freshMs: 0,
  againMs: 60_000,
  staleBy: { change: (change, before) => change.kind === 'shop' && !before.shops.has(change.shop.shopId), calls: [] },
};

/** What the table says of each shop beside the replica; empty until it is known. */
export function useShopDetails(): ReadonlyMap<ShopId, ShopDetails> {
  const look = useLookUp(DETAILS, {});
  const shops = look.state === 'found' || look.state === 'stale' ? look.data.shops : NONE;
  return useMemo(() => new Map(shops.map((details) => [details.shopId, details])), [shops]);
}
const NONE: readonly ShopDetails[] = [];
