/** facts 3.3 and public captures of the product page; values invented. */
import type { Product } from '@pasar/domain';
import { chatProductListCall, productDetailCall, productListCall, productSkusCall } from './products.ts';
import { type AnyFixture, among, asksGet, SCOPE, said } from './scene.fixture.ts';

const skuRow = {
  id: '1730000000000000501',
  sku_name: 'White, L',
  seller_sku: 'MY-1000-1',
  base_price: { currency: 'MYR', sale_price: '19.9', original_price: '25' },
  quantities: [
    { warehouse_id: '1', total_quantity: 7 },
    { warehouse_id: '2', total_quantity: 3 },
  ],
};
const variant = {
  skuId: '1730000000000000501',
  name: 'White, L',
  sellerSku: 'MY-1000-1',
  price: { amount: '19.9', currency: 'MYR' },
  stock: 10,
};
const productRow = {
  product_id: '1729000000000000101',
  product_name: 'Baju kurung',
  product_status: 4,
  seller_sku: 'MY-1000',
  images: [{ url_list: ['https://p16.example/1.webp', 'https://p19.example/1.webp'] }],
  total_sku_count: 1,
  skus: [skuRow],
};
const product: Product = {
  productId: '1729000000000000101',
  title: 'Baju kurung',
  imageUrl: 'https://p16.example/1.webp',
  price: { amount: '25', currency: 'MYR' },
  salePrice: { amount: '19.9', currency: 'MYR' },
  status: 'online',
  sellerSku: 'MY-1000',
  stock: 10,
  actionUrl: null,
  variants: [variant],
};
const chatRow = {
  productId: '1729000000000000101',
  title: 'Baju kurung',
  imageUrl: 'https://p16.example/1.webp',
  price: { currency: 'MYR', amount: '25' },
  salePrice: { currency: 'MYR', amount: '19.9' },
  status: 5,
  sellerSku: 'MY-1000',
  stock: 10,
  actionUrl: 'https://shop.example/view/product/1729000000000000101',
};
const chatProduct: Product = {
  ...product,
  status: 'offline',
  actionUrl: 'https://shop.example/view/product/1729000000000000101',
  variants: [],
};

export const PRODUCT_FIXTURES: readonly AnyFixture[] = [
  among({
    call: productListCall,
    params: { keyword: 'baju', pageNumber: 2 },
    scope: SCOPE,
    request: asksGet('/api/v1/product/local/products/list', {
      search_content: 'baju',
      sort_type: '0',
      sort_field: '3',
      page_number: '2',
      page_size: '24',
      sku_number: '100',
      tab_id: '1',
    }),
    answer: said({ products: [productRow], total_product_count: 49, page_number: 2, page_size: 24 }),
    result: { items: [product], unreadable: [], hasMore: true },
  }),
  among({
    call: productSkusCall,
    params: { productId: '1729000000000000101' },
    scope: SCOPE,
    request: asksGet('/api/v1/product/local/product/skus/list', {
      product_id: '1729000000000000101',
      tab_id: '1',
      is_online_version: 'true',
    }),
    answer: said([skuRow]),
    result: [variant],
  }),
  among({
    call: chatProductListCall,
    params: { keyword: '', pageNumber: 1 },
    scope: SCOPE,
    request: asksGet('/chat/api/seller/listLocalProducts', { keyword: '', pageNumber: '1', pageSize: '24' }),
    answer: said({ products: [chatRow], hasMore: false }),
    result: { items: [chatProduct], unreadable: [], hasMore: false },
  }),
  among({
    call: productDetailCall,
    params: { productId: '1729000000000000101' },
    scope: SCOPE,
    request: asksGet('/chat/api/seller/getProductDetail', { productId: '1729000000000000101' }),
    answer: said({ product: chatRow }),
    result: chatProduct,
  }),
];
