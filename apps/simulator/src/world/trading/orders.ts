/** The orders of the shop's buyers, with their returns, income and offers. */
import { orderNumberOf } from '../kinds.ts';
import { PHRASE_BOOKS } from '../phrases/index.ts';
import { placeOf } from '../phrases/places.ts';
import type { Random } from '../random.ts';
import {
  SEEDED_ORDER_STATUSES,
  type ShopTrade,
  type TradeOrder,
  type TradeProduct,
  type TradeReturn,
} from '../trade.ts';
import type { Buyer } from '../types.ts';
import { MONEY } from './country.ts';
import {
  DAY_MS,
  drawPrice,
  HOUR_MS,
  inTheirOrder,
  phoneOf,
  type ShopPlanOfTrade,
  type TradePlan,
  times,
} from './plan.ts';

type Status = (typeof SEEDED_ORDER_STATUSES)[number];
const MOST_A_BUYER = 4;
const ALL_ORDERS = 80;
/** The specification's payment methods that are used in these countries. */
const PAYMENT_METHODS = [1, 2, 6, 6, 13, 18, 20, 21, 27];
/** The reasons of spec 1 §3 for which the marketplace ends an order. */
const CANCEL_REASONS = [100, 101, 102, 201, 202, 203];
const REFUND_REASONS = [1, 2, 4, 103, 106, 107];
const REFUND_STATUSES = 7;

/** The age range of an order of this status, in hours, and the number of steps that its parcel has made. */
const LIVES: Readonly<Record<Status, { readonly hours: readonly [number, number]; readonly steps: number }>> = {
  unpaid: { hours: [1, 40], steps: 0 },
  toShip: { hours: [2, 60], steps: 1 },
  cancelRequested: { hours: [4, 70], steps: 1 },
  shipping: { hours: [50, 190], steps: 3 },
  returning: { hours: [160, 480], steps: 5 },
  completed: { hours: [150, 690], steps: 5 },
  cancelled: { hours: [30, 690], steps: 1 },
};
/** Completed orders are the most frequent, as in real shops. */
const WEIGHTED: readonly Status[] = [
  ...SEEDED_ORDER_STATUSES,
  ...times(5, () => 'completed' as const),
  'unpaid',
  'toShip',
  'toShip',
  'shipping',
  'shipping',
];

/** Draws the buyers of the orders: at most four orders each; one buyer in ten never orders. */
function drawBuyers<Who>(buyers: readonly Who[], random: Random): Who[] {
  const active = buyers.filter((_, index) => index % 10 !== 9);
  const drawn: Who[] = [];
  const count = new Map<Who, number>();
  const all = Math.min(ALL_ORDERS, Math.floor(active.length * MOST_A_BUYER * 0.8));
  while (drawn.length < all) {
    const buyer = random.pick(active);
    const already = count.get(buyer) ?? 0;
    if (already === MOST_A_BUYER) continue;
    count.set(buyer, already + 1);
    drawn.push(buyer);
  }
  return drawn;
}

function itemsOf(random: Random, products: readonly TradeProduct[]): TradeOrder['items'] {
  const first = random.integer(0, products.length - 1);
  return times(random.chance(0.25) ? 2 : 1, (at) => {
    const product = products[(first + at) % products.length] ?? random.pick(products);
    return {
      product,
      skuId: random.pick(product.variants).skuId,
      quantity: random.chance(0.75) ? 1 : random.integer(2, 5),
    };
  });
}

function trackingOf({ words }: TradePlan, random: Random, status: Status, createdAt: number): TradeOrder['tracking'] {
  let at = createdAt;
  return words.tracking.slice(0, LIVES[status].steps).map((text, step) => {
    at += step === 0 ? random.integer(5, 59) * 60_000 : random.integer(2, 20) * HOUR_MS;
    return { at, text };
  });
}

function receiverOf(random: Random, { language }: Buyer): string {
  const { given, family, isFamilyFirst, nameSeparator } = PHRASE_BOOKS[language];
  const [one, other] = [random.pick(given), random.pick(family)];
  return (isFamilyFirst ? [other, one] : [one, other]).join(nameSeparator);
}

const shippingFeeOf = (plan: TradePlan, random: Random): number =>
  random.chance(0.4) ? 0 : Math.round(drawPrice(plan, random) / 20 / MONEY) * MONEY;

/** How an order is paid, and where and by whom its parcel goes. */
function dispatchOf(plan: TradePlan, random: Random, buyer: Buyer) {
  const { cities, couriers } = placeOf(plan.shop.country);
  return {
    paymentMethod: random.pick(PAYMENT_METHODS),
    receiver: receiverOf(random, buyer),
    phone: phoneOf(plan, random),
    address: `${random.integer(1, 220)}/${random.integer(1, 40)}, ${random.pick(cities)}`,
    carrier: random.pick(couriers),
  };
}

