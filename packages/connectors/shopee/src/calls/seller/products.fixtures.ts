import type { Page } from '@pasar/connector-kit';
import type { Product, ProductSearch } from '@pasar/domain';
import { type ListProducts, listProducts, searchProductList } from './products.ts';
import { getOf, SCOPE, type SellerFixture, v3 } from './scene.fixture.ts';

const bag: Product = {
  productId: '7301234567890140001',
  title: 'Canvas bag',
  imageUrl: 'https://cf.shopee.sg/file/sg-1122-bag',
  price: { amount: '19.9', currency: 'SGD' },
  salePrice: { amount: '15', currency: 'SGD' },
  status: 'online',
  sellerSku: 'BAG-1',
  stock: 12,
  actionUrl: null,
  variants: [
    {
      skuId: '7301234567890150001',
      name: 'Black',
      sellerSku: 'BAG-1-B',
      price: { amount: '15', currency: 'SGD' },
      stock: 12,
    },
  ],
};

export const searchFixture: SellerFixture<ProductSearch, Page<Product>> = {
  call: searchProductList,
  params: { keyword: '  BAG-1 black ', field: 'sellerSku', cursor: '2' },
  scope: SCOPE,
  request: getOf('/api/v3/product/search_product_list_v2/', {
    page_number: '2',
    page_size: '24',
    list_type: 'all',
    search_type: 'sku',
    keyword: 'BAG-1',
    version: '4.0.0',
  }),
  answer: v3(`{"page_info":{"total":49,"page_number":2,"page_size":24},"list":[
    {"id":7301234567890140001,"name":"Canvas bag","status":1,"images":["sg-1122-bag"],"parent_sku":"BAG-1",
     "price_info":{"input_normal_price":"19.90","input_promotion_price":"15.00"},
     "stock_detail":{"total_available_stock":12},
     "model_list":[{"id":7301234567890150001,"name":"Black","sku":"BAG-1-B",
       "price_info":{"input_normal_price":"19.90","input_promotion_price":"15.00"},
       "stock_detail":{"total_available_stock":12}}]}]}`),
  result: { items: [bag], next: '3', unreadable: [] },
};

export const listFixture: SellerFixture<ListProducts, Page<Product>> = {
  call: listProducts,
  params: { page: 1, isLive: true },
  scope: SCOPE,
  request: getOf('/api/v3/opt/mpsku/list/v2/get_product_list', {
    page_number: '1',
    page_size: '24',
    list_type: 'live',
  }),
  answer: v3(`{"page_info":{"total":1,"page_number":1,"page_size":24},"products":[
    {"id":7301234567890140001,"name":"Canvas bag","status":1,"cover_image":"sg-1122-bag","parent_sku":"BAG-1",
     "price_detail":{"price_min":"19.90","price_max":"19.90","selling_price_min":"15.00","selling_price_max":"15.00","has_discount":true},
     "stock_detail":{"total_available_stock":12},
     "model_list":[{"id":7301234567890150001,"name":"Black","sku":"BAG-1-B","tier_index":[0],"is_default":false,
       "price_detail":{"origin_price":"19.90","promotion_price":"15.00"},
       "stock_detail":{"total_available_stock":12}}]}]}`),
  result: { items: [bag], next: null, unreadable: [] },
};
