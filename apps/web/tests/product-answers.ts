import { CALLS, type CallOutput, type ProductView } from '@pasar/api';
import { succeeded } from '@pasar/sync';
import { refused } from '@pasar/sync/testing/model/answers';
import type { ModelServer } from '@pasar/sync/testing/model/model-server';

export const thb = (amount: string) => ({ amount, currency: 'THB' });
export const product = (number: number, more: Partial<ProductView> = {}): ProductView => ({
  productId: String(number),
  title: `Lamp ${number}`,
  imageUrl: null,
  price: thb('1000'),
  salePrice: thb('700'),
  status: 'online',
  sellerSku: `L-${number}`,
  stock: 5,
  actionUrl: `https://shop.example/view/${number}`,
  variants: [],
  ...more,
});
const VARIANT = { skuId: '1', name: 'red', sellerSku: 'L-2-R', price: thb('700'), stock: 0 };
export const PRODUCTS = [
  product(1),
  product(2, { variants: [VARIANT, { ...VARIANT, skuId: '2', name: 'blue', stock: 4 }] }),
  product(3, { status: 'offline', actionUrl: null }),
  product(4),
  product(5),
];
type Shops = CallOutput<typeof CALLS.products.getProductSourceDetail>['shops'];

export interface ProductAnswers {
  readonly products?: readonly ProductView[];
  /** What the buyer asked about. */
  readonly asked?: readonly string[];
  /** The other shops, of any product. */
  readonly shops?: Shops;
}

/** The model answers about products from now on. */
export function answerProducts(
  model: ModelServer,
  { products = PRODUCTS, asked = ['2'], shops = [] }: ProductAnswers = {},
): void {
  let favorites: string[] = ['4'];
  const find = (id: string) => products.find(({ productId }) => productId === id);
  const none = () => refused('not_found', 'It does not exist.');
  model.answerWith(CALLS.chat.searchProducts, ({ keyword }) =>
    succeeded({ products: products.filter(({ title }) => title.includes(keyword)), next: null, unreadableCount: 0 }),
  );
  model.answerWith(CALLS.chat.productDetail, ({ productId }) => {
    const found = find(productId);
    return found === undefined ? none() : succeeded({ product: found });
  });
  model.answerWith(CALLS.chat.getUserCollectProductIds, () => succeeded({ productIds: favorites }));
  model.answerWith(CALLS.chat.saveUserCollectProductIds, ({ productIds }) => {
    favorites = productIds;
    return succeeded({});
  });
  model.answerWith(CALLS.chat.searchConsultPlatformItemIds, () =>
    succeeded({ platformItemIds: [...asked], total: asked.length }),
  );
  model.answerWith(CALLS.products.getProductSourceDetail, ({ userId, productId }) => {
    const found = find(productId);
    const shop = [...model.shops.byId.values()].find(({ platformShopId }) => platformShopId === userId);
    if (found === undefined || shop === undefined) return none();
    const { sellerSku } = found;
    return succeeded({ shopId: shop.shopId, product: found, sellerSku, shops, asOf: Date.now() });
  });
}
