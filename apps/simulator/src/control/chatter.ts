/** Simulated buyers who write by themselves to keep a desk busy: reproducible, in their own languages. */

import { stableId } from '../world/ids.ts';
import { orderNumberOf } from '../world/kinds.ts';
import { buyerLine } from '../world/phrases/fill.ts';
import { PHRASE_BOOKS } from '../world/phrases/index.ts';
import { createRandom, type Random } from '../world/random.ts';
import { IMPORT_SELLER, UNCLAIMED_SELLER } from '../world/seed-plan-later.ts';
import type { Conversation, Marketplace, Shop } from '../world/types.ts';
import type { SimulatedWorld } from '../world/world.ts';

interface ChatterState {
  /** Messages a minute from all buyers together; 0 when quiet. */
  readonly ratePerMinute: number;
  /** null: every marketplace. */
  readonly marketplace: Marketplace | null;
}
export interface Chatter {
  /** Starts with this state; replaces a running chatter. */
  start(state: ChatterState): void;
  state(): ChatterState;
  stop(): void;
}
/** Runs `task` every `intervalMs` until the returned function is called. */
export type Every = (intervalMs: number, task: () => void) => () => void;

export const everyInterval: Every = (intervalMs, task) => {
  const timer = setInterval(task, intervalMs);
  return () => clearInterval(timer);
};

/** Sellers whose shops are on no desk at the start; buyers of these shops stay quiet. */
const QUIET_SELLERS = [UNCLAIMED_SELLER, IMPORT_SELLER];

function busyShops({ logins, shops }: SimulatedWorld): readonly Shop[] {
  const quiet = new Set(logins.flatMap(({ seller, shopIds }) => (QUIET_SELLERS.includes(seller) ? shopIds : [])));
  return shops.filter(({ shopId }) => !quiet.has(shopId));
}

const QUIET: ChatterState = { ratePerMinute: 0, marketplace: null };

/** A buyer who has written so often without an answer writes no more until the shop answers (ours). */
const GIVES_UP_AFTER = 3;
/** Where most buyers have given up, somebody writes all the same after so many looks (ours). */
const LOOKS = 8;

const hasGivenUp = ({ messages }: Conversation): boolean =>
  messages.length >= GIVES_UP_AFTER && messages.slice(-GIVES_UP_AFTER).every(({ from }) => from === 'buyer');

function pickConversation(world: SimulatedWorld, shops: readonly Shop[], random: Random) {
  for (let look = 1; ; look += 1) {
    const shop = random.pick(shops);
    const conversation = random.pick(world.conversations(shop.marketplace, shop.shopId));
    if (look === LOOKS || !hasGivenUp(conversation)) return { shop, conversation };
  }
}

function writeOne(world: SimulatedWorld, shops: readonly Shop[], random: Random, number: number): void {
  const { shop, conversation } = pickConversation(world, shops, random);
  const { marketplace, shopId, country } = shop;
  const { buyer, conversationId, messages } = conversation;
  // A buyer who writes has read the answers so far.
  const newest = messages.at(-1);
  if (newest !== undefined) world.readByBuyer(marketplace, conversationId, newest.messageId);
  const order = orderNumberOf(marketplace, stableId(world.seed, `chatter/${number}`));
  world.post({
    marketplace,
    shopId,
    buyerId: buyer.buyerId,
    from: 'buyer',
    kind: 'text',
    content: { text: buyerLine(random, PHRASE_BOOKS[buyer.language], country, order) },
    idempotencyKey: null,
    honoursKey: true,
  });
}

export function createChatter(world: SimulatedWorld, every: Every): Chatter {
  let current = QUIET;
  let cancel = (): void => undefined;
  let written = 0;
  const random = createRandom(`${world.seed}/chatter`);

  return {
    start(state) {
      cancel();
      current = state;
      const { ratePerMinute, marketplace } = state;
      if (ratePerMinute === 0) {
        cancel = () => undefined;
        return;
      }
      const shops = busyShops(world).filter((shop) => marketplace === null || shop.marketplace === marketplace);
      cancel = every(60_000 / ratePerMinute, () => {
        written += 1;
        writeOne(world, shops, random, written);
      });
    },
    state: () => current,
    stop() {
      cancel();
      cancel = () => undefined;
      current = QUIET;
    },
  };
}
