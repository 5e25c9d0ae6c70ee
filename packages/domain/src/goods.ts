import type { BuyerId } from './ids.ts';
import type { Unknown } from './unknown.ts';

/** An amount as a decimal string in the currency's main unit (never a float), and its ISO 4217 code. */
export interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** What a list call takes. A cursor is opaque; null asks for the first page. */
export interface PageRequest {
  readonly cursor: string | null;
}

export const PRODUCT_STATUSES = ['online', 'offline'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/** A product of a shop as a list shows it. `salePrice` is what a buyer pays now, `price` what it cost before. */
export interface Product {
  readonly productId: string;
  readonly title: string;
  readonly imageUrl: string | null;
  readonly price: Money;
  readonly salePrice: Money;
  readonly status: ProductStatus;
  readonly sellerSku: string | null;
  readonly stock: number | null;
  readonly actionUrl: string | null;
  readonly variants: readonly ProductVariant[];
}
export interface ProductVariant {
  readonly skuId: string;
  readonly name: string;
  readonly sellerSku: string | null;
  readonly price: Money;
  readonly stock: number | null;
}

/** Where a product search looks. By seller SKU only the first word counts (spec 2 §5). */
export const PRODUCT_SEARCH_FIELDS = ['name', 'sellerSku'] as const;
export interface ProductSearch extends PageRequest {
  readonly keyword: string;
  readonly field: (typeof PRODUCT_SEARCH_FIELDS)[number];
}

export const VOUCHER_STATUSES = ['upcoming', 'ongoing', 'expired'] as const;
export interface VoucherSearch extends PageRequest {
  /** Null for vouchers of every state. */
  readonly status: (typeof VOUCHER_STATUSES)[number] | null;
}
/** `discount` is an amount off, or whole percents off; times are milliseconds since the epoch. */
export interface Voucher {
  readonly voucherId: string;
  readonly voucherCode: string | null;
  readonly name: string;
  readonly discount:
    | { readonly kind: 'amount'; readonly off: Money }
    | { readonly kind: 'percent'; readonly percent: number }
    /** The marketplace's own word for a kind of discount that no connector can read. */
    | { readonly kind: Unknown; readonly wireType: string };
  readonly minimumSpend: Money | null;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly status: (typeof VOUCHER_STATUSES)[number] | Unknown;
  readonly wireStatus: string;
  /** How many vouchers are left to give away; null where the marketplace does not say. */
  readonly left: number | null;
}

/** `text`: the words that stand for the sticker in a message, such as `[smile]`. */
export interface Sticker {
  readonly stickerId: string;
  readonly packageId: string;
  readonly imageUrl: string;
  readonly text: string;
}

/** The states of a buyer's bargain (Shopee): the price that a buyer offers for one product. */
export const OFFER_STATUSES = ['waiting', 'accepted', 'rejected', 'cancelled', 'expired'] as const;
export interface Offer {
  readonly offerId: string;
  readonly buyerId: BuyerId;
  readonly productId: string;
  readonly productName: string;
  readonly quantity: number;
  readonly price: Money;
  readonly status: (typeof OFFER_STATUSES)[number] | Unknown;
  readonly wireStatus: string;
}
