/** Orders as cards beside a chat (facts 2.2) and as rows of the seller site's list (facts 2.3), and their parcels. */
import { z } from 'zod';
import type { TradeOrder } from '../../world/trade.ts';
import { lastChangedFirst } from '../../world/trading/by-change.ts';
import { type Call, type LazadaContext, refused, success } from '../context.ts';
import { amountOf } from '../money.ts';
import { idField, numberedPageFields, pageOf } from './fields.ts';
import { badData } from './messagebox.ts';

type Status = TradeOrder['status'];
/** This marketplace's status names. */
const STATUS: Readonly<Record<Status, string>> = {
  unpaid: 'unpaid',
  toShip: 'toship',
  shipping: 'shipped',
  completed: 'delivered',
  cancelRequested: 'cancel_requested',
  cancelled: 'canceled',
  returning: 'returned',
  returned: 'refunded',
};
const wordOf = ({ status, toldStatus }: TradeOrder): string => toldStatus ?? STATUS[status];
/** Ours: the statuses under each tab. */
const TABS: Readonly<Record<string, readonly Status[]>> = {
  unpaid: ['unpaid'],
  pending: ['toShip'],
  topack: ['toShip'],
  toship: ['toShip'],
  shipping: ['shipping'],
  shipped: ['shipping'],
  delivered: ['completed'],
  canceled: ['cancelRequested', 'cancelled'],
  returnRefund: ['returning', 'returned'],
};
const PAYMENT_METHODS: Readonly<Record<number, string>> = {
  1: 'CREDIT_CARD',
  2: 'BANK_TRANSFER',
  6: 'COD',
  20: 'WALLET',
  21: 'PAY_LATER',
};

/** ours: the words. */
const CANCEL_REASONS: Readonly<Record<number, string>> = {
  100: 'SYSTEM_UNPAID',
  101: 'UNDERPAID',
  102: 'PAYMENT_REJECTED',
  201: 'PICKUP_FAILED',
  202: 'DELIVERY_FAILED',
  203: 'COD_REJECTED',
};

const isUnder = (tab: string, { status }: TradeOrder): boolean => tab === 'all' || (TABS[tab] ?? []).includes(status);
const variantOf = ({ product, skuId }: TradeOrder['items'][number]) =>
  product.variants.find((variant) => variant.skuId === skuId);

function cardOf({ origin }: LazadaContext, sellerId: string, order: TradeOrder) {
  const currency = order.items[0]?.product.currency ?? '';
  return {
    id: order.orderNumber,
    buyerId: order.buyerId,
    buyerName: order.buyerName,
    sellerId,
    gmtCreatedTime: order.createdAt,
    orderType: 'NORMAL',
    status: wordOf(order),
    orderAmount: {
      amount: amountOf(order.total),
      amountFRMStr: amountOf(order.total),
      currencyCode: currency,
      currencyCodeSimple: currency,
    },
    orderItemList: order.items.map((item) => ({
      productId: item.product.productId,
      productName: item.product.title,
      productPrice: amountOf(item.product.salePrice),
      sellerSKU: variantOf(item)?.sellerSku ?? item.product.sellerSku,
      skuInfo: variantOf(item)?.name ?? '',
      imageUrl: `${origin()}${item.product.imagePath}`,
      productCount: item.quantity,
    })),
    logisticsFlag: order.trackingNumber !== null,
    url: `${origin()}/orders/${order.orderNumber}`,
  };
}

const cardFields = numberedPageFields.extend({
  customer: z.string().default(''),
  tab: z.string().default('all'),
  orderNumber: z.string().default(''),
});

export const orderCards: Call = (context, { shop }, data) => {
  const fields = cardFields.safeParse(data);
  if (!fields.success) return badData();
  const { page, pageSize, customer, tab, orderNumber } = fields.data;
  const found = context.trade
    .of('lazada', shop.shopId)
    .orders.filter(
      (order) =>
        isUnder(tab, order) &&
        (customer === '' || order.buyerId === customer) &&
        order.orderNumber.includes(orderNumber.trim()),
    );
  return success({
    pageNo: page,
    pageSize,
    totalCount: found.length,
    totalPage: Math.ceil(found.length / pageSize),
    result: pageOf(found, page, pageSize).map((order) => cardOf(context, shop.userId, order)),
  });
};