const totalOf = (items: TradeOrder['items'], shippingFee: number): number =>
  items.reduce((sum, { product, quantity }) => sum + product.salePrice * quantity, shippingFee);

/** The number on the parcel of an order. */
export const trackingNumberOf = ({ shop }: ShopPlanOfTrade, orderId: string): string =>
  `${shop.country}${orderId.slice(3, 16)}`;

function orderOf(
  plan: TradePlan,
  random: Random,
  products: readonly TradeProduct[],
  buyer: Buyer,
  at: number,
): TradeOrder {
  const status = SEEDED_ORDER_STATUSES[at] ?? random.pick(WEIGHTED);
  const [youngest, oldest] = LIVES[status].hours;
  const createdAt = plan.seededAt - random.integer(youngest, oldest) * HOUR_MS - random.integer(0, 3_599) * 1_000;
  const orderId = orderIdAt(plan, at);
  const items = itemsOf(random, products);
  const shippingFee = shippingFeeOf(plan, random);
  const isSent = LIVES[status].steps > 1;
  const isRated = status === 'completed' && random.chance(0.3);
  const dispatch = dispatchOf(plan, random, buyer);
  const tracking = trackingOf(plan, random, status, createdAt);
  return {
    orderId,
    orderNumber: orderNumberOf(plan.shop.marketplace, orderId),
    buyerId: buyer.buyerId,
    buyerName: buyer.name,
    status,
    toldStatus: null,
    createdAt,
    updatedAt: tracking.at(-1)?.at ?? createdAt,
    cancelReason: status === 'cancelled' ? cancelReasonOf(plan, orderId) : null,
    items,
    total: totalOf(items, shippingFee),
    shippingFee,
    ...dispatch,
    trackingNumber: isSent ? trackingNumberOf(plan, orderId) : null,
    tracking,
    sellerNote: random.chance(0.12) ? random.pick(plan.words.sellerNotes) : '',
    rating: isRated ? { stars: 5, comment: '' } : null,
  };
}

/** Half of the cancelled orders were ended by the marketplace. A separate generator leaves the orders as they are. */
function cancelReasonOf(plan: TradePlan, orderId: string): number | null {
  const random = plan.random(`cancelled/${orderId}`);
  return random.chance(0.5) ? random.pick(CANCEL_REASONS) : null;
}

/** A new order, which waits for its payment. `items`: what the buyer chose; by default drawn. */
export function newOrderOf(
  plan: TradePlan,
  trade: Pick<ShopTrade, 'orders' | 'products'>,
  buyer: Buyer,
  createdAt: number,
  items: TradeOrder['items'] | null,
): TradeOrder {
  const number = trade.orders.length;
  const random = plan.random(`placed/${number}`);
  const orderId = plan.id(`placed/${number}`);
  const chosen = items ?? itemsOf(random, trade.products);
  const shippingFee = shippingFeeOf(plan, random);
  return {
    orderId,
    orderNumber: orderNumberOf(plan.shop.marketplace, orderId),
    buyerId: buyer.buyerId,
    buyerName: buyer.name,
    status: 'unpaid',
    toldStatus: null,
    createdAt,
    updatedAt: createdAt,
    cancelReason: null,
    items: chosen,
    total: totalOf(chosen, shippingFee),
    shippingFee,
    ...dispatchOf(plan, random, buyer),
    trackingNumber: null,
    tracking: [],
    sellerNote: '',
    rating: null,
  };
}

const orderIdAt = ({ id }: ShopPlanOfTrade, at: number): string => id(`order/${at}`);

/** The ids of the orders and their buyers, known before the orders are made. */
export function orderIdsOf<Who extends Pick<Buyer, 'buyerId'>>(
  plan: ShopPlanOfTrade,
  buyers: readonly Who[],
): readonly { readonly orderId: string; readonly buyerId: string }[] {
  return drawBuyers(inTheirOrder(buyers), plan.random('orders')).map(({ buyerId }, at) => ({
    orderId: orderIdAt(plan, at),
    buyerId,
  }));
}

/** Newest first; every status occurs. */
export function ordersOf(plan: TradePlan, products: readonly TradeProduct[]): TradeOrder[] {
  const random = plan.random('orders');
  const drawn = drawBuyers(plan.buyers, random);
  // A separate generator, so that these orders leave the others as they are.
  const apart = plan.random('silent orders');
  return [
    ...drawn.map((buyer, at) => orderOf(plan, random, products, buyer, at)),
    ...plan.silentBuyers.map((buyer, at) => orderOf(plan, apart, products, buyer, drawn.length + at)),
  ].sort((one, other) => other.createdAt - one.createdAt);
}

