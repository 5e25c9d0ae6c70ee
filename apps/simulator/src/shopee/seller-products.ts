/** The shop's products: the older search and the newer list (facts 1.7). */
import type { ShopTrade, TradeProduct } from '../world/trade.ts';
import { numericId } from './accounts.ts';
import type { OpenRoute } from './context.ts';
import { done, refused, sellerRoute } from './seller-desk.ts';
import { pageInfoOf, queriedSlice, toHash, toText } from './seller-fields.ts';

const MOST = 96;
/** Status 1: live; 8: delisted. */
const statusOf = ({ isOnline }: TradeProduct): number => (isOnline ? 1 : 8);
const stockOf = ({ variants }: TradeProduct): number => variants.reduce((sum, { stock }) => sum + stock, 0);

function matches(product: TradeProduct, searchType: string, keyword: string): boolean {
  const wanted = keyword.toLowerCase();
  if (searchType !== 'sku') return product.title.toLowerCase().includes(wanted);
  return [product, ...product.variants].some(({ sellerSku }) => sellerSku.toLowerCase().includes(wanted));
}
const shelf = ({ products }: ShopTrade, listType: string | undefined): readonly TradeProduct[] =>
  listType === 'live' ? products.filter(({ isOnline }) => isOnline) : products;

function searchedRow(product: TradeProduct): unknown {
  const priceInfo = (salePrice: number) => ({
    input_normal_price: toText(product.price),
    input_promotion_price: toText(salePrice),
  });
  return {
    id: numericId(product.productId),
    name: product.title,
    status: statusOf(product),
    images: [toHash(product.imagePath)],
    parent_sku: product.sellerSku,
    price_info: priceInfo(product.salePrice),
    stock_detail: { total_available_stock: stockOf(product) },
    model_list: product.variants.map(({ skuId, name, sellerSku, price, stock }) => ({
      id: numericId(skuId),
      name,
      sku: sellerSku,
      price_info: priceInfo(price),
      stock_detail: { total_available_stock: stock },
    })),
  };
}

export function listedRow(product: TradeProduct): unknown {
  const { productId, title, imagePath, sellerSku, price, salePrice, variants } = product;
  return {
    id: numericId(productId),
    name: title,
    status: statusOf(product),
    cover_image: toHash(imagePath),
    parent_sku: sellerSku,
    price_detail: {
      price_min: toText(price),
      price_max: toText(price),
      selling_price_min: toText(salePrice),
      selling_price_max: toText(salePrice),
      has_discount: salePrice < price,
    },
    stock_detail: { total_available_stock: stockOf(product) },
    statistics: { view_count: 0, liked_count: 0, sold_count: 0 },
    model_list: variants.map((variant, index) => ({
      id: numericId(variant.skuId),
      name: variant.name,
      sku: variant.sellerSku,
      tier_index: [index],
      is_default: false,
      price_detail: { origin_price: toText(price), promotion_price: toText(variant.price) },
      stock_detail: { total_available_stock: variant.stock },
    })),
  };
}

export const SELLER_PRODUCT_ROUTES: readonly OpenRoute[] = [
  sellerRoute({
    method: 'GET',
    path: '/api/v3/product/search_product_list_v2',
    family: 'v3',
    provenance: 'seen',
    answer({ trade }, input) {
      const { list_type: listType, search_type: searchType = 'name', keyword = '' } = input.query;
      const found = shelf(trade, listType).filter((product) => matches(product, searchType, keyword));
      const slice = queriedSlice(found, input, MOST);
      if (slice === null) return refused('invalid page');
      return done({ page_info: pageInfoOf(slice), list: slice.items.map(searchedRow) });
    },
  }),
  sellerRoute({
    method: 'GET',
    path: '/api/v3/opt/mpsku/list/v2/get_product_list',
    family: 'v3',
    provenance: 'seen',
    answer({ trade }, input) {
      const slice = queriedSlice(shelf(trade, input.query.list_type), input, MOST);
      if (slice === null) return refused('invalid page');
      return done({ page_info: pageInfoOf(slice), products: slice.items.map(listedRow) });
    },
  }),
];