function rowOf({ origin }: LazadaContext, country: string, order: TradeOrder) {
  return {
    orderNumber: order.orderNumber,
    buyerId: order.buyerId,
    buyerName: order.buyerName,
    createTime: new Date(order.createdAt).toISOString(),
    creationTime: order.createdAt,
    updateTime: order.updatedAt,
    paymentMethod: PAYMENT_METHODS[order.paymentMethod] ?? `METHOD_${order.paymentMethod}`,
    totalRetailPrice: amountOf(order.total),
    shippingFee: amountOf(order.shippingFee),
    totalQuantity: order.items.reduce((sum, { quantity }) => sum + quantity, 0),
    tabStatus: wordOf(order),
    holdStatus: '',
    imChatLink: `${origin()}/apps/im/window?buyerId=${order.buyerId}`,
    shippingAddress: { receiver: order.receiver, detailAddress: order.address, phone: order.phone },
    skus: order.items.map((item, index) => ({
      orderItemId: `${order.orderId.slice(0, -2)}${10 + index}`,
      productName: item.product.title,
      shopSku: `${item.product.productId}_${country}-${item.skuId}`,
      sellerSku: variantOf(item)?.sellerSku ?? item.product.sellerSku,
      skuInfo: variantOf(item)?.name ?? '',
      image: `${origin()}${item.product.imagePath}`,
      quantity: item.quantity,
      unitPrice: amountOf(item.product.salePrice),
      itemStatus: wordOf(order),
      packageStatusName: wordOf(order),
      shipmentProviderName: order.carrier,
      trackingNumber: order.trackingNumber ?? '',
      cancelReason:
        order.cancelReason === null ? '' : (CANCEL_REASONS[order.cancelReason] ?? `REASON_${order.cancelReason}`),
      fulfillmentOrderId: order.orderId,
    })),
  };
}

const dataFields = numberedPageFields.extend({
  sellerId: z.string(),
  tab: z.string().default('all'),
  orderNumber: z.string().optional(),
  // ours: the word. Without it the newest order comes first.
  sort: z.literal('updateTime').optional(),
  sortOrder: z.literal('desc').optional(),
});

export const orderData: Call = (context, { shop }, data) => {
  const fields = dataFields.safeParse(data);
  if (!fields.success) return badData();
  const { page, pageSize, sellerId, tab, orderNumber, sort } = fields.data;
  if (sellerId !== shop.userId) return refused('FAIL_BIZ_NO_PERMISSION', 'not your shop');
  const { orders } = context.trade.of('lazada', shop.shopId);
  const found = (sort === undefined ? orders : lastChangedFirst(orders)).filter(
    (order) => isUnder(tab, order) && (orderNumber === undefined || order.orderNumber === orderNumber),
  );
  return success({
    dataSource: pageOf(found, page, pageSize).map((order) => rowOf(context, shop.country, order)),
    pageInfo: { total: found.length, pageSize },
  });
};

const noOrder = () => refused('ORDER_NOT_EXIST', 'no such order');

/** One parcel for each order that has been shipped; the fulfilment id is the order's id here. */
export const packageList: Call = (context, { shop }, data) => {
  const fields = z.object({ orderId: idField }).safeParse(data);
  if (!fields.success) return badData();
  const orders = context.trade.of('lazada', shop.shopId).orders;
  const order = orders.find(({ orderNumber }) => orderNumber === fields.data.orderId);
  if (order === undefined) return noOrder();
  const parcel = {
    packageId: `FP${order.orderNumber}`,
    ofcOrderId: order.orderId,
    shipmentProviderName: order.carrier,
    trackingNumber: order.trackingNumber,
  };
  return success({ dataSource: order.trackingNumber === null ? [] : [parcel] });
};

export const logisticsDetail: Call = (context, { shop }, data) => {
  const fields = z.object({ ofcOrderId: idField, packageId: idField }).safeParse(data);
  if (!fields.success) return badData();
  const order = context.trade
    .of('lazada', shop.shopId)
    .orders.find(
      ({ orderId, orderNumber }) => orderId === fields.data.ofcOrderId && `FP${orderNumber}` === fields.data.packageId,
    );
  if (order === undefined) return noOrder();
  return success({
    ofcOrderId: order.orderId,
    packageId: fields.data.packageId,
    trackingNumber: order.trackingNumber,
    logisticDetailInfoList: order.tracking.map(({ at, text }) => ({
      eventTime: at,
      eventDate: new Date(at).toISOString(),
      title: text,
      description: text,
    })),
  });
};
