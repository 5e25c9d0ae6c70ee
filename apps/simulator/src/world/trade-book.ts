/** Every shop's trade: made from the seed on first use, then changed by the entries of the journal. */

import { WorldError } from './errors.ts';
import type { SideJournal } from './journal.ts';
import type { ShopTrade, TradeBook, TradeChange } from './trade.ts';
import { applyTradeChange } from './trading/changes.ts';
import { creatorsOf } from './trading/creators.ts';
import { productsOf, quickRepliesOf, stickersOf, vouchersOf } from './trading/goods.ts';
import { nextMomentOf } from './trading/life.ts';
import { incomeOf, offersOf, ordersOf, returnsOf } from './trading/orders.ts';
import { createPeople, type People } from './trading/people.ts';
import { inTheirOrder, planOfShop, type TradePlan } from './trading/plan.ts';
import { silentBuyersOf } from './trading/silent-buyers.ts';
import { addressesOf, dashboardOf, notificationsOf, ratingsOf } from './trading/standing.ts';
import type { Buyer, Marketplace, Shop, World } from './types.ts';

/** The parts of the world that the book needs. */
interface TradeWorld extends Pick<World, 'shops' | 'shop' | 'conversations'> {
  readonly seed: string;
  /** Milliseconds since the epoch. */
  readonly seededAt: number;
  readonly aside: SideJournal;
}

function planOf({ seed, seededAt, conversations }: TradeWorld, shop: Shop): TradePlan {
  const plan = planOfShop(shop, seed, seededAt);
  const silentBuyers = silentBuyersOf(plan);
  const isSilent = ({ buyerId }: Buyer) => silentBuyers.some((silent) => silent.buyerId === buyerId);
  const writing = conversations(shop.marketplace, shop.shopId).map(({ buyer }) => buyer);
  return { ...plan, silentBuyers, buyers: inTheirOrder(writing.filter((buyer) => !isSilent(buyer))) };
}

function beginningOf(plan: TradePlan, people: People): ShopTrade {
  const products = productsOf(plan);
  const orders = ordersOf(plan, products);
  return {
    clock: plan.seededAt,
    currency: plan.country.currency,
    products,
    vouchers: vouchersOf(plan),
    orders,
    returns: returnsOf(plan, orders),
    notifications: notificationsOf(plan, orders, products),
    ratings: ratingsOf(plan, orders, products),
    followers: people.followersOf(plan),
    followees: people.followeesOf(plan),
    income: incomeOf(plan, orders),
    dashboard: dashboardOf(plan),
    quickReplies: quickRepliesOf(plan),
    stickers: stickersOf(plan),
    addresses: addressesOf(plan),
    offers: offersOf(plan, products),
    creators: creatorsOf(plan.shop),
    isOnVacation: false,
    isFrozen: false,
  };
}

/** Between two changes of orders in the shop's time. */
const MOMENT_MS = 1_000;

interface KeptTrade {
  readonly plan: TradePlan;
  readonly trade: ShopTrade;
  /** When something happens next by itself. */
  readonly nextAt: number;
}

/**
 * All functions throw a WorldError for an unknown shop. `now`: where the shops' time passes with the clock; null where
 * it stands still until it is moved on.
 */
export function createTradeBook(world: TradeWorld, now: (() => number) | null = null): TradeBook {
  const people = createPeople(world.seed, world);
  const kept = new Map<string, KeptTrade>();
  const keyOf = (marketplace: Marketplace, shopId: string): string => `${marketplace}/${shopId}`;
  const past = Map.groupBy(
    world.aside.entries.filter((entry) => entry.type === 'trade'),
    ({ marketplace, shopId }) => keyOf(marketplace, shopId),
  );
  const after = (marketplace: Marketplace, { plan, trade }: KeptTrade, change: TradeChange): KeptTrade | null => {
    const changed = applyTradeChange(trade, plan, change, (shopId) => people.withShop(marketplace, shopId));
    return changed && { plan, trade: changed, nextAt: nextMomentOf(changed, plan) };
  };

  function find(marketplace: Marketplace, shopId: string): KeptTrade {
    const key = keyOf(marketplace, shopId);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const shop = world.shop(marketplace, shopId);
    if (shop === null) throw new WorldError('unknownShop', `there is no ${marketplace} shop ${shopId}`);
    const plan = planOf(world, shop);
    const beginning = beginningOf(plan, people);
    let found: KeptTrade = { plan, trade: beginning, nextAt: nextMomentOf(beginning, plan) };
    for (const { change } of past.get(key) ?? []) found = after(marketplace, found, change) ?? found;
    kept.set(key, found);
    return found;
  }

  function carryOut(marketplace: Marketplace, shopId: string, change: TradeChange): boolean {
    const changed = after(marketplace, find(marketplace, shopId), change);
    if (changed === null) return false;
    world.aside.append({ type: 'trade', marketplace, shopId, change });
    kept.set(keyOf(marketplace, shopId), changed);
    return true;
  }

  /** Lets happen what is due by the clock. Nothing is written while nothing happens. */
  function catchUp(marketplace: Marketplace, shopId: string): KeptTrade {
    const found = find(marketplace, shopId);
    const until = now?.() ?? null;
    if (until === null || found.nextAt > until) return found;
    carryOut(marketplace, shopId, { change: 'timePasses', until });
    return find(marketplace, shopId);
  }
  return {
    of: (marketplace, shopId) => catchUp(marketplace, shopId).trade,
    apply(marketplace, shopId, change) {
      catchUp(marketplace, shopId);
      return carryOut(marketplace, shopId, change);
    },
    nextMoment: (marketplace, shopId) => Math.max(catchUp(marketplace, shopId).trade.clock + MOMENT_MS, now?.() ?? 0),
    passTime(forMs, only = null) {
      for (const { marketplace, shopId } of only === null ? world.shops : [only]) {
        const { clock } = catchUp(marketplace, shopId).trade;
        carryOut(marketplace, shopId, { change: 'timePasses', until: Math.max(clock, now?.() ?? 0) + forMs });
      }
    },
  };
}
