/** Products, orders, the shop, translations and pictures: calls of the seller centre and of the chat pages. */
import { z } from 'zod';
import type { TradeProduct } from '../world/trade.ts';
import { lastChangedFirst } from '../world/trading/by-change.ts';
import type { ChatEndpoint } from './chat-api.ts';
import type { ChatCall } from './chat-call.ts';
import { CODES, type Envelope, failure, success } from './envelope.ts';
import { chatProductRow, orderRow, productRow, skuRows, TABS } from './trade-rows.ts';

const CHAT = '/chat/api/seller';
const SELLER = '/api/v1';

export const SHOP_ENDPOINTS: readonly ChatEndpoint[] = [
  { method: 'GET', path: `${SELLER}/product/local/products/list`, provenance: 'seen', answer: productList },
  { method: 'GET', path: `${SELLER}/product/local/product/skus/list`, provenance: 'seen', answer: skuList },
  { method: 'GET', path: `${SELLER}/seller/common/get`, provenance: 'seen', answer: sellerCommon },
  { method: 'POST', path: '/api/v2/trade/orders/list', provenance: 'seen', answer: orderList },
  { method: 'GET', path: `${CHAT}/listLocalProducts`, provenance: 'ours', answer: chatProductList },
  { method: 'GET', path: `${CHAT}/getProductDetail`, provenance: 'ours', answer: productDetail },
  { method: 'GET', path: `${CHAT}/getOrderDetail`, provenance: 'ours', answer: orderDetail },
  { method: 'POST', path: `${CHAT}/translate`, provenance: 'ours', answer: translate },
  { method: 'POST', path: `${CHAT}/uploadImg`, provenance: 'ours', answer: uploadImg },
];

const badRequest = (): Envelope => failure(CODES.badRequest, 'invalid parameter');
const tradeOf = ({ context, shop }: ChatCall) => context.trade.of('tiktok', shop.shopId);

const pageOf = <Row>(rows: readonly Row[], number: number, size: number): readonly Row[] =>
  rows.slice((number - 1) * size, number * size);
/** Searches in names and seller SKUs, without regard to case. */
const isNamed =
  (words: string) =>
  ({ title, sellerSku, variants }: TradeProduct): boolean =>
    [title, sellerSku, ...variants.map((variant) => variant.sellerSku)].some((text) =>
      text.toLowerCase().includes(words.trim().toLowerCase()),
    );

const TAB_LIVE = '2';
const listQuery = z.object({
  search_content: z.string().default(''),
  page_number: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(50).default(24),
  sku_number: z.coerce.number().int().min(1).max(100).default(1),
  tab_id: z.string().default('1'),
});

function productList(call: ChatCall): Envelope {
  const asked = listQuery.safeParse(call.query);
  if (!asked.success) return badRequest();
  const { search_content: words, page_number: number, page_size: size, tab_id: tab } = asked.data;
  const found = tradeOf(call)
    .products.filter(isNamed(words))
    .filter(({ isOnline }) => tab !== TAB_LIVE || isOnline);
  return success({
    products: pageOf(found, number, size).map((product) => productRow(call.context.origin(), product)),
    total_product_count: found.length,
    page_number: number,
    page_size: size,
  });
}

const productOf = (call: ChatCall, productId: string | undefined): TradeProduct | null =>
  tradeOf(call).products.find((product) => product.productId === productId) ?? null;

/** Seen: the data of this call is the list itself. */
function skuList(call: ChatCall): Envelope {
  const product = productOf(call, call.query.product_id);
  return product === null ? failure(CODES.badRequest, 'product not found') : success(skuRows(product));
}

/** Seen: 3 is a shop that was taken down for good. */
const SHOP_STATUS = { trading: 1, takenDown: 3 } as const;

function sellerCommon(call: ChatCall): Envelope {
  const { shop } = call;
  const { products, followers, ratings, isFrozen, isOnVacation } = tradeOf(call);
  const stars = ratings.reduce((sum, rating) => sum + rating.stars, 0);
  return success({
    seller: {
      seller_id: shop.shopId,
      shop_name: shop.name,
      shop_code: `SIM${shop.country}${shop.shopId.slice(-6)}`,
      shop_region: shop.country,
      shop_status: isFrozen ? SHOP_STATUS.takenDown : SHOP_STATUS.trading,
      product_count: products.length,
      follower_count: followers.length,
      shop_rating: ratings.length === 0 ? null : Math.round((stars / ratings.length) * 10) / 10,
      is_on_vacation: isOnVacation,
    },
  });
}

