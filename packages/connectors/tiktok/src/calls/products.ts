/** Products: the seller centre's list and its SKUs, and the chat pages' own list and detail. */
import type { Page } from '@pasar/connector-kit';
import { asPlatformShopId, type PlatformShopId, type Product, type ProductVariant } from '@pasar/domain';
import { z } from 'zod';
import { fromEnvelope } from '../wire/envelope.ts';
import { decimal, id, readRows, wireAmount } from '../wire/fields.ts';
import { ok } from '../wire/outcome.ts';
import { type TiktokCall, type TiktokScope, wireGet } from '../wire/scope.ts';

/** Spec 2 §9. */
const PAGE_SIZE = 24;
/** Live, by the old official product statuses: 4 is live; the others are drafts, reviews, and kinds of off. */
const LIVE = 4;
/** The tab of all products (seen: 1 all, 2 live). */
const TAB_ALL = '1';

/** Facts: `base_price.sale_price`, `quantities[].total_quantity`, `seller_sku` are seen; ours: the other names. */
const skuRow = z
  .object({
    id,
    seller_sku: z.string().nullish(),
    sku_name: z.string().nullish(),
    base_price: z.object({ currency: z.string().length(3), sale_price: decimal, original_price: decimal.nullish() }),
    quantities: z.array(z.object({ total_quantity: z.int() })),
  })
  .transform(({ id: skuId, seller_sku, sku_name, base_price, quantities }) => ({
    variant: {
      skuId,
      name: sku_name ?? '',
      sellerSku: seller_sku || null,
      price: { amount: base_price.sale_price, currency: base_price.currency },
      stock: quantities.reduce((sum, { total_quantity: count }) => sum + count, 0),
    } satisfies ProductVariant,
    original: base_price.original_price ?? base_price.sale_price,
  }));

const productRow = z
  .object({
    product_id: id,
    product_name: z.string(),
    product_status: z.int(),
    seller_sku: z.string().nullish(),
    images: z.array(z.object({ url_list: z.array(z.string()) })).nullish(),
    skus: z.array(skuRow).min(1),
    detail_url: z.string().nullish(),
  })
  .transform((row, context): Product => {
    const [first] = row.skus;
    if (first === undefined) {
      context.addIssue({ code: 'custom', message: 'a product without SKUs' });
      return z.NEVER;
    }
    const variants = row.skus.map(({ variant }) => variant);
    return {
      productId: row.product_id,
      title: row.product_name,
      imageUrl: row.images?.[0]?.url_list[0] ?? null,
      price: { amount: first.original, currency: first.variant.price.currency },
      salePrice: first.variant.price,
      status: row.product_status === LIVE ? 'online' : 'offline',
      sellerSku: row.seller_sku || first.variant.sellerSku,
      stock: variants.reduce((sum, { stock }) => sum + (stock ?? 0), 0),
      actionUrl: row.detail_url ?? null,
      variants,
    };
  });

const productPage = z.object({
  products: z.array(z.unknown()),
  total_product_count: z.coerce.number().int(),
  page_number: z.coerce.number().int().positive(),
  page_size: z.coerce.number().int().positive(),
});

export interface ProductListQuery {
  readonly keyword: string;
  /** From 1. */
  readonly pageNumber: number;
}
export type ProductPage = Omit<Page<Product>, 'next'> & { readonly hasMore: boolean };

const shopIdOf = ({ shop }: TiktokScope): PlatformShopId | null =>
  shop === null ? null : asPlatformShopId(shop.shopId);

/** Needs `products` (spec 2 §5). Ours: `search_content` searches names and seller SKUs alike. */
export const productListCall: TiktokCall<ProductListQuery, ProductPage> = {
  key: 'tiktok-seller GET product/local/products/list',
  tag: 'seen',
  repeat: 'read',
  toWire: ({ keyword, pageNumber }) =>
    wireGet('/api/v1/product/local/products/list', {
      search_content: keyword,
      // Newest first; ours: the numbers.
      sort_type: '0',
      sort_field: '3',
      page_number: String(pageNumber),
      page_size: String(PAGE_SIZE),
      sku_number: '100',
      tab_id: TAB_ALL,
    }),
  fromWire: (answer, scope) => {
    const page = fromEnvelope(productPage, 'product_list_failed')(answer);
    if (!page.ok) return page;
    const { products, total_product_count: total, page_number: number, page_size: size } = page.value;
    return ok({ ...readRows(products, productRow, shopIdOf(scope)), hasMore: number * size < total });
  },
};

/** Seen: `data` is the list itself. */
export const productSkusCall: TiktokCall<{ readonly productId: string }, readonly ProductVariant[]> = {
  key: 'tiktok-seller GET product/local/product/skus/list',
  tag: 'seen',
  repeat: 'read',
  toWire: ({ productId }) =>
    wireGet('/api/v1/product/local/product/skus/list', {
      product_id: productId,
      tab_id: TAB_ALL,
      is_online_version: 'true',
    }),
  fromWire: fromEnvelope(z.array(skuRow.transform(({ variant }) => variant)), 'product_skus_failed'),
};

/** A product of the chat pages. Ours: the names, in the camel case of their neighbours. */
const chatProductRow = z
  .object({
    productId: id,
    title: z.string(),
    imageUrl: z.string().nullish(),
    price: wireAmount,
    salePrice: wireAmount,
    status: z.int(),
    sellerSku: z.string().nullish(),
    stock: z.int().nonnegative().nullish(),
    actionUrl: z.string().nullish(),
  })
  .transform(
    (row): Product => ({
      productId: row.productId,
      title: row.title,
      imageUrl: row.imageUrl ?? null,
      price: row.price,
      salePrice: row.salePrice,
      status: row.status === LIVE ? 'online' : 'offline',
      sellerSku: row.sellerSku || null,
      stock: row.stock ?? null,
      actionUrl: row.actionUrl ?? null,
      variants: [],
    }),
  );
const chatProductPage = z.object({ products: z.array(z.unknown()), hasMore: z.boolean() });

/** The products that the chat window offers to send: live products only. */
export const chatProductListCall: TiktokCall<ProductListQuery, ProductPage> = {
  key: 'tiktok-chat GET listLocalProducts',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ keyword, pageNumber }) =>
    wireGet('/chat/api/seller/listLocalProducts', {
      keyword,
      pageNumber: String(pageNumber),
      pageSize: String(PAGE_SIZE),
    }),
  fromWire: (answer, scope) => {
    const page = fromEnvelope(chatProductPage, 'product_list_failed')(answer);
    if (!page.ok) return page;
    const { products, hasMore } = page.value;
    return ok({ ...readRows(products, chatProductRow, shopIdOf(scope)), hasMore });
  },
};

export const productDetailCall: TiktokCall<{ readonly productId: string }, Product> = {
  key: 'tiktok-chat GET getProductDetail',
  tag: 'ours',
  repeat: 'read',
  toWire: ({ productId }) => wireGet('/chat/api/seller/getProductDetail', { productId }),
  fromWire: fromEnvelope(z.object({ product: chatProductRow }).transform(({ product }) => product)),
};
