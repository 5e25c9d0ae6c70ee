/**
 * A shop's trade in the shapes of the seller centre and of the chat pages. The connector documents which names were
 * seen and which are ours.
 */
import type { ShopTrade, TradeOrder, TradeProduct } from '../world/trade.ts';
import { PICTURE_PATH } from './pictures.ts';

/** Units of the trade book: 1/100,000 of the currency. */
const UNIT = 100_000n;

/** A decimal without trailing zeros. */
export function decimalOf(units: number): string {
  const value = BigInt(units);
  const rest = (value % UNIT).toString().padStart(5, '0').replace(/0+$/, '');
  return rest === '' ? `${value / UNIT}` : `${value / UNIT}.${rest}`;
}

/** The trade book names pictures by a path of the control API; this marketplace draws them under its own path. */
export const pictureUrl = (origin: string, { imagePath }: TradeProduct): string =>
  `${origin}${PICTURE_PATH}/${imagePath.split('/').at(-1) ?? ''}`;

/** Old official product statuses: 4 live, 5 taken off by the seller. */
const statusOf = ({ isOnline }: TradeProduct): number => (isOnline ? 4 : 5);

/** A discount belongs to the product and lowers the price of every SKU in proportion. */
function originalPrice({ price, salePrice }: TradeProduct, skuPrice: number): number {
  return salePrice === 0 ? price : Number((BigInt(skuPrice) * BigInt(price)) / BigInt(salePrice));
}

export const skuRows = (product: TradeProduct): readonly Readonly<Record<string, unknown>>[] =>
  product.variants.map(({ skuId, name, sellerSku, price, stock }) => ({
    id: skuId,
    sku_name: name,
    seller_sku: sellerSku,
    base_price: {
      currency: product.currency,
      sale_price: decimalOf(price),
      original_price: decimalOf(originalPrice(product, price)),
    },
    quantities: [{ warehouse_id: '7000000000000000001', total_quantity: stock }],
  }));

export const productRow = (origin: string, product: TradeProduct): Readonly<Record<string, unknown>> => ({
  product_id: product.productId,
  product_name: product.title,
  product_status: statusOf(product),
  seller_sku: product.sellerSku,
  images: [{ url_list: [pictureUrl(origin, product)] }],
  total_sku_count: product.variants.length,
  skus: skuRows(product),
  detail_url: `${origin}/view/product/${product.productId}`,
});

export const chatProductRow = (origin: string, product: TradeProduct): Readonly<Record<string, unknown>> => ({
  productId: product.productId,
  title: product.title,
  imageUrl: pictureUrl(origin, product),
  price: { currency: product.currency, amount: decimalOf(product.price) },
  salePrice: { currency: product.currency, amount: decimalOf(product.salePrice) },
  status: statusOf(product),
  sellerSku: product.sellerSku,
  stock: product.variants.reduce((sum, { stock }) => sum + stock, 0),
  actionUrl: `${origin}/view/product/${product.productId}`,
});

/** Old official order statuses, and the status of an open reverse order beside it. */
const STATUS: Readonly<Record<TradeOrder['status'], { readonly shown: number; readonly reverse: number | null }>> = {
  unpaid: { shown: 100, reverse: null },
  toShip: { shown: 111, reverse: null },
  shipping: { shown: 121, reverse: null },
  completed: { shown: 130, reverse: null },
  cancelRequested: { shown: 111, reverse: 1 },
  cancelled: { shown: 140, reverse: null },
  returning: { shown: 122, reverse: 3 },
  returned: { shown: 130, reverse: 3 },
};
const statusTold = ({ status, toldStatus }: TradeOrder): (typeof STATUS)[TradeOrder['status']] =>
  toldStatus === null ? STATUS[status] : { shown: Number(toldStatus), reverse: null };
