/** The parts that every handler of this marketplace gets. */
import type { Demands } from '../world/demands.ts';
import type { TradeBook } from '../world/trade.ts';
import type { Conversation, Faults, Shop, World } from '../world/types.ts';
import type { Accounts } from './accounts.ts';
import type { ImChat } from './im-chat.ts';
import type { LoginProgress } from './login-progress.ts';
import type { Pictures } from './pictures.ts';
import type { SellerTyping } from './typing.ts';

export interface TiktokContext {
  readonly world: World;
  readonly faults: Faults;
  readonly trade: TradeBook;
  readonly demands: Demands;
  readonly accounts: Accounts;
  readonly progress: LoginProgress;
  readonly pictures: Pictures;
  readonly im: ImChat;
  readonly typing: SellerTyping;
  /** Conversations in which another member of the shop's customer service is chatting. */
  readonly seats: Set<string>;
  readonly keys: { readonly appKey: string; readonly salt: string };
  readonly now: () => number;
  /** Runs once after the delay unless the server closes earlier. */
  readonly later: (delayMs: number, run: () => void) => void;
  /** This server's address, without a slash at the end. */
  readonly origin: () => string;
  /** The addresses of the socket and of the protobuf calls that clients are told. */
  readonly wsUrl: () => string;
  readonly apiUrl: () => string;
}

export const conversationOf = (context: TiktokContext, shop: Shop, conversationId: string): Conversation | null => {
  const conversation = context.world.conversation('tiktok', conversationId);
  return conversation?.shopId === shop.shopId ? conversation : null;
};

/** Frame.service of every token (facts: bizServiceId 10002). */
export const BIZ_SERVICE_ID = 10_002;
/**
 * Every second shop gets its pushes and replies as LZ4 blocks, so that both forms occur (our choice; the real rule is
 * not known).
 */
export const isCompressed = (context: TiktokContext, shop: Shop): boolean =>
  context.world.shops
    .filter((other) => other.marketplace === 'tiktok')
    .findIndex((other) => other.shopId === shop.shopId) %
    2 ===
  1;
