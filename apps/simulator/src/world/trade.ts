/**
 * A shop's trade, beside its chat: the simulator's own plain data, deterministic by seed and shop, with changes that
 * survive restarts. Money is an integer in units of 1/100,000 of the currency; times are milliseconds.
 */
export interface TradeProduct {
  readonly productId: string;
  readonly title: string;
  readonly imagePath: string;
  readonly sellerSku: string;
  readonly currency: string;
  /** The prices before and after the discount. */
  readonly price: number;
  readonly salePrice: number;
  readonly isOnline: boolean;
  readonly variants: readonly {
    readonly skuId: string;
    readonly name: string;
    readonly sellerSku: string;
    readonly price: number;
    readonly stock: number;
  }[];
}
export interface TradeVoucher {
  readonly voucherId: string;
  readonly voucherCode: string;
  readonly name: string;
  readonly percent: number | null;
  readonly amountOff: number | null;
  readonly minimumSpend: number;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly total: number;
  readonly used: number;
}
/** The statuses of the orders that the seed makes. */
export const SEEDED_ORDER_STATUSES = [
  'unpaid',
  'toShip',
  'shipping',
  'completed',
  'cancelRequested',
  'cancelled',
  'returning',
] as const;
export const TRADE_ORDER_STATUSES = [...SEEDED_ORDER_STATUSES, 'returned'] as const;
export interface TradeOrder {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly buyerId: string;
  readonly buyerName: string;
  readonly status: (typeof TRADE_ORDER_STATUSES)[number];
  /** The marketplace tells this status instead, in a word or number of its own; null while it tells the order's. */
  readonly toldStatus: string | null;
  readonly createdAt: number;
  /** When its status or its parcel last changed. The seller's note and rating of the buyer leave it as it is. */
  readonly updatedAt: number;
  /** A code of spec 1 §3 where the marketplace ended the order; null for all other ends. */
  readonly cancelReason: number | null;
  readonly items: readonly { readonly product: TradeProduct; readonly skuId: string; readonly quantity: number }[];
  readonly total: number;
  readonly shippingFee: number;
  readonly paymentMethod: number;
  readonly receiver: string;
  readonly phone: string;
  readonly address: string;
  readonly carrier: string;
  readonly trackingNumber: string | null;
  /** Oldest first. */
  readonly tracking: readonly { readonly at: number; readonly text: string }[];
  readonly sellerNote: string;
  readonly rating: { readonly stars: number; readonly comment: string } | null;
}
export interface TradeReturn {
  readonly returnId: string;
  readonly returnSn: string;
  readonly order: TradeOrder;
  /** 1 to 7: the refund statuses of the specification. */
  readonly status: number;
  readonly reason: number;
  readonly refund: number;
  /** What the buyer wrote, and the paths of the buyer's pictures. */
  readonly text: string;
  readonly pictures: readonly string[];
  /** Whether the goods have to come back. */
  readonly needsGoods: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The marketplace decides for the buyer then, unless the seller has answered. */
  readonly respondBy: number;
  /** Of the parcel that comes back, oldest event first; null before it is on its way. */
  readonly trackingNumber: string | null;
  readonly tracking: readonly { readonly at: number; readonly text: string }[];
}
export interface TradeNotification {
  readonly notificationId: string;
  readonly group: string;
  readonly title: string;
  readonly text: string;
  readonly at: number;
  /** 1 unread, 2 read. */
  readonly status: 1 | 2;
}
export interface TradeRating {
  readonly ratingId: string;
  readonly buyerId: string;
  readonly buyerName: string;
  readonly orderNumber: string;
  readonly productId: string;
  readonly productName: string;
  readonly pictures: readonly string[];
  readonly stars: number;
  readonly comment: string;
  readonly reply: string | null;
  readonly at: number;
}
export interface TradeFollower {
  readonly userId: string;
  readonly username: string;
  readonly shopId: string;
}
export interface TradeAddress {
  readonly addressId: string;
  readonly receiver: string;
  readonly phone: string;
  readonly district: string;
  readonly town: string;
  readonly fullAddress: string;
}
/** A person who shows products to others; only one marketplace has them. */
export interface TradeCreator {
  readonly creatorId: string;
  readonly handle: string;
  readonly nickname: string;
  readonly followers: number;
  /** By this shop. */
  readonly isInvited: boolean;
}
export interface ShopTrade {
  /** The shop's time: its orders have lived until then. Milliseconds since the epoch. */
  readonly clock: number;
  readonly currency: string;
  readonly products: readonly TradeProduct[];
  readonly vouchers: readonly TradeVoucher[];
  /** Newest first. */
  readonly orders: readonly TradeOrder[];
  readonly returns: readonly TradeReturn[];
  readonly notifications: readonly TradeNotification[];
  readonly ratings: readonly TradeRating[];
  readonly followers: readonly TradeFollower[];
  readonly followees: readonly TradeFollower[];
  readonly income: {
    readonly available: number;
    readonly pending: number;
    readonly entries: readonly {
      readonly entryId: string;
      readonly order: TradeOrder;
      readonly amount: number;
      readonly at: number;
    }[];
  };
  /** By period: visitors, orders, sales, conversion rate. */
  readonly dashboard: Readonly<
    Record<
      'real_time' | 'yesterday' | 'past7days' | 'past30days',
      Readonly<Record<string, { readonly value: number; readonly previous: number }>>
    >
  >;
  readonly quickReplies: readonly {
    readonly groupId: string;
    readonly name: string;
    readonly replies: readonly { readonly replyId: string; readonly text: string }[];
  }[];
  readonly stickers: readonly {
    readonly stickerId: string;
    readonly packageId: string;
    /** The words that stand for it in a message. */
    readonly symbol: string;
    readonly imagePath: string;
  }[];
  readonly addresses: readonly TradeAddress[];
  readonly offers: readonly {
    readonly offerId: string;
    readonly buyerId: string;
    readonly product: TradeProduct;
    readonly quantity: number;
    readonly price: number;
    readonly status: 'waiting' | 'accepted' | 'rejected';
  }[];
  readonly creators: readonly TradeCreator[];
  readonly isOnVacation: boolean;
  readonly isFrozen: boolean;
}

