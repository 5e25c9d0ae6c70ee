import type { ProductView } from '@pasar/api';
import { discountPercent, type OutgoingCard, type ProductCard } from '@pasar/domain';

/** The chosen products by id, in the order in which they were chosen. */
export type Chosen = ReadonlyMap<string, ProductView>;

/** The product message of spec 1 §3: what a buyer pays now, and what it cost before where that was more. */
export function productCard({ productId, title, price, salePrice, imageUrl, actionUrl }: ProductView): ProductCard {
  return {
    itemId: productId,
    title,
    price: salePrice,
    oldPrice: discountPercent(salePrice, price) === null ? null : price,
    iconUrl: imageUrl,
    actionUrl,
  };
}

/** One list of several products where the marketplace has lists, otherwise a card for each. */
export function cardsOf(products: readonly ProductView[], isList: boolean): readonly OutgoingCard[] {
  const cards = products.map(productCard);
  if (isList && cards.length > 1) return [{ type: 'products', products: cards }];
  return cards.map((card) => ({ type: 'products', products: [card] }));
}
