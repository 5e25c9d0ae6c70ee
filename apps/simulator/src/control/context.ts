import type { Letterbox } from '../letters/letterbox.ts';
import type { MarketplaceEndpoint } from '../provenance.ts';
import type { DemandBoard } from '../world/demand-board.ts';
import type { FaultBoard } from '../world/faults.ts';
import type { TradeBook } from '../world/trade.ts';
import type { ChatHands, Conversation, Marketplace } from '../world/types.ts';
import type { SimulatedWorld } from '../world/world.ts';
import type { Chatter } from './chatter.ts';
import { badRequest, notFound } from './errors.ts';

export interface ControlContext {
  readonly world: SimulatedWorld;
  readonly faults: FaultBoard;
  readonly trade: TradeBook;
  readonly demands: DemandBoard;
  readonly chatter: Chatter;
  readonly letterbox: Letterbox;
  /** Only marketplaces whose chat has typing and recall. */
  readonly hands: ReadonlyMap<Marketplace, ChatHands>;
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

/** The chat hands of a marketplace. Throws a refusal when its chat has none. */
export function requireHands({ hands }: ControlContext, marketplace: Marketplace, what: string): ChatHands {
  const found = hands.get(marketplace);
  if (found === undefined) throw badRequest(`marketplace: the chat of ${marketplace} has no ${what}`);
  return found;
}