/**
 * What happens to an order. `expire`, `move`, `deliver` and `failDelivery` are of the marketplace; `ship`, `acceptCancel`,
 * `rejectCancel`, `acceptReturn` and `refuseReturn` of the seller, or of the marketplace when a deadline is over; the
 * rest of the buyer.
 */
export const ORDER_STEPS = [
  'pay',
  'expire',
  'ship',
  'move',
  'deliver',
  'failDelivery',
  'askCancel',
  'acceptCancel',
  'rejectCancel',
  'askReturn',
  'acceptReturn',
  'refuseReturn',
  'finishReturn',
] as const;
export type OrderStep = (typeof ORDER_STEPS)[number];

/** What a buyer orders. */
export interface Basket {
  readonly buyerId: string;
  readonly lines: readonly { readonly productId: string; readonly skuId: string; readonly quantity: number }[];
}

/** A change of a shop's trade; it is in the journal before `apply` returns. */
export type TradeChange =
  | { readonly change: 'placeOrder'; readonly at: number; readonly basket: Basket }
  | { readonly change: 'orderStep'; readonly at: number; readonly orderId: string; readonly step: OrderStep }
  | { readonly change: 'tellStatus'; readonly at: number; readonly orderId: string; readonly status: string | null }
  | { readonly change: 'timePasses'; readonly until: number }
  | { readonly change: 'sellerNote'; readonly orderId: string; readonly note: string }
  | { readonly change: 'rateBuyer'; readonly orderId: string; readonly stars: number; readonly comment: string }
  | { readonly change: 'readNotification'; readonly notificationId: string | 'all' }
  | { readonly change: 'vacation'; readonly isOn: boolean }
  | { readonly change: 'frozen'; readonly isFrozen: boolean }
  | { readonly change: 'answerOffer'; readonly offerId: string; readonly isAccepted: boolean }
  | { readonly change: 'claimVoucher'; readonly voucherId: string }
  | { readonly change: 'follow'; readonly shopId: string; readonly isFollowing: boolean }
  | { readonly change: 'address'; readonly address: TradeAddress }
  | { readonly change: 'inviteCreators'; readonly creatorIds: readonly string[] };

export interface TradeBook {
  of(marketplace: 'shopee' | 'lazada' | 'tiktok', shopId: string): ShopTrade;
  /** False when the changed thing does not exist, or cannot be changed so. */
  apply(marketplace: 'shopee' | 'lazada' | 'tiktok', shopId: string, change: TradeChange): boolean;
  /** A moment of the shop's time after everything that has happened in it: for the next change of an order. */
  nextMoment(marketplace: 'shopee' | 'lazada' | 'tiktok', shopId: string): number;
  /** Lets the orders of every shop, or of one, live on for so many milliseconds of the shops' time. */
  passTime(
    forMs: number,
    only?: { readonly marketplace: 'shopee' | 'lazada' | 'tiktok'; readonly shopId: string } | null,
  ): void;
}
