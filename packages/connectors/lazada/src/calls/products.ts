/** The shop's products: cards to send in a chat, and the product manager's list. */
import { CURRENCY_BY_COUNTRY, type Product, type ProductVariant } from '@pasar/domain';
import { z } from 'zod';
import { APIS } from '../wire/apis.ts';
import { wireAmount, wireFlag, wireId, wireInt, wireText } from '../wire/fields.ts';
import { gatewayCall, type LazadaScope, readAs } from './definition.ts';
import { type CountedRows, readRows } from './pages.ts';

/** Spec 2 §9. */
export const CARD_PAGE_SIZE = 10;

/**
 * Ours: the wrapping is that of the order cards, which is seen; the row has the fields of spec 2 §3, source product.
 */
const cardsSchema = z.object({ result: z.array(z.unknown()), totalCount: wireInt });
const cardSchema = z.object({
  itemId: wireId,
  title: z.string(),
  currency: wireText,
  /** The regular price, and the price while a promotion lasts. */
  imPrice: wireAmount,
  imPromotionPrice: wireAmount.nullish(),
  salePrice: wireAmount.nullish(),
  status: z.string(),
  imageUrl: wireText,
  actionUrl: wireText,
});

function toProduct(card: z.output<typeof cardSchema>, scope: LazadaScope): Product {
  const currency = card.currency ?? CURRENCY_BY_COUNTRY[scope.country];
  return {
    productId: card.itemId,
    title: card.title,
    imageUrl: card.imageUrl,
    price: { amount: card.imPrice, currency },
    salePrice: { amount: card.imPromotionPrice ?? card.salePrice ?? card.imPrice, currency },
    status: card.status === 'online' ? 'online' : 'offline',
    sellerSku: null,
    stock: null,
    actionUrl: card.actionUrl,
    variants: [],
  };
}

export const productCards = gatewayCall({
  key: 'lazada-gateway GET product-cards',
  tag: 'ours',
  repeat: 'read',
  api: APIS.productCards,
  method: 'GET',
  // Ours: the tab of all products.
  data: ({ page }: { readonly page: number }) => ({ page, pageSize: CARD_PAGE_SIZE, currentTab: 'all' }),
  read: readAs(
    'product cards',
    cardsSchema,
    ({ result, totalCount }, scope): CountedRows<Product> => ({
      ...readRows('product card', result, cardSchema, (card) => toProduct(card, scope), scope),
      total: totalCount,
    }),
  ),
});

/** The filter of the product manager; ours: its names. */
export type ProductFilter =
  | { readonly by: 'title'; readonly keyword: string }
  | { readonly by: 'sellerSku'; readonly keyword: string }
  | { readonly by: 'itemId'; readonly keyword: string };
export interface ManagerQuery {
  readonly page: number;
  /** Null lists all. */
  readonly filter: ProductFilter | null;
}
/** Spec 2 §9, product list. */
export const MANAGER_PAGE_SIZE = 24;

const variantSchema = z.object({
  skuId: wireId,
  itemDesc: z.object({ sellerSku: wireText }),
  stock: wireInt.nullish(),
  price: wireAmount,
  variation: wireText,
});
const managedSchema = z.object({
  productId: wireId,
  itemDesc: z.object({ title: z.string(), imageUrl: wireText, pdpLink: wireText }),
  stock: z.object({ text: wireInt }).nullish(),
  price: z.object({ priceStartValue: wireAmount, specialPrice: wireAmount.nullish() }),
  subDataSource: z.array(variantSchema.extend({ activeStatus: z.object({ active: wireFlag }) })).default([]),
});
const managerSchema = z.object({
  data: z.object({
    table: z.object({ dataSource: z.array(z.unknown()) }),
    pagination: z.object({ total: wireInt }),
  }),
});

function toManagedProduct(row: z.output<typeof managedSchema>, scope: LazadaScope): Product {
  const currency = CURRENCY_BY_COUNTRY[scope.country];
  const { price, itemDesc, subDataSource } = row;
  return {
    productId: row.productId,
    title: itemDesc.title,
    imageUrl: itemDesc.imageUrl,
    price: { amount: price.priceStartValue, currency },
    salePrice: { amount: price.specialPrice ?? price.priceStartValue, currency },
    // A product is on sale as long as one of its variants is.
    status: subDataSource.some(({ activeStatus }) => activeStatus.active) ? 'online' : 'offline',
    sellerSku: subDataSource[0]?.itemDesc.sellerSku ?? null,
    stock: row.stock?.text ?? null,
    actionUrl: itemDesc.pdpLink,
    variants: subDataSource.map(
      (variant): ProductVariant => ({
        skuId: variant.skuId,
        name: variant.variation ?? '',
        sellerSku: variant.itemDesc.sellerSku,
        price: { amount: variant.price, currency },
        stock: variant.stock ?? null,
      }),
    ),
  };
}

/** `jsonBody` is JSON text of {tab, table, filter, pagination} (facts 2.3). */
export const productManagerList = gatewayCall({
  key: 'lazada-gateway GET product-manager-list',
  tag: 'seen',
  repeat: 'read',
  api: APIS.productManager,
  method: 'GET',
  data: ({ page, filter }: ManagerQuery) => ({
    jsonBody: JSON.stringify({
      tab: 'all',
      table: { sort: {} },
      filter: filter === null ? {} : { [filter.by]: filter.keyword },
      pagination: { current: page, pageSize: MANAGER_PAGE_SIZE },
    }),
    bizParam: '{}',
  }),
  read: readAs(
    'product manager list',
    managerSchema,
    ({ data }, scope): CountedRows<Product> => ({
      ...readRows('product', data.table.dataSource, managedSchema, (row) => toManagedProduct(row, scope), scope),
      total: data.pagination.total,
    }),
  ),
});