/** 101, to ship, was seen. ours: the meaning of the other numbers of the whole order. */
const MAIN_STATUS: Readonly<Record<TradeOrder['status'], number>> = {
  unpaid: 100,
  toShip: 101,
  cancelRequested: 101,
  shipping: 102,
  returning: 102,
  completed: 103,
  cancelled: 104,
  returned: 103,
};
/** Tab 0 holds every order. ours: the numbers of the other tabs. */
export const TABS: Readonly<Record<number, readonly TradeOrder['status'][]>> = {
  1: ['unpaid'],
  2: ['toShip'],
  3: ['shipping'],
  4: ['completed'],
  5: ['cancelled'],
  6: ['cancelRequested'],
  7: ['returning', 'returned'],
};
const PAY_METHODS: Readonly<Record<number, string>> = { 1: 'Cash on delivery', 2: 'Credit/debit card' };

/** ours: the words, and that the reverse of an ended order is told with status 2. */
const CANCEL_REASONS: Readonly<Record<number, string>> = {
  100: 'Unpaid order',
  101: 'Underpaid order',
  102: 'Payment rejected',
  201: 'Pickup failed',
  202: 'Delivery failed',
  203: 'Cash on delivery rejected',
};
function reversesOf({ cancelReason }: TradeOrder, open: number | null): readonly Readonly<Record<string, unknown>>[] {
  if (open !== null) return [{ reverse_type: open, reverse_status: 1 }];
  if (cancelReason === null) return [];
  const reason = CANCEL_REASONS[cancelReason] ?? `Reason ${cancelReason}`;
  return [{ reverse_type: 1, reverse_status: 2, reverse_reason: reason }];
}

/** `withEverything`: the address and the tracks, which the list leaves out. */
export function orderRow(
  origin: string,
  { currency }: ShopTrade,
  order: TradeOrder,
  withEverything: boolean,
): Readonly<Record<string, unknown>> {
  const price = (units: number) => ({
    currency,
    price_val: decimalOf(units),
    format_price: `${currency} ${decimalOf(units)}`,
  });
  const { shown, reverse } = statusTold(order);
  const id = order.orderNumber;
  return {
    main_order_id: id,
    order_status_module: [{ main_order_status: MAIN_STATUS[order.status], sku_display_status: shown }],
    reverse_module: reversesOf(order, reverse),
    price_module: { grand_total: price(order.total), sub_total: price(order.total - order.shippingFee) },
    sku_module: order.items.map(({ product, skuId, quantity }) => itemRow(origin, product, skuId, quantity, price)),
    trade_order_module: {
      main_order_id: id,
      create_time: String(Math.floor(order.createdAt / 1_000)),
      update_time: String(Math.floor(order.updatedAt / 1_000)),
      pay_method: PAY_METHODS[order.paymentMethod] ?? 'Credit/debit card',
      shipping_fee: price(order.shippingFee),
    },
    buyer_info_module: { buyer_nickname: order.buyerName, pigeon_uid: order.buyerId },
    note_module: { seller_note: order.sellerNote },
    logistics_info_module: parcelsOf(order, withEverything),
    ...(withEverything ? { address_module: addressOf(order) } : {}),
  };
}

function itemRow(
  origin: string,
  product: TradeProduct,
  skuId: string,
  quantity: number,
  price: (units: number) => Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const variant = product.variants.find((candidate) => candidate.skuId === skuId);
  return {
    product_id: product.productId,
    product_name: product.title,
    product_image: { url_list: [pictureUrl(origin, product)] },
    quantity,
    sku_id: skuId,
    sku_name: variant?.name ?? '',
    seller_sku_name: variant?.sellerSku ?? product.sellerSku,
    sku_unit_price: price(variant?.price ?? product.salePrice),
  };
}

const addressOf = ({ receiver, phone, address }: TradeOrder) => ({ name: receiver, phone, full_address: address });

function parcelsOf(order: TradeOrder, withTracks: boolean): readonly Readonly<Record<string, unknown>>[] {
  if (order.trackingNumber === null) return [];
  const parcel = { package_id: order.orderId, provider_name: order.carrier, tracking_no: order.trackingNumber };
  const tracks = order.tracking.map(({ at, text }) => ({ update_time: String(at), description: text }));
  return [withTracks ? { ...parcel, track_list: tracks } : parcel];
}
