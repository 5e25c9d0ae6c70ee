/**
 * The marketplaces' own books, as the simulator's control API tells them. This folder imports nothing of ours, so that
 * no mistake of the product can be in it too.
 */
export type Status =
  | 'unpaid'
  | 'toShip'
  | 'shipping'
  | 'completed'
  | 'cancelRequested'
  | 'cancelled'
  | 'returning'
  | 'returned';
export interface BookedOrder {
  readonly orderId: string;
  readonly status: Status;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** In units of 1/100,000 of the shop's currency. */
  readonly total: number;
}
export interface ShopBook {
  readonly marketplace: string;
  readonly shopId: string;
  readonly currency: string;
  readonly orders: readonly BookedOrder[];
  readonly returns: readonly {
    readonly returnId: string;
    /** 1 to 7. */
    readonly status: number;
    readonly needsGoods: boolean;
    readonly order: BookedOrder;
  }[];
  readonly ratings: readonly { readonly stars: number; readonly reply: string | null; readonly at: number }[];
}

export async function readBook(controlOrigin: string, marketplace: string, shopId: string): Promise<ShopBook> {
  const response = await fetch(`${controlOrigin}/sim/trade?${new URLSearchParams({ marketplace, shopId })}`);
  if (!response.ok) throw new Error(`the book of ${shopId}: ${response.status} ${await response.text()}`);
  return { ...((await response.json()) as Omit<ShopBook, 'marketplace' | 'shopId'>), marketplace, shopId };
}
