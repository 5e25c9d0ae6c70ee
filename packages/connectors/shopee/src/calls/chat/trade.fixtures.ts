/** Worked examples of the calls about orders, products, offers and vouchers in the chat. */
import { asBuyerId, type OrderDetail, type Product, type Voucher } from '@pasar/domain';
import { toWireInteger } from '../../inbound/wire-json.ts';
import { type AnySellerFixture, among, answerOf, getOf, ORDER, SCOPE, SHOP, sendOf } from '../seller/scene.fixture.ts';
import {
  claimVoucher,
  offer,
  offerReply,
  product,
  products,
  sellerRecommend,
  vouchers,
  vouchersByIds,
} from './goods.ts';
import { logisticsInfo, orderDetail, orderSearch, ordersByBuyer, sellerNote } from './orders.ts';

const BASE = '/webchat/api/v1.2';
const BUYER = '7301234567890150001';
const PRODUCT = '7301234567890160001';
const SKU = '7301234567890160002';
const VOUCHER = '7301234567890170001';
const OFFER = '7301234567890180001';
const shopId = { shop_id: toWireInteger(SHOP) };
const sgd = (amount: string) => ({ amount, currency: 'SGD' });
const NO_CONTENT = { status: 204, headers: {}, json: undefined, text: '' };

const ORDER_ROW =
  `{"order_id":${ORDER},"order_sn":"2611201ABCD","status":1,"status_ext":2,"is_request_cancellation":false,` +
  '"currency":"SGD","total_price":"31.50","shipping_fee":"1.50","payment_method":6,"create_time":1795075200,"note":"",' +
  '"shipping_address":"1 Orchard Road","buyer_address_name":"Ann","buyer_address_phone":"","order_ratable":false,' +
  `"buyer_user":{"user_id":${BUYER},"user_name":"ann"},"order_items":[{"item_id":${PRODUCT},"model_id":${SKU},"amount":2,` +
  '"item_price":"19.90","order_price":"15.00","item_model":{"name":"Black","sku":"BAG-1-B"},' +
  '"product":{"name":"Canvas bag","images":["h1"],"sku":"BAG-1"}}]}';
const ORDER_FACTS: OrderDetail = {
  orderId: ORDER,
  orderNumber: '2611201ABCD',
  buyerId: asBuyerId(BUYER),
  buyerName: 'ann',
  status: 'wait_seller_send',
  wireStatus: '2',
  total: sgd('31.5'),
  createdAt: 1_795_075_200_000,
  items: [
    {
      productId: PRODUCT,
      title: 'Canvas bag',
      variant: 'Black',
      sellerSku: 'BAG-1-B',
      imageUrl: 'https://cf.shopee.sg/file/h1',
      quantity: 2,
      price: sgd('15'),
    },
  ],
  sellerNote: null,
  paymentMethod: 'cash on delivery',
  shippingFee: sgd('1.5'),
  address: { receiver: 'Ann', phone: null, fullAddress: '1 Orchard Road' },
  parcels: [],
  isRatable: false,
};

const PRODUCT_ROW =
  `{"id":${PRODUCT},"name":"Canvas bag","status":1,"cover_image":"h1","parent_sku":"BAG-1",` +
  '"price_detail":{"price_min":"19.90","selling_price_min":"15.00"},"stock_detail":{"total_available_stock":12},' +
  `"model_list":[{"id":${SKU},"name":"Black","sku":"BAG-1-B","price_detail":{"origin_price":"19.90",` +
  '"promotion_price":"15.00"},"stock_detail":{"total_available_stock":12}}]}';
const PRODUCT_FACTS: Product = {
  productId: PRODUCT,
  title: 'Canvas bag',
  imageUrl: 'https://cf.shopee.sg/file/h1',
  price: sgd('19.9'),
  salePrice: sgd('15'),
  status: 'online',
  sellerSku: 'BAG-1',
  stock: 12,
  actionUrl: null,
  variants: [{ skuId: SKU, name: 'Black', sellerSku: 'BAG-1-B', price: sgd('15'), stock: 12 }],
};

