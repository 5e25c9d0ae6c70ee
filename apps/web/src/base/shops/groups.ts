import { CALLS, type ShopGroupView } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import { type LookUp, useLookUp } from '../look-up.ts';

/** The groups of shops. The stream tells when they have changed; a shop that the member gets may be in one. */
export const SHOP_GROUPS: LookUp<typeof CALLS.shopGroups.listGroups> = {
  call: CALLS.shopGroups.listGroups,
  freshMs: 600_000,
  againMs: null,
  staleBy: {
    change: (change, before) =>
      change.kind === 'shopGroups' ||
      change.kind === 'purge' ||
      (change.kind === 'shop' && !before.shops.has(change.shop.shopId)),
    calls: [CALLS.shopGroups.saveGroup, CALLS.shopGroups.removeGroup],
  },
};

/** The groups, by name; none until they are known. */
export function useShopGroups(): readonly ShopGroupView[] {
  const look = useLookUp(SHOP_GROUPS, {});
  return look.state === 'found' || look.state === 'stale' ? look.data.groups : NONE;
}
const NONE: readonly ShopGroupView[] = [];

/** Whether a shop is in the chosen group; without a chosen group every shop is. */
export const isInGroup = (group: ShopGroupView | null, shopId: ShopId): boolean =>
  group === null || group.shopIds.includes(shopId);
