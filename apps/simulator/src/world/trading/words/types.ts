/** The texts of a shop's trade in its buyers' language. {percent}, {amount}, {order}, {product} are filled in. */

export interface TradeWords {
  /** Added to a product's name in its title. */
  readonly editions: readonly string[];
  readonly percentVoucher: string;
  readonly amountVoucher: string;
  readonly praise: readonly string[];
  readonly complaints: readonly string[];
  readonly ratingReply: string;
  readonly sellerNotes: readonly string[];
  /** Oldest first: accepted, collected, sorted, out for delivery, delivered. */
  readonly tracking: readonly [string, string, string, string, string];
  /** Apart from the notices of orders, from which the seed draws: with one more of them it would draw others. */
  readonly cancelAsked: readonly [title: string, text: string];
  readonly notices: Readonly<Record<NoticeGroup, readonly (readonly [title: string, text: string])[]>>;
  readonly quickReplies: readonly (readonly [group: string, ...texts: string[]])[];
}
export const NOTICE_GROUPS = [
  'order',
  'product',
  'finance',
  'marketing',
  'system',
  'violation',
  'listing_ban',
  'failed_delivery',
] as const;
export type NoticeGroup = (typeof NOTICE_GROUPS)[number];