/** Returns of all orders being returned, and of some completed orders; the return statuses take turns. */
export function returnsOf(plan: TradePlan, orders: readonly TradeOrder[]): TradeReturn[] {
  const random = plan.random('returns');
  const coming = orders.filter(({ status }) => status === 'returning');
  const over = orders.filter(({ status }) => status === 'completed').slice(0, REFUND_STATUSES);
  return [...coming, ...over].map((order, at) => {
    const returnId = plan.id(`return/${order.orderId}`);
    const status = (at % REFUND_STATUSES) + 1;
    const reason = random.pick(REFUND_REASONS);
    const createdAt = Math.min(plan.seededAt - HOUR_MS, order.createdAt + random.integer(6, 9) * DAY_MS);
    return {
      returnId,
      returnSn: orderNumberOf(plan.shop.marketplace, returnId),
      order,
      status,
      reason,
      refund: order.total - order.shippingFee,
      createdAt,
      updatedAt: createdAt,
      ...wishOf(plan, order, returnId, createdAt),
      ...(status === RETURN_GOODS ? parcelBackOf(plan, returnId, createdAt) : NO_PARCEL),
    };
  });
}

/** The return that a buyer asks for. */
export function newReturnOf(plan: TradePlan, order: TradeOrder, createdAt: number): TradeReturn {
  const name = `return/${order.orderId}/${createdAt}`;
  const returnId = plan.id(name);
  return {
    returnId,
    returnSn: orderNumberOf(plan.shop.marketplace, returnId),
    order,
    status: 1,
    reason: plan.random(name).pick(REFUND_REASONS),
    refund: order.total - order.shippingFee,
    createdAt,
    updatedAt: createdAt,
    ...wishOf(plan, order, returnId, createdAt),
    ...NO_PARCEL,
  };
}

/** Of a return whose goods are on their way back (spec 1 §3). */
export const RETURN_GOODS = 7;
/** The seller has three days to answer (our choice); what the seed has left behind begins when the world does. */
export const ANSWER_HOURS = 72;

function wishOf({ random: randomOf, words, seededAt }: TradePlan, order: TradeOrder, returnId: string, at: number) {
  const random = randomOf(`wish/${returnId}`);
  return {
    text: random.pick(words.complaints),
    pictures: order.items.slice(0, random.integer(0, 2)).map(({ product }) => product.imagePath),
    needsGoods: random.chance(0.6),
    respondBy: Math.max(at, seededAt) + ANSWER_HOURS * HOUR_MS,
  };
}

const NO_PARCEL = { trackingNumber: null, tracking: [] };
export const parcelBackOf = (plan: TradePlan, returnId: string, at: number) => ({
  trackingNumber: trackingNumberOf(plan, returnId),
  tracking: [{ at, text: plan.words.tracking[1] ?? '' }],
});

/** The seller's share of an order, and the time until it is paid out (our choice). */
const SELLER_SHARE = 0.92;
const PAID_AFTER_MS = 6 * DAY_MS;

export const shareOf = ({ total }: TradeOrder): number => Math.round(total * SELLER_SHARE);

export function incomeOf(plan: TradePlan, orders: readonly TradeOrder[]): ShopTrade['income'] {
  const entries = orders
    .filter(({ status }) => status === 'completed')
    .map((order) => ({
      entryId: plan.id(`income/${order.orderId}`),
      order,
      amount: shareOf(order),
      at: Math.min(plan.seededAt, order.createdAt + PAID_AFTER_MS),
    }));
  const coming = orders.filter(({ status }) => status === 'toShip' || status === 'shipping');
  return {
    available: entries.reduce((sum, { amount }) => sum + amount, 0),
    pending: coming.reduce((sum, order) => sum + shareOf(order), 0),
    entries,
  };
}

const OFFER_STATUSES = ['waiting', 'waiting', 'accepted', 'rejected'] as const;

export function offersOf(plan: TradePlan, products: readonly TradeProduct[]): ShopTrade['offers'] {
  const random = plan.random('offers');
  const online = products.filter(({ isOnline }) => isOnline);
  return plan.buyers.slice(0, 8).map(({ buyerId }, at) => {
    const product = random.pick(online);
    return {
      offerId: plan.id(`offer/${at}`),
      buyerId,
      product,
      quantity: random.integer(1, 5),
      price: Math.round((product.salePrice * random.integer(70, 95)) / 100 / MONEY) * MONEY || product.salePrice,
      status: OFFER_STATUSES[at % OFFER_STATUSES.length] ?? 'waiting',
    };
  });
}
