/** The shop's products: cards for the chat, and the product manager's list (facts 2.3). */
import { z } from 'zod';
import type { TradeProduct } from '../../world/trade.ts';
import { type Call, type LazadaContext, success } from '../context.ts';
import { amountOf } from '../money.ts';
import { integerField, numberedPageFields, objectField, pageOf } from './fields.ts';
import { badData } from './messagebox.ts';

const pageUrlOf = ({ origin }: LazadaContext, { productId }: TradeProduct): string =>
  `${origin()}/products/i${productId}.html`;

const cardFields = numberedPageFields.extend({ currentTab: z.string().default('all') });

/** Ours: wrapped like the order cards; a row has the fields of spec 2 §3. Only products on sale can be sent. */
export const productCards: Call = (context, { shop }, data) => {
  const fields = cardFields.safeParse(data);
  if (!fields.success) return badData();
  const { page, pageSize } = fields.data;
  const online = context.trade.of('lazada', shop.shopId).products.filter(({ isOnline }) => isOnline);
  return success({
    pageNo: page,
    pageSize,
    totalCount: online.length,
    totalPage: Math.ceil(online.length / pageSize),
    result: pageOf(online, page, pageSize).map((product) => ({
      itemId: product.productId,
      title: product.title,
      currency: product.currency,
      imPrice: amountOf(product.price),
      imPromotionPrice: amountOf(product.salePrice),
      salePrice: amountOf(product.salePrice),
      status: 'online',
      imageUrl: `${context.origin()}${product.imagePath}`,
      actionUrl: pageUrlOf(context, product),
    })),
  });
};

const filterSchema = z.object({
  title: z.string().optional(),
  sellerSku: z.string().optional(),
  itemId: z.string().optional(),
});
const managerFields = z.object({
  jsonBody: objectField.pipe(
    z.object({
      filter: filterSchema.default({}),
      pagination: z.object({ current: integerField, pageSize: integerField.pipe(z.int().min(1).max(100)) }),
    }),
  ),
});

function isMeant(product: TradeProduct, { title, sellerSku, itemId }: z.output<typeof filterSchema>): boolean {
  const skus = [product.sellerSku, ...product.variants.map((variant) => variant.sellerSku)];
  return (
    (title === undefined || product.title.toLowerCase().includes(title.toLowerCase())) &&
    (sellerSku === undefined || skus.some((sku) => sku.toLowerCase().includes(sellerSku.toLowerCase()))) &&
    (itemId === undefined || product.productId === itemId)
  );
}

function managedRow(context: LazadaContext, product: TradeProduct) {
  return {
    productId: product.productId,
    draftId: '',
    catId: '10000001',
    itemDesc: {
      title: product.title,
      imageUrl: `${context.origin()}${product.imagePath}`,
      pdpLink: pageUrlOf(context, product),
    },
    statusMark: product.isOnline ? 'online' : 'inactive',
    stock: { text: String(product.variants.reduce((sum, { stock }) => sum + stock, 0)) },
    price: {
      priceStartValue: amountOf(product.price),
      priceEndValue: amountOf(product.price),
      specialPrice: amountOf(product.salePrice),
    },
    subDataSource: product.variants.map((variant) => ({
      skuId: variant.skuId,
      itemDesc: { sellerSku: variant.sellerSku, skuImg: `${context.origin()}${product.imagePath}` },
      stock: String(variant.stock),
      price: amountOf(variant.price),
      variation: variant.name,
      activeStatus: { active: product.isOnline },
    })),
  };
}

export const productManagerList: Call = (context, { shop }, data) => {
  const fields = managerFields.safeParse(data);
  if (!fields.success) return badData();
  const { filter, pagination } = fields.data.jsonBody;
  const found = context.trade.of('lazada', shop.shopId).products.filter((product) => isMeant(product, filter));
  return success({
    data: {
      table: {
        dataSource: pageOf(found, pagination.current, pagination.pageSize).map((row) => managedRow(context, row)),
      },
      pagination: { total: found.length },
    },
  });
};
