import type {
  BuyerId,
  Order,
  OrderDetail,
  OrderRecord,
  OrderStatus,
  PageRequest,
  Parcel,
  PlatformShopId,
  ReturnCase,
  ReturnDetail,
  WaybillJobs,
} from '@pasar/domain';
import type { Answer, PageOf } from './answer.ts';

/** Orders, their parcels, and the seller's notes about them. */
export interface OrderCalls {
  listOrders(shop: PlatformShopId, search: OrderSearch): PageOf<Order>;
  orderDetail(shop: PlatformShopId, orderId: string): Answer<OrderDetail>;
  /** For each order its parcels, newest event first. Ids are requested in chunks of 10. */
  logistics(shop: PlatformShopId, orderIds: readonly string[]): Answer<ReadonlyMap<string, readonly Parcel[]>>;
  /** The shop's orders as its own order list tells them, the last changed first. */
  listChangedOrders(shop: PlatformShopId, page: PageRequest): PageOf<OrderRecord>;
  writeSellerNote(shop: PlatformShopId, order: SellerNote): Answer<null>;
  rateBuyer(shop: PlatformShopId, rating: BuyerRating): Answer<null>;
  /** Answers a buyer's wish to cancel (spec 1 §4). */
  answerCancellation(shop: PlatformShopId, answer: CancellationAnswer): Answer<null>;
  /**
   * Has the marketplace make the waybills of orders, and what their country demands beside them. Two requests for the
   * same order make its documents twice, which changes nothing of the order.
   */
  createWaybills(shop: PlatformShopId, orderIds: readonly string[]): Answer<WaybillJobs>;
  /** The newest first. */
  listReturns(shop: PlatformShopId, page: PageRequest): PageOf<ReturnCase>;
  returnDetail(shop: PlatformShopId, returnId: string): Answer<ReturnDetail>;
}

export interface OrderSearch extends PageRequest {
  readonly status: OrderStatus | null;
  /** Orders of one buyer; null for all buyers. */
  readonly buyer: { readonly buyerId: BuyerId; readonly name: string } | null;
  /** An order number or a part of it; null for all orders. */
  readonly keyword: string | null;
}
export interface SellerNote {
  readonly orderId: string;
  readonly buyerId: BuyerId | null;
  readonly note: string;
}
export interface CancellationAnswer {
  readonly orderId: string;
  readonly isAccepted: boolean;
}
export interface BuyerRating {
  readonly orderId: string;
  /** 1 to 5. */
  readonly stars: number;
  readonly comment: string;
}
