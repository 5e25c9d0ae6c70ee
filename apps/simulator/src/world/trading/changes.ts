/** Applies a change to a shop's trade; null when the changed thing does not exist. */
import type { Basket, ShopTrade, TradeChange, TradeFollower, TradeNotification, TradeOrder } from '../trade.ts';
import { live } from './life.ts';
import { takeStep } from './order-steps.ts';
import { newOrderOf } from './orders.ts';
import type { TradePlan } from './plan.ts';

/** The list with one item changed; null when no item is meant. */
function changed<T>(items: readonly T[], isMeant: (item: T) => boolean, change: (item: T) => T): readonly T[] | null {
  return items.some(isMeant) ? items.map((item) => (isMeant(item) ? change(item) : item)) : null;
}

/** Changes an order in the list of orders, in its return and in the income. */
function withOrder(trade: ShopTrade, orderId: string, change: Partial<TradeOrder>): ShopTrade | null {
  const renew = (order: TradeOrder): TradeOrder => (order.orderId === orderId ? { ...order, ...change } : order);
  const orders = changed(trade.orders, (order) => order.orderId === orderId, renew);
  if (orders === null) return null;
  return {
    ...trade,
    orders,
    returns: trade.returns.map((each) => ({ ...each, order: renew(each.order) })),
    income: {
      ...trade.income,
      entries: trade.income.entries.map((entry) => ({ ...entry, order: renew(entry.order) })),
    },
  };
}

function withRead(trade: ShopTrade, notificationId: string): ShopTrade | null {
  const isMeant = (one: { readonly notificationId: string }): boolean =>
    notificationId === 'all' || one.notificationId === notificationId;
  const notifications = changed(trade.notifications, isMeant, (one): TradeNotification => ({ ...one, status: 2 }));
  return notifications === null ? null : { ...trade, notifications };
}

/** Following a followed shop, or unfollowing a shop that is not followed, changes nothing. */
function withFollow(
  trade: ShopTrade,
  shopId: string,
  isFollowing: boolean,
  person: TradeFollower | null,
): ShopTrade | null {
  const others = trade.followees.filter((followee) => followee.shopId !== shopId);
  const wasFollowing = others.length < trade.followees.length;
  if (isFollowing === wasFollowing) return wasFollowing || person !== null ? trade : null;
  if (!isFollowing) return { ...trade, followees: others };
  return person === null ? null : { ...trade, followees: [person, ...others] };
}

/** Null for a buyer or a product that the shop does not have. */
function withNewOrder(trade: ShopTrade, plan: TradePlan, { buyerId, lines }: Basket, at: number): ShopTrade | null {
  const buyer = [...plan.buyers, ...plan.silentBuyers].find((each) => each.buyerId === buyerId);
  const items = lines.flatMap(({ productId, skuId, quantity }) => {
    const product = trade.products.find((each) => each.productId === productId);
    return product?.variants.some((variant) => variant.skuId === skuId) ? [{ product, skuId, quantity }] : [];
  });
  if (buyer === undefined || items.length < lines.length) return null;
  const order = newOrderOf(plan, trade, buyer, at, items.length === 0 ? null : items);
  return { ...trade, clock: Math.max(trade.clock, at), orders: [order, ...trade.orders] };
}

/** `personWithShop` finds any person of the marketplace by shop id. */
export function applyTradeChange(
  trade: ShopTrade,
  plan: TradePlan,
  change: TradeChange,
  personWithShop: (shopId: string) => TradeFollower | null,
): ShopTrade | null {
  switch (change.change) {
    case 'placeOrder':
      return withNewOrder(trade, plan, change.basket, change.at);
    case 'orderStep':
      return takeStep(trade, plan, change);
    case 'tellStatus': {
      const changed = withOrder(trade, change.orderId, { toldStatus: change.status, updatedAt: change.at });
      return changed && { ...changed, clock: Math.max(trade.clock, change.at) };
    }
    case 'timePasses':
      return live(trade, plan, change.until);
    case 'sellerNote':
      return withOrder(trade, change.orderId, { sellerNote: change.note });
    case 'rateBuyer':
      return withOrder(trade, change.orderId, { rating: { stars: change.stars, comment: change.comment } });
    case 'readNotification':
      return withRead(trade, change.notificationId);
    case 'vacation':
      return { ...trade, isOnVacation: change.isOn };
    case 'frozen':
      return { ...trade, isFrozen: change.isFrozen };
    case 'answerOffer': {
      const status: ShopTrade['offers'][number]['status'] = change.isAccepted ? 'accepted' : 'rejected';
      const offers = changed(
        trade.offers,
        ({ offerId }) => offerId === change.offerId,
        (offer) => ({ ...offer, status }),
      );
      return offers === null ? null : { ...trade, offers };
    }
    case 'claimVoucher': {
      const isMeant = ({ voucherId }: { readonly voucherId: string }): boolean => voucherId === change.voucherId;
      const vouchers = changed(trade.vouchers, isMeant, (one) => ({ ...one, used: Math.min(one.total, one.used + 1) }));
      return vouchers === null ? null : { ...trade, vouchers };
    }
    case 'follow':
      return withFollow(trade, change.shopId, change.isFollowing, personWithShop(change.shopId));
    case 'address': {
      const { address } = change;
      const addresses = changed(
        trade.addresses,
        ({ addressId }) => addressId === address.addressId,
        () => address,
      );
      // An unknown address is a new address.
      return { ...trade, addresses: addresses ?? [...trade.addresses, address] };
    }
    case 'inviteCreators': {
      const creators = changed(
        trade.creators,
        ({ creatorId }) => change.creatorIds.includes(creatorId),
        (creator) => ({ ...creator, isInvited: true }),
      );
      return creators === null ? null : { ...trade, creators };
    }
  }
}
