/** The ids of a shop in the chat, and the faults that strike a shop. */
import type { Conversation, Fault, FaultKind, Faults, Shop, World } from '../world/types.ts';

export const strike = ({ faults }: { readonly faults: Faults }, kind: FaultKind, shopId: string | null): Fault | null =>
  faults.strike(kind, 'tiktok', shopId);

/** Facts 3.4: the customer-service id; here the shop owner's own id. */
export const pigeonCidOf = (shop: Shop): string => shop.userId;
/** Ours: the chat's shop id differs from the seller centre's, so that a client that mixes them up fails. */
export const pigeonShopIdOf = (shop: Shop): string => (BigInt(shop.shopId) ^ 0x5a5a5an).toString();

export const shopOf = (world: World, { shopId }: Conversation): Shop => {
  const shop = world.shop('tiktok', shopId);
  if (shop === null) throw new TypeError(`a conversation of the unknown shop ${shopId}`);
  return shop;
};
