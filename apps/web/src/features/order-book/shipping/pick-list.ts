import type { BookedOrder } from '@pasar/api';
import type { ShopId } from '@pasar/domain';

/** A thing to take off the shelf, with the orders that need it. */
export interface PickLine {
  readonly key: string;
  readonly shopId: ShopId;
  readonly title: string;
  readonly variant: string | null;
  readonly sellerSku: string | null;
  readonly imageUrl: string | null;
  readonly quantity: number;
  readonly orderNumbers: readonly string[];
}

/**
 * What orders need together, sorted by SKU and title. A seller's SKU is the same thing in every shop; things without a
 * SKU are told apart by shop, product and variant.
 */
export function pickLinesOf(orders: readonly BookedOrder[]): readonly PickLine[] {
  const lines = new Map<string, PickLine>();
  for (const { shopId, orderNumber, items } of orders) {
    for (const { productId, title, variant, sellerSku, imageUrl, quantity } of items) {
      const key = sellerSku ? `sku ${sellerSku}` : `${shopId} ${productId} ${variant ?? ''}`;
      const line = lines.get(key);
      lines.set(key, {
        key,
        shopId: line?.shopId ?? shopId,
        title: line?.title ?? title,
        variant: line?.variant ?? variant,
        sellerSku: line?.sellerSku ?? (sellerSku || null),
        imageUrl: line?.imageUrl ?? imageUrl,
        quantity: (line?.quantity ?? 0) + quantity,
        orderNumbers: [...new Set([...(line?.orderNumbers ?? []), orderNumber])],
      });
    }
  }
  return [...lines.values()].toSorted(
    (one, other) => rank(one).localeCompare(rank(other)) || one.title.localeCompare(other.title),
  );
}
/** Things without a SKU come last. */
const rank = ({ sellerSku }: PickLine): string => sellerSku ?? '\u{10ffff}';
