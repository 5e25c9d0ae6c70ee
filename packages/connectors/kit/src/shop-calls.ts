import type {
  BuyerId,
  DashboardMetric,
  DashboardPeriod,
  Follower,
  ImageType,
  Income,
  IncomeEntry,
  Offer,
  Order,
  OrderDetail,
  OrderStatus,
  PageRequest,
  Parcel,
  PlatformShopId,
  Product,
  ProductSearch,
  QuickReplyGroup,
  ReturnCase,
  ShopAddress,
  ShopInfo,
  ShopNotification,
  ShopRating,
  ShopStatus,
  Sticker,
  UploadedImage,
  UploadedVideo,
  Vacation,
  Voucher,
} from '@pasar/domain';
import type { ConversationRef, Outcome, Page } from './outcome.ts';

type Answer<Value> = Promise<Outcome<Value>>;
type PageOf<Item> = Promise<Outcome<Page<Item>>>;

/**
 * What the desk asks of a marketplace beside the chat. What a marketplace has no call for answers `notOffered`. Reads may be
 * repeated inside; what would do a thing twice is not. Pages are those of spec 2 §9.
 */
export interface ShopCalls {
  searchProducts(shop: PlatformShopId, search: ProductSearch): PageOf<Product>;
  productDetail(shop: PlatformShopId, productId: string): Answer<Product>;
  listVouchers(shop: PlatformShopId, page: PageRequest): PageOf<Voucher>;
  /** One that a message names; `not_found` where the shop has none of this id. */
  voucherDetail(shop: PlatformShopId, voucher: VoucherOfBuyer): Answer<Voucher>;
  listStickers(shop: PlatformShopId): Answer<readonly Sticker[]>;
  answerOffer(conversation: ConversationRef, offer: OfferAnswer): Answer<null>;
  offerDetail(shop: PlatformShopId, offerId: string): Answer<Offer>;
  quickReplies(shop: PlatformShopId): Answer<readonly QuickReplyGroup[]>;

  listOrders(shop: PlatformShopId, search: OrderSearch): PageOf<Order>;
  orderDetail(shop: PlatformShopId, orderId: string): Answer<OrderDetail>;
  /** Of each order its parcels, newest event first. Ids go in chunks of 10. */
  logistics(shop: PlatformShopId, orderIds: readonly string[]): Answer<ReadonlyMap<string, readonly Parcel[]>>;
  writeSellerNote(shop: PlatformShopId, order: SellerNote): Answer<null>;
  rateBuyer(shop: PlatformShopId, rating: BuyerRating): Answer<null>;
  listReturns(shop: PlatformShopId, page: PageRequest): PageOf<ReturnCase>;

  shopInfo(shop: PlatformShopId): Answer<ShopInfo>;
  /** Spec 1 §7, §8: no live product, a product without ids and an answer without success each refuse in own words. */
  shopStatus(shop: PlatformShopId): Answer<ShopStatus>;
  setVacation(shop: PlatformShopId, vacation: Vacation): Answer<null>;
  listFollowers(shop: PlatformShopId, page: PageRequest): PageOf<Follower>;
  listRatings(shop: PlatformShopId, page: PageRequest): PageOf<ShopRating>;
  dashboard(shop: PlatformShopId, period: DashboardPeriod): Answer<readonly DashboardMetric[]>;
  income(shop: PlatformShopId): Answer<Income>;
  listIncome(shop: PlatformShopId, page: PageRequest): PageOf<IncomeEntry>;
  listNotifications(shop: PlatformShopId, page: PageRequest): PageOf<ShopNotification>;
  readNotification(shop: PlatformShopId, notificationId: string | 'all'): Answer<null>;
  listAddresses(shop: PlatformShopId): Answer<readonly ShopAddress[]>;

  uploadImage(conversation: ConversationRef, image: ImageFile): Answer<UploadedImage>;
  /** Three steps: announced, put where it is told, reported with its md5 (spec 2 §7.1). */
  uploadVideo(conversation: ConversationRef, video: VideoFile): Answer<UploadedVideo>;
  /** The address of a medium that only a login may fetch; the same address where anybody may. Short-lived. */
  mediaUrl(shop: PlatformShopId, url: string): Answer<string>;
  translate(conversation: ConversationRef, wish: Translation): Answer<readonly string[]>;
}

export interface OrderSearch extends PageRequest {
  readonly status: OrderStatus | null;
  /** Orders of one buyer; null asks for everybody's. */
  readonly buyer: { readonly buyerId: BuyerId; readonly name: string } | null;
  /** An order number or a part of it; null asks for all. */
  readonly keyword: string | null;
}
/** A voucher as a buyer may be shown it. */
export interface VoucherOfBuyer {
  readonly voucherId: string;
  readonly buyerId: BuyerId;
}
export interface OfferAnswer {
  readonly offerId: string;
  readonly messageId: string;
  readonly isAccepted: boolean;
}
export interface SellerNote {
  readonly orderId: string;
  readonly buyerId: BuyerId | null;
  readonly note: string;
}
export interface BuyerRating {
  readonly orderId: string;
  /** 1 to 5. */
  readonly stars: number;
  readonly comment: string;
}
export interface ImageFile {
  readonly name: string;
  readonly type: ImageType;
  readonly bytes: Uint8Array;
}
export interface VideoFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly cover: ImageFile | null;
}
/** Languages are BCP 47 primary tags; `source` null lets the marketplace find out. */
export interface Translation {
  readonly texts: readonly string[];
  readonly source: string | null;
  readonly target: string;
}

export type ShopMethod = keyof ShopCalls;
export type ShopArguments<Method extends ShopMethod> = Parameters<ShopCalls[Method]>;
/** What a method answers when it is not refused. */
export type ShopAnswer<Method extends ShopMethod> =
  Awaited<ReturnType<ShopCalls[Method]>> extends Outcome<infer Value> ? Value : never;
/** What a shop's live session answers; 'no session' where its connection is served and is not logged in. */
export type SessionAnswer<Value> = Outcome<Value> | 'no session';

/** Makes a call by its name. */
export function callShop<Method extends ShopMethod>(
  calls: ShopCalls,
  method: Method,
  args: ShopArguments<Method>,
): Promise<Outcome<ShopAnswer<Method>>> {
  // Each method answers an outcome of its own value; the compiler does not follow that through a union of methods.
  const call = calls[method] as (...args: ShopArguments<Method>) => Promise<Outcome<ShopAnswer<Method>>>;
  return call.apply(calls, args);
}
