/** The shop's products: the older search with decimal strings, and the newer list (facts 1.7). */
import type { Outcome, Page, WireAnswer } from '@pasar/connector-kit';
import { CURRENCY_BY_COUNTRY, type Product, type ProductSearch, type ProductStatus } from '@pasar/domain';
import { z } from 'zod';
import { pictureUrl, type ShopeeCall, type ShopeeScope } from '../../wire/scope.ts';
import { wireId } from '../../wire/wire-json.ts';
import { toGet } from '../definition.ts';
import { readData } from './envelope.ts';
import { nextPage, pageInfo, pageOf, readPage, textAmount } from './fields.ts';

/** Spec 2 §9. */
const PAGE_SIZE = 24;
/** 1 live, 8 delisted. */
const LIVE = 1;
const statusOf = (status: number): ProductStatus => (status === LIVE ? 'online' : 'offline');

/** Of a search by seller SKU only the first word counts (spec 2 §5). */
export const keywordOf = ({ keyword, field }: ProductSearch): string =>
  field === 'sellerSku' ? (keyword.trim().split(/\s+/)[0] ?? '') : keyword.trim();

const priceInfo = z.object({ input_normal_price: textAmount, input_promotion_price: textAmount.nullish() });
const stockInfo = z.object({ total_available_stock: z.int() });
const searchedProduct = z.object({
  id: wireId,
  name: z.string(),
  status: z.int(),
  images: z.array(z.string()).default([]),
  parent_sku: z.string().nullish(),
  price_info: priceInfo,
  stock_detail: stockInfo.nullish(),
  model_list: z
    .array(
      z.object({
        id: wireId,
        name: z.string(),
        sku: z.string().nullish(),
        price_info: priceInfo,
        stock_detail: stockInfo.nullish(),
      }),
    )
    .default([]),
});

function fromSearchedProduct(row: z.output<typeof searchedProduct>, scope: ShopeeScope): Product {
  const money = (amount: string) => ({ amount, currency: CURRENCY_BY_COUNTRY[scope.country] });
  const { input_normal_price: price, input_promotion_price: salePrice } = row.price_info;
  return {
    productId: row.id,
    title: row.name,
    imageUrl: pictureUrl(scope, row.images[0]),
    price: money(price),
    salePrice: money(salePrice ?? price),
    status: statusOf(row.status),
    sellerSku: row.parent_sku || null,
    stock: row.stock_detail?.total_available_stock ?? null,
    actionUrl: null,
    variants: row.model_list.map((model) => ({
      skuId: model.id,
      name: model.name,
      sellerSku: model.sku || null,
      price: money(model.price_info.input_promotion_price ?? model.price_info.input_normal_price),
      stock: model.stock_detail?.total_available_stock ?? null,
    })),
  };
}

const FAILED = { refusedAs: 'product_list_failed', at: 'data' } as const;

/** The path and the search types were seen. Ours: its rows are those of the older product calls. */
export const searchProductList: ShopeeCall<ProductSearch, Page<Product>> = {
  key: 'shopee-seller GET product/search_product_list_v2',
  tag: 'seen',
  repeat: 'read',
  toWire: (search) =>
    toGet('/api/v3/product/search_product_list_v2/', {
      page_number: String(pageOf(search.cursor)),
      page_size: String(PAGE_SIZE),
      list_type: 'all',
      search_type: search.field === 'sellerSku' ? 'sku' : 'name',
      keyword: keywordOf(search),
      version: '4.0.0',
    }),
  fromWire(answer, scope) {
    const body = z.object({
      page_info: pageInfo.extend({ page_number: z.int().positive() }),
      list: z.array(z.unknown()),
    });
    const data = readData(answer, body, FAILED);
    if (!data.ok) return data;
    const { page_info: page, list } = data.value;
    const next = nextPage(page.page_number, PAGE_SIZE, page.total);
    return { ok: true, value: readPage(list, searchedProduct, (row) => fromSearchedProduct(row, scope), next) };
  },
};

const priceDetail = z.object({
  price_min: textAmount,
  selling_price_min: textAmount,
});
export const listedProduct = z.object({
  /** 0 means no id. */
  id: wireId.refine((id) => !/^0+$/.test(id), 'no product id'),
  name: z.string(),
  status: z.int(),
  cover_image: z.string().nullish(),
  parent_sku: z.string().nullish(),
  price_detail: priceDetail,
  stock_detail: stockInfo.nullish(),
  model_list: z
    .array(
      z.object({
        id: wireId,
        name: z.string(),
        sku: z.string().nullish(),
        price_detail: z.object({ origin_price: textAmount, promotion_price: textAmount.nullish() }),
        stock_detail: stockInfo.nullish(),
      }),
    )
    .default([]),
});

export function fromListedProduct(row: z.output<typeof listedProduct>, scope: ShopeeScope): Product {
  const money = (amount: string) => ({ amount, currency: CURRENCY_BY_COUNTRY[scope.country] });
  return {
    productId: row.id,
    title: row.name,
    imageUrl: pictureUrl(scope, row.cover_image),
    price: money(row.price_detail.price_min),
    salePrice: money(row.price_detail.selling_price_min),
    status: statusOf(row.status),
    sellerSku: row.parent_sku || null,
    stock: row.stock_detail?.total_available_stock ?? null,
    actionUrl: null,
    variants: row.model_list.map((model) => ({
      skuId: model.id,
      name: model.name,
      sellerSku: model.sku || null,
      price: money(model.price_detail.promotion_price ?? model.price_detail.origin_price),
      stock: model.stock_detail?.total_available_stock ?? null,
    })),
  };
}

export interface ListProducts {
  readonly page: number;
  readonly isLive: boolean;
}

/** The catalogue's name is the older name of the list that the facts saw. */
export const listProducts: ShopeeCall<ListProducts, Page<Product>> = {
  key: 'shopee-seller GET mpsku/get_mpsku_list_v2',
  tag: 'seen',
  repeat: 'read',
  toWire: ({ page, isLive }) =>
    toGet('/api/v3/opt/mpsku/list/v2/get_product_list', {
      page_number: String(page),
      page_size: String(PAGE_SIZE),
      list_type: isLive ? 'live' : 'all',
    }),
  fromWire(answer: WireAnswer, scope: ShopeeScope): Outcome<Page<Product>> {
    const body = z.object({
      page_info: pageInfo.extend({ page_number: z.int().positive() }),
      products: z.array(z.unknown()),
    });
    const data = readData(answer, body, FAILED);
    if (!data.ok) return data;
    const { page_info: page, products } = data.value;
    const next = nextPage(page.page_number, PAGE_SIZE, page.total);
    return { ok: true, value: readPage(products, listedProduct, (row) => fromListedProduct(row, scope), next) };
  },
};
