/** Orders: cards to show beside a chat, and the order list of the seller site. */
import {
  asBuyerId,
  CURRENCY_BY_COUNTRY,
  type Money,
  type Order,
  type OrderRecord,
  type OrderStatus,
} from '@pasar/domain';
import { z } from 'zod';
import { APIS } from '../wire/apis.ts';
import { wireAmount, wireId, wireInt, wireMilliseconds, wireText } from '../wire/fields.ts';
import { gatewayCall, type LazadaScope, readAs, siteCall } from './definition.ts';
import { fromWireOrderStatus, toWireTab } from './order-status.ts';
import { type CountedRows, readRows } from './pages.ts';
import { CARD_PAGE_SIZE } from './products.ts';
import { SITE_PATHS } from './site-paths.ts';

export interface OrderCardsQuery {
  readonly page: number;
  readonly status: OrderStatus | null;
  /** A buyer's id; null for all buyers. */
  readonly customer: string | null;
  /** Null for any. */
  readonly orderNumber: string | null;
}

const amountSchema = z.object({ amount: wireAmount, currencyCode: z.string().min(1) });
/** On this marketplace an order's id is also the number that people read. */
const cardSchema = z.object({
  id: wireId,
  buyerId: wireId.nullish(),
  buyerName: z.string(),
  gmtCreatedTime: wireMilliseconds,
  status: z.string(),
  orderAmount: amountSchema,
  orderItemList: z.array(
    z.object({
      productId: wireId,
      productName: z.string(),
      productPrice: wireAmount,
      sellerSKU: wireText,
      skuInfo: wireText,
      imageUrl: wireText,
      productCount: wireInt,
    }),
  ),
});

function fromWireCard(card: z.output<typeof cardSchema>): Order {
  const { amount, currencyCode: currency } = card.orderAmount;
  return {
    orderId: card.id,
    orderNumber: card.id,
    buyerId: card.buyerId == null ? null : asBuyerId(card.buyerId),
    buyerName: card.buyerName,
    status: fromWireOrderStatus(card.status),
    wireStatus: card.status,
    total: { amount, currency },
    createdAt: card.gmtCreatedTime,
    items: card.orderItemList.map((item) => ({
      productId: item.productId,
      title: item.productName,
      variant: item.skuInfo,
      sellerSku: item.sellerSKU,
      imageUrl: item.imageUrl,
      quantity: item.productCount,
      price: { amount: item.productPrice, currency },
    })),
    sellerNote: null,
  };
}

const cardsSchema = z.object({ result: z.array(z.unknown()), totalCount: wireInt });
export const orderCards = gatewayCall({
  key: 'lazada-gateway GET order-cards',
  tag: 'seen',
  repeat: 'read',
  api: APIS.orderCards,
  method: 'GET',
  data: ({ page, status, customer, orderNumber }: OrderCardsQuery) => ({
    page,
    pageNo: page,
    pageSize: CARD_PAGE_SIZE,
    customer: customer ?? '',
    tab: toWireTab(status),
    orderNumber: orderNumber ?? '',
  }),
  read: readAs(
    'order cards',
    cardsSchema,
    ({ result, totalCount }, scope): CountedRows<Order> => ({
      ...readRows('order card', result, cardSchema, fromWireCard, scope),
      total: totalCount,
    }),
  ),
});

export interface OrderDataQuery {
  readonly page: number;
  readonly status: OrderStatus | null;
  /** Ours: one order of the list; null for all. */
  readonly orderNumber: string | null;
  readonly sort: keyof typeof SORTS;
}
/** Descending. The list's own order is that of creation. The names of the fields are seen; ours: 'updateTime'. */
const SORTS = { created: {}, changed: { sort: 'updateTime', sortOrder: 'desc' } } as const;

/**
 * The row is seen (facts 2.3); ours: that the seller site's own list has it too, `updateTime`, and of a SKU
 * `trackingNumber` and `cancelReason`.
 */
const rowSchema = z.object({
  orderNumber: wireId,
  buyerId: wireId.nullish(),
  buyerName: z.string(),
  creationTime: wireMilliseconds,
  updateTime: wireMilliseconds.nullish(),
  paymentMethod: wireText,
  totalRetailPrice: wireAmount,
  shippingFee: wireAmount.nullish(),
  tabStatus: z.string(),
  shippingAddress: z.object({ receiver: z.string(), detailAddress: z.string(), phone: wireText }).nullish(),
  skus: z.array(
    z.object({
      productName: z.string(),
      shopSku: z.string(),
      sellerSku: wireText,
      skuInfo: wireText,
      image: wireText,
      quantity: wireInt,
      unitPrice: wireAmount,
      shipmentProviderName: wireText,
      trackingNumber: wireText,
      cancelReason: wireText,
    }),
  ),
});

/** A shop SKU is `<product>_<site>-<sku>`. */
const productIdOf = (shopSku: string): string => shopSku.split('_')[0] ?? shopSku;

function fromWireRow(row: z.output<typeof rowSchema>, scope: LazadaScope): OrderRecord {
  const money = (amount: string): Money => ({ amount, currency: CURRENCY_BY_COUNTRY[scope.country] });
  const { shippingAddress: address } = row;
  const sent = row.skus.find(({ trackingNumber }) => trackingNumber !== null);
  return {
    orderId: row.orderNumber,
    orderNumber: row.orderNumber,
    buyerId: row.buyerId == null ? null : asBuyerId(row.buyerId),
    buyerName: row.buyerName,
    status: fromWireOrderStatus(row.tabStatus),
    wireStatus: row.tabStatus,
    total: money(row.totalRetailPrice),
    createdAt: row.creationTime,
    items: row.skus.map((sku) => ({
      productId: productIdOf(sku.shopSku),
      title: sku.productName,
      variant: sku.skuInfo,
      sellerSku: sku.sellerSku,
      imageUrl: sku.image,
      quantity: sku.quantity,
      price: money(sku.unitPrice),
    })),
    sellerNote: null,
    paymentMethod: row.paymentMethod,
    shippingFee: row.shippingFee == null ? null : money(row.shippingFee),
    address:
      address == null ? null : { receiver: address.receiver, phone: address.phone, fullAddress: address.detailAddress },
    // This marketplace has no rating of buyers.
    isRatable: false,
    changedAt: row.updateTime ?? row.creationTime,
    // The provider is chosen before the order is sent.
    carrier: sent?.shipmentProviderName ?? null,
    trackingNumber: sent?.trackingNumber ?? null,
    cancelReason: row.skus.find(({ cancelReason }) => cancelReason !== null)?.cancelReason ?? null,
  };
}

const listSchema = z.object({ dataSource: z.array(z.unknown()), pageInfo: z.object({ total: wireInt }) });
export const orderData = siteCall({
  key: 'lazada-seller GET order-data',
  tag: 'ours',
  repeat: 'read',
  method: 'GET',
  path: SITE_PATHS.orders,
  fields: ({ page, status, orderNumber, sort }: OrderDataQuery, { sellerId }) => ({
    sellerId,
    tab: toWireTab(status),
    page: String(page),
    pageSize: String(CARD_PAGE_SIZE),
    ...(orderNumber === null ? {} : { orderNumber }),
    ...SORTS[sort],
  }),
  read: readAs(
    'order data',
    listSchema,
    ({ dataSource, pageInfo }, scope): CountedRows<OrderRecord> => ({
      ...readRows('order', dataSource, rowSchema, (row) => fromWireRow(row, scope), scope),
      total: pageInfo.total,
    }),
  ),
});