/** 3, newest first, is seen. ours: 4, last changed first. */
const CHANGED = 4;
const ordersBody = z.object({
  tab: z.int().min(0),
  count: z.int().min(1).max(100),
  offset: z.int().min(0),
  list_condition: z.object({
    sort_field: z.literal([3, CHANGED]).default(3),
    sort_type: z.literal(0).default(0),
    usernames: z.array(z.string()),
    main_order_ids: z.array(z.string()).optional(),
  }),
});

/** Both conditions must hold; an empty condition always holds. */
function orderList(call: ChatCall): Envelope {
  const asked = ordersBody.safeParse(call.body);
  if (!asked.success) return badRequest();
  const { tab, count, offset, list_condition: condition } = asked.data;
  const statuses = tab === 0 ? null : TABS[tab];
  if (statuses === undefined) return badRequest();
  const trade = tradeOf(call);
  const { sort_field: sort, usernames, main_order_ids: ids = [] } = condition;
  const found = (sort === CHANGED ? lastChangedFirst(trade.orders) : trade.orders).filter(
    (order) =>
      (statuses === null || statuses.includes(order.status)) &&
      (usernames.length === 0 || usernames.includes(order.buyerName)) &&
      (ids.length === 0 || ids.includes(order.orderNumber)),
  );
  const page = found.slice(offset, offset + count);
  return success({
    main_orders: page.map((order) => orderRow(call.context.origin(), trade, order, false)),
    total_count: String(found.length),
    has_more: offset + page.length < found.length,
  });
}

function orderDetail(call: ChatCall): Envelope {
  const trade = tradeOf(call);
  const order = trade.orders.find(({ orderNumber }) => orderNumber === call.query.orderId);
  return order === undefined
    ? failure(CODES.badRequest, 'order not found')
    : success({ orderInfo: orderRow(call.context.origin(), trade, order, true), orderId: order.orderNumber });
}

const chatListQuery = z.object({
  keyword: z.string().default(''),
  pageNumber: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(50).default(24),
});

/** Products that a seller may send to a buyer: those on sale. */
function chatProductList(call: ChatCall): Envelope {
  const asked = chatListQuery.safeParse(call.query);
  if (!asked.success) return badRequest();
  const { keyword, pageNumber, pageSize } = asked.data;
  const found = tradeOf(call)
    .products.filter(({ isOnline }) => isOnline)
    .filter(isNamed(keyword));
  return success({
    products: pageOf(found, pageNumber, pageSize).map((product) => chatProductRow(call.context.origin(), product)),
    total: found.length,
    hasMore: pageNumber * pageSize < found.length,
  });
}

function productDetail(call: ChatCall): Envelope {
  const product = productOf(call, call.query.productId);
  return product === null
    ? failure(CODES.badRequest, 'product not found')
    : success({ product: chatProductRow(call.context.origin(), product) });
}

const translateBody = z.object({
  sourceLang: z.string().min(1),
  targetLang: z.string().regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/),
  transInfos: z.array(z.object({ key: z.string(), text: z.string() })).max(50),
});

/** Ours: the text with the target language before it, so that a person sees that it was translated. */
function translate({ body }: ChatCall): Envelope {
  const asked = translateBody.safeParse(body);
  if (!asked.success) return badRequest();
  const { targetLang, transInfos } = asked.data;
  return success({
    translatedTextMap: Object.fromEntries(transInfos.map(({ key, text }) => [key, `[${targetLang}] ${text}`])),
  });
}

const uploadBody = z.object({ imageInfo: z.object({ key: z.string().min(1), name: z.string(), base64: z.string() }) });
const DATA_ADDRESS = /^data:[a-z]+\/[a-z0-9.+-]+;base64,/;

function uploadImg({ context, body }: ChatCall): Envelope {
  const asked = uploadBody.safeParse(body);
  if (!asked.success) return badRequest();
  const { key, base64 } = asked.data.imageInfo;
  const path = context.pictures.put(Buffer.from(base64.replace(DATA_ADDRESS, ''), 'base64'));
  return path === null
    ? failure(CODES.badRequest, 'not a picture')
    : success({ list: [{ key, url: `${context.origin()}${path}` }] });
}
