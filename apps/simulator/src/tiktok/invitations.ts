/** The creators that each shop has invited; in memory. */
import { randomBytes } from 'node:crypto';
import type { Shop } from '../world/types.ts';

export interface Invitations {
  /** Adds an invitation; gives its id. */
  add(shop: Shop, creatorIds: readonly string[]): string;
  has(shop: Shop, creatorId: string): boolean;
}

export function createInvitations(): Invitations {
  const invited = new Set<string>();
  const keyOf = ({ shopId }: Shop, creatorId: string): string => `${shopId}/${creatorId}`;
  return {
    add: (shop, creatorIds) => {
      for (const creatorId of creatorIds) invited.add(keyOf(shop, creatorId));
      return (BigInt(`0x${randomBytes(7).toString('hex')}`) + 7_000_000_000_000_000_000n).toString();
    },
    has: (shop, creatorId) => invited.has(keyOf(shop, creatorId)),
  };
}
