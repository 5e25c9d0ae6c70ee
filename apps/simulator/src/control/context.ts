import type { MarketplaceEndpoint } from '../provenance.ts';
import type { FaultBoard } from '../world/faults.ts';
import type { Conversation, Marketplace } from '../world/types.ts';
import type { SimulatedWorld } from '../world/world.ts';
import type { Chatter } from './chatter.ts';
import { notFound } from './errors.ts';

export interface ControlContext {
  readonly world: SimulatedWorld;
  readonly faults: FaultBoard;
  readonly chatter: Chatter;
  readonly endpoints: readonly MarketplaceEndpoint[];
}
export interface Address {
  readonly marketplace: Marketplace;
  readonly shopId: string;
  readonly buyerId: string;
}

export function requireShop({ world }: ControlContext, marketplace: Marketplace, shopId: string): void {
  if (world.shop(marketplace, shopId) === null) {
    throw notFound('unknownShop', `there is no ${marketplace} shop ${shopId}`);
  }
}

export function requireConversation(context: ControlContext, { marketplace, shopId, buyerId }: Address): Conversation {
  requireShop(context, marketplace, shopId);
  const conversation = context.world.conversationWith(marketplace, shopId, buyerId);
  if (conversation === null) {
    throw notFound('unknownBuyer', `the ${marketplace} shop ${shopId} has no buyer ${buyerId}`);
  }
  return conversation;
}
