/** Every shop's trade: made from the seed on first use, then changed by the entries of the journal. */

import { WorldError } from './errors.ts';
import type { SideJournal } from './journal.ts';
import type { ShopTrade, TradeBook, TradeChange } from './trade.ts';
import { applyTradeChange } from './trading/changes.ts';
import { creatorsOf } from './trading/creators.ts';
import { productsOf, quickRepliesOf, stickersOf, vouchersOf } from './trading/goods.ts';
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

/** `of` and `apply` throw a WorldError for an unknown shop. */
export function createTradeBook(world: TradeWorld): TradeBook {
  const people = createPeople(world.seed, world);
  const trades = new Map<string, ShopTrade>();
  const keyOf = (marketplace: Marketplace, shopId: string): string => `${marketplace}/${shopId}`;
  const past = Map.groupBy(
    world.aside.entries.filter((entry) => entry.type === 'trade'),
    ({ marketplace, shopId }) => keyOf(marketplace, shopId),
  );
  const after = (marketplace: Marketplace, trade: ShopTrade, change: TradeChange): ShopTrade | null =>
    applyTradeChange(trade, change, (shopId) => people.withShop(marketplace, shopId));

  function of(marketplace: Marketplace, shopId: string): ShopTrade {
    const key = keyOf(marketplace, shopId);
    const known = trades.get(key);
    if (known !== undefined) return known;
    const shop = world.shop(marketplace, shopId);
    if (shop === null) throw new WorldError('unknownShop', `there is no ${marketplace} shop ${shopId}`);
    let trade = beginningOf(planOf(world, shop), people);
    for (const { change } of past.get(key) ?? []) trade = after(marketplace, trade, change) ?? trade;
    trades.set(key, trade);
    return trade;
  }
  return {
    of,
    apply(marketplace, shopId, change) {
      const trade = after(marketplace, of(marketplace, shopId), change);
      if (trade === null) return false;
      world.aside.append({ type: 'trade', marketplace, shopId, change });
      trades.set(keyOf(marketplace, shopId), trade);
      return true;
    },
  };
}
