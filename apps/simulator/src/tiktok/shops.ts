/** What a shop is called in the chat, and the faults that befall it. */
import type { Conversation, Fault, FaultKind, Faults, Shop, World } from '../world/types.ts';

export const strike = ({ faults }: { readonly faults: Faults }, kind: FaultKind, shopId: string | null): Fault | null =>
  faults.strike(kind, 'tiktok', shopId);

/** facts 3.4: the customer-service id; here the shop owner's own id. */
export const pigeonCidOf = (shop: Shop): string => shop.userId;
/** ours: the chat's own id of a shop differs from the seller centre's, so that nobody takes one for the other. */
export const pigeonShopIdOf = (shop: Shop): string => (BigInt(shop.shopId) ^ 0x5a5a5an).toString();

export const shopOf = (world: World, { shopId }: Conversation): Shop => {
  const shop = world.shop('tiktok', shopId);
  if (shop === null) throw new TypeError(`a conversation of the unknown shop ${shopId}`);
  return shop;
};