const VOUCHER_ROW =
  `{"voucher_id":${VOUCHER},"name":"Ten off","voucher_code":"TEN","start_time":1795075200,"end_time":1795161600,` +
  '"discount":10,"value":0,"min_price":2000000,"max_value":0,"usage_quantity":50,"current_usage":8,"fe_status":2}';
const AMOUNT_ROW =
  '{"voucher_id":3,"name":"Two dollars","voucher_code":"","start_time":1795075200,"end_time":1795161600,"discount":0,' +
  '"value":200000,"min_price":0,"fe_status":1}';
const TIMES = { startsAt: 1_795_075_200_000, endsAt: 1_795_161_600_000 };
const VOUCHER_FACTS: Voucher = {
  voucherId: VOUCHER,
  voucherCode: 'TEN',
  name: 'Ten off',
  discount: { kind: 'percent', percent: 10 },
  minimumSpend: sgd('20'),
  ...TIMES,
  status: 'ongoing',
  wireStatus: '2',
  left: 42,
};
const AMOUNT_FACTS: Voucher = {
  voucherId: '3',
  voucherCode: null,
  name: 'Two dollars',
  discount: { kind: 'amount', off: sgd('2') },
  minimumSpend: null,
  ...TIMES,
  status: 'upcoming',
  wireStatus: '1',
  left: null,
};
const paged = { page: '1', per_page: '20' };

export const CHAT_TRADE_FIXTURES: readonly AnySellerFixture[] = [
  among({
    call: orderSearch,
    params: { keyword: '2611', page: 1 },
    scope: SCOPE,
    request: getOf(`${BASE}/user/order_search`, { ...paged, keyword: '2611', shop_id: SHOP }),
    answer: answerOf(`[${ORDER_ROW}]`),
    result: { items: [ORDER_FACTS], next: null, unreadable: [] },
  }),
  among({
    call: ordersByBuyer,
    params: { buyerId: BUYER, type: 'toship' as const, page: 1 },
    scope: SCOPE,
    request: getOf(`${BASE}/orders/orders_by_buyer_id`, {
      buyer_id: BUYER,
      shop_id: SHOP,
      type: 'toship',
      ...paged,
    }),
    answer: answerOf(`[${ORDER_ROW}]`),
    result: { items: [ORDER_FACTS], next: null, unreadable: [] },
  }),
  among({
    call: orderDetail,
    params: { orderId: ORDER },
    scope: SCOPE,
    request: getOf(`${BASE}/order/${ORDER}`, { shop_id: SHOP }),
    answer: answerOf(ORDER_ROW),
    result: ORDER_FACTS,
  }),
  among({
    call: logisticsInfo,
    params: { orderIds: [ORDER, '5'] },
    scope: SCOPE,
    request: getOf(`${BASE}/orders/logistics_info_by_order_ids`, { order_ids: `${ORDER},5`, shop_id: SHOP }),
    answer: answerOf(
      `[{"order_id":${ORDER},"packages":[{"package_number":"OFG1","carrier":"J&T","tracking_number":"JT1","list":[` +
        '{"ctime":1795075200,"description":"picked up","status":1},{"ctime":1795078800,"description":"on its way"}]}]},' +
        '{"order_id":5,"packages":[]}]',
    ),
    result: new Map([
      [
        ORDER,
        [
          {
            parcelId: 'OFG1',
            carrier: 'J&T',
            trackingNumber: 'JT1',
            events: [
              { at: 1_795_078_800_000, text: 'on its way' },
              { at: 1_795_075_200_000, text: 'picked up' },
            ],
          },
        ],
      ],
      ['5', []],
    ]),
  }),
  among({
    call: sellerNote,
    params: { orderId: ORDER, note: 'gift', buyerId: asBuyerId(BUYER) },
    scope: SCOPE,
    request: sendOf('PUT', `${BASE}/orders/seller_note`, {
      order_id: toWireInteger(ORDER),
      note: 'gift',
      ...shopId,
      buyer_id: toWireInteger(BUYER),
    }),
    answer: NO_CONTENT,
    result: null,
  }),
  among({
    call: products,
    params: { keyword: 'bag', page: 3 },
    scope: SCOPE,
    request: getOf(`${BASE}/products`, { keyword: 'bag', per_page: '24', page: '3', shop_id: SHOP }),
    answer: answerOf(`[${Array.from({ length: 24 }, () => PRODUCT_ROW).join(',')}]`),
    result: { items: Array.from({ length: 24 }, () => PRODUCT_FACTS), next: 'more', unreadable: [] },
  }),
  among({
    call: product,
    params: { productId: PRODUCT },
    scope: SCOPE,
    request: getOf(`${BASE}/products/${PRODUCT}`, { shop_id: SHOP }),
    answer: answerOf(PRODUCT_ROW),
    result: PRODUCT_FACTS,
  }),
  among({
    call: sellerRecommend,
    params: null,
    scope: SCOPE,
    request: getOf(`${BASE}/seller_recommend`, { shop_id: SHOP }),
    answer: answerOf(`[${PRODUCT_ROW}]`),
    result: { items: [PRODUCT_FACTS], next: null, unreadable: [] },
  }),
  among({
    call: offer,
    params: { offerId: OFFER },
    scope: SCOPE,
    request: getOf(`${BASE}/offers/${OFFER}`, { shop_id: SHOP }),
    answer: answerOf(
      `{"offer_id":${OFFER},"shop_id":${SHOP},"buyer_id":${BUYER},"item_id":${PRODUCT},"item_name":"Canvas bag",` +
        '"quantity":2,"offer_price":1350000,"currency":"SGD","status":"pending"}',
    ),
    result: {
      offerId: OFFER,
      buyerId: asBuyerId(BUYER),
      productId: PRODUCT,
      productName: 'Canvas bag',
      quantity: 2,
      price: sgd('13.5'),
      status: 'waiting' as const,
      wireStatus: 'pending',
    },
  }),
  among({
    call: offerReply,
    params: { offerId: OFFER, messageId: '9', isAccepted: false },
    scope: SCOPE,
    request: sendOf('PUT', `${BASE}/offers/${OFFER}/reply`, { status: 'rejected', ...shopId, message_id: '9' }),
    answer: NO_CONTENT,
    result: null,
  }),
  among({
    call: vouchers,
    params: { type: 'all' as const, page: 1 },
    scope: SCOPE,
    request: getOf(`${BASE}/vouchers`, { type: 'all', page: '1', per_page: '10', shop_id: SHOP }),
    answer: answerOf(`[${VOUCHER_ROW},${AMOUNT_ROW}]`),
    result: { items: [VOUCHER_FACTS, AMOUNT_FACTS], next: null, unreadable: [] },
  }),
  among({
    call: vouchersByIds,
    params: { voucherIds: [VOUCHER, '3'], buyerId: BUYER },
    scope: SCOPE,
    request: getOf(`${BASE}/vouchers/vouchers_by_ids`, { ids: `${VOUCHER},3`, shop_id: SHOP, buyer_id: BUYER }),
    answer: answerOf(`[${VOUCHER_ROW}]`),
    result: { items: [VOUCHER_FACTS], next: null, unreadable: [] },
  }),
  among({
    call: claimVoucher,
    params: { voucherId: VOUCHER, voucherCode: 'TEN' },
    scope: SCOPE,
    request: sendOf('PUT', `${BASE}/vouchers/claim`, {
      id: toWireInteger(VOUCHER),
      ...shopId,
      voucher_code: 'TEN',
    }),
    answer: NO_CONTENT,
    result: null,
  }),
];
